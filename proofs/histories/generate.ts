import { type Chance, chanceFrom } from "../chance";
import type { Fate } from "../direct-dispatcher";
import { canary } from "../canaries";
import type { LivingKind as Kind } from "../programs";
import { changedArgs, foreignChange, newArgs, optional } from "./arguments";
import type { Drift } from "./drift";
import { foundObject } from "./found";
import type { Fault, Life, MachineName, Mistake, Operation, Place, Step, Strike, Verb } from "./life";
import { isOperation, moments, strikeKinds } from "./life";
import { sceneOn } from "./scenes";
import { type Source, sourceOf } from "./source";
import { type Declared, type Edit, edited, type Program } from "./program";

const fates: Readonly<Record<Fault["method"], readonly Fate[]>> = {
  GET: ["lost-before", "429-before", "500-before", "502-after", "cut", "slow-after", "garbled"],
  POST: [
    ...(["lost-before", "lost-after", "lost-after", "hang-before", "hang-after", "late", "slow-after"] as const),
    ...(["429-before", "500-before", "500-after", "502-after", "503-before", "504-after", "cut", "garbled"] as const),
  ],
  PATCH: ["lost-before", "lost-after", "hang-after", "late", "500-before", "502-after", "504-after", "cut", "garbled"],
  PUT: ["lost-before", "lost-after", "hang-after", "500-before", "502-after", "504-after", "cut", "garbled"],
  DELETE: ["lost-before", "lost-after", "hang-after", "late", "500-before", "500-after", "502-after", "504-after"],
};

/** A life by its seed: what people do to a stack between its first `up` and the day that nobody wants it any more. */
export function lifeOf(seed: number): Life {
  return new Generator(seed).life();
}

/** What most programs are about. */
const machines: readonly Kind[] = [
  ...(["pod", "pod", "pod", "networkVolume", "networkVolume", "cluster", "registryCredential"] as const),
];
const services: readonly Kind[] = [
  ...(["template", "endpoint", "endpoint", "accountSecret", "sshKey", "registryDelegation"] as const),
];

class Generator {
  private readonly chance: Chance;
  private readonly source: Source;
  private versions: Program[] = [[]];
  private names = 0;
  /** Lives have a character: most are about a few kinds of trouble, so that these meet often enough. */
  private readonly likes: {
    readonly [Trouble in "strikes" | "faults" | "drift" | "mistakes" | "elsewhere" | "readers"]: boolean;
  };
  /** By a chance of their own: whether some resources are of the other form of the package, and which. */
  private readonly forms: Chance;
  private readonly isMixed: boolean;
  /** By a chance of its own: what is deleted before it is replaced, and what people ask to replace, in the lives in which they do. */
  private readonly wishes: Chance;
  private readonly wishesReplacements: boolean;
  /** By a chance of its own: what runs leave alone, and which objects outlive their resources. */
  private readonly exclusions: Chance;
  /** By a chance of its own: which options resources get, what others made is taken in, and which runs go on after an error. */
  private readonly options: Chance;
  private readonly likesOptions: { readonly [Option in "ignores" | "takes" | "continues"]: boolean };
  /** By a chance of its own: from which machine people go on, where two of them share a backend. */
  private readonly desks: Chance;

  constructor(private readonly seed: number) {
    this.chance = chanceFrom(seed);
    this.source = sourceOf(this.chance);
    this.forms = chanceFrom(seed ^ 0xf0f0);
    this.isMixed = this.forms.next() < 0.15;
    this.desks = chanceFrom(seed ^ 0xde5c);
    this.exclusions = chanceFrom(seed ^ 0xe8c1);
    this.wishes = chanceFrom(seed ^ 0x4e91);
    this.wishesReplacements = this.wishes.next() < 0.15;
    this.options = chanceFrom(seed ^ 0x0b71);
    this.likesOptions = {
      ignores: this.options.next() < 0.1,
      takes: this.options.next() < 0.15,
      continues: this.options.next() < 0.1,
    };
    const likes = (share: number) => this.chance.next() < share;
    this.likes = {
      strikes: likes(0.5),
      faults: likes(0.5),
      drift: likes(0.5),
      mistakes: likes(0.3),
      elsewhere: likes(0.25),
      readers: likes(0.15),
    };
  }

  life(): Life {
    const { chance } = this;
    const count = chance.pick([1, 1, 1, 2, 2, 3]);
    for (let index = 0; index < count; index++) this.apply({ edit: "add", resource: this.resource() });
    const program = this.program;
    this.versions = [program];
    const wanted = chance.int(4, 12);
    const steps: Step[] = [this.operation("up")];
    while (steps.length < wanted) steps.push(...this.next());
    // Whatever became of it, somebody comes back to it with everything in order.
    const at = "first checkout";
    const calm: Operation[] = [
      { do: "up", at },
      { do: "up --refresh", at, mustSucceed: true },
      { do: "up", at, mustSucceed: true },
      { do: "destroy", at, mustSucceed: true },
    ];
    return {
      seed: this.seed,
      world: {
        listLagMs: chance.pick([0, 0, 5_000, 20_000]),
        keyFrom: chance.next() < 0.8 ? "environment" : "settings",
      },
      program,
      steps: this.fromElsewhere(steps, [...this.aside(), { do: "wait", minutes: 5 }, ...calm]),
    };
  }

  private get program(): Program {
    return this.versions.at(-1)!;
  }

  private apply(asked: Edit): Step {
    const moves = this.isMixed && asked.edit === "hand over" && this.forms.next() < 0.5;
    const imports = this.likesOptions.takes && asked.edit === "hand over" && this.options.next() < 0.4;
    const edit: Edit = { ...asked, ...(moves && { moves }), ...(imports && { by: "import" }) };
    this.versions = edited(this.versions, edit, () => "an id");
    return { do: "edit", edit };
  }

  private resource(given?: Kind): Declared {
    const { chance } = this;
    const kind = given ?? chance.pick<Kind>(chance.next() < 0.65 ? machines : services);
    const name = `${kind}-${++this.names}`;
    const args = newArgs(this.source, kind, name, this.program);
    return {
      ...{ kind, name, args },
      ...(this.isMixed && this.forms.next() < 0.4 && { isOfOtherForm: true }),
      ...(this.wishes.next() < 0.1 && { deleteBeforeReplace: true }),
      ...(this.exclusions.next() < 0.04 && { retainOnDelete: true }),
    };
  }

  private next(): Step[] {
    const { chance, likes, forms, program } = this;
    if (this.isMixed && program.length > 0 && forms.next() < 0.08)
      return [this.apply({ edit: "move", name: forms.pick(program).name })];
    if (this.likesOptions.takes && this.options.next() < 0.12) return this.takenIn();
    if (this.likesOptions.ignores && program.length > 0 && this.options.next() < 0.15) return [this.ignored()];
    const roll = chance.next();
    if (roll < 0.38) return [this.edit()];
    if (roll < 0.5 && likes.drift) return [{ do: "drift", drift: this.drift() }];
    if (roll < 0.52) return [{ do: "rotate the key" }];
    if (roll < 0.66 && likes.readers) return [this.reader()];
    if (roll >= 0.66 && roll < 0.74) return this.scene();
    if (roll < 0.54) return [{ do: "wait", minutes: chance.pick([1, 10, 120]) }];
    const verb = chance.pick<Verb>([
      "up",
      "up",
      "up",
      "up",
      "up",
      "up --refresh",
      "up --refresh",
      "refresh",
      "preview",
      "destroy",
    ]);
    return [this.operation(verb)];
  }

  /** Somebody made an object at the console, and the program takes it in, as it is or as it is to be. */
  private takenIn(): Step[] {
    const { options } = this;
    const source = sourceOf(options);
    const kind = options.pick<Kind>([...machines, ...services]);
    const name = `${kind}-${++this.names}`;
    const { args, body } = foundObject(source, kind, name);
    const by = options.pick(["adopt", "import"] as const);
    const wanted =
      options.next() < 0.6 ? args : { ...args, ...changedArgs(source, { kind, name, args }, this.program) };
    const resource: Declared = {
      ...{ kind, name, args: wanted },
      ...(this.isMixed && this.forms.next() < 0.4 && { isOfOtherForm: true }),
    };
    return [
      { do: "drift", drift: { what: "make", name, kind, body } },
      this.apply({ edit: "take in", resource, by }),
      ...(options.next() < 0.6 ? [this.operation("up")] : []),
      ...(by === "import" && options.next() < 0.6 ? [this.apply({ edit: "end the import", name })] : []),
    ];
  }

  private ignored(): Step {
    const { options } = this;
    const { name, kind, args } = options.pick(this.program);
    const all = [...new Set([...Object.keys(args), ...optional[kind]])].filter((each) => each !== "adopt");
    const of = options.next() < 0.2 ? [] : [options.pick(all)];
    return this.apply({ edit: "ignore changes", name, of });
  }

  private scene(): Step[] {
    return sceneOn({
      source: this.source,
      program: () => this.program,
      apply: (edit) => this.apply(edit),
      resource: (kind) => this.resource(kind),
    });
  }

  /** An eighth of the lives are those of stacks whose backend two machines share, and a few stacks move to another backend. */
  private fromElsewhere(steps: readonly Step[], end: readonly Step[]): Step[] {
    const { desks, likes } = this;
    const roll = desks.next();
    if (!likes.elsewhere && roll <= 0.2) return [...this.fromTwoMachines(steps), ...end];
    const hasOthers = steps.some((step) => isOperation(step) && step.at !== "first checkout");
    if (likes.elsewhere || hasOthers || roll > 0.3) return [...steps, ...end];
    const at = desks.int(1, steps.length);
    const to = desks.pick<Place>(["second checkout", "second machine"]);
    const there = [...steps.slice(at), ...end].map((step): Step => {
      if (isOperation(step)) return { ...step, at: to };
      return "of" in step ? { ...step, of: to } : step;
    });
    return [...steps.slice(0, at), { do: "move the state", from: "first checkout", to }, ...there];
  }

  private fromTwoMachines(steps: readonly Step[]): Step[] {
    const { desks } = this;
    const hasOwnKey = desks.next() < 0.5;
    let machine: MachineName = "here";
    return steps.flatMap((step): Step[] => {
      if (!isOperation(step) || desks.next() < 0.6) return [step];
      machine = machine === "here" ? "there" : "here";
      return [{ do: "go on from", machine, ...(hasOwnKey && { hasOwnKey }) }, step];
    });
  }

  /** A quarter of all lives has one more such step, by a chance of its own. */
  private aside(): Step[] {
    const chance = chanceFrom(this.seed ^ 0x5eed);
    return chance.next() < 0.25 ? [this.reader(chance)] : [];
  }

  /** What programs and people do beside deploying. */
  private reader(chance = this.chance): Step {
    const roll = chance.next();
    if (roll < 0.2) return { do: "leave logs", streams: chance.int(1, 6) };
    if (roll < 0.4) return { do: "ask much", calls: chance.int(5, 60) };
    const who = () => chance.pick(["we", "we", "another tenant", "a key without rights"] as const);
    return { do: "read", as: Array.from({ length: chance.int(2, 4) }, () => ({ who: who() })) };
  }

  private edit(): Step {
    const { chance, program } = this;
    const roll = chance.next();
    if (program.length === 0 || roll < 0.1) return this.apply({ edit: "add", resource: this.resource() });
    const { name, kind, args } = chance.pick(program);
    if (roll < 0.18) return this.apply({ edit: "remove", name });
    if (roll < 0.24) return this.apply({ edit: "rename", name, to: `${kind}-${++this.names}` });
    if (roll < 0.3) return this.apply({ edit: "hand over", name, to: `${kind}-${++this.names}` });
    if (roll < 0.5 && this.versions.length > 1)
      return this.apply({ edit: "revert", back: chance.int(1, Math.min(3, this.versions.length - 1)) });
    const set = optional[kind].filter((argument) => args[argument] !== undefined);
    if (roll < 0.58 && set.length > 0) return this.apply({ edit: "unset", name, args: [chance.pick(set)] });
    const once = changedArgs(this.source, { name, kind, args }, program);
    const now = { name, kind, args: { ...args, ...once } };
    const twice = chance.next() < 0.35 ? changedArgs(this.source, now, program) : {};
    return this.apply({ edit: "set", name, args: { ...once, ...twice } });
  }

  private drift(): Drift {
    const { chance, source } = this;
    const all = [...this.program, ...this.versions.flat()];
    const resource = all.length > 0 ? chance.pick(all) : undefined;
    const name = resource?.name ?? "nobody";
    const body = resource && foreignChange(source, resource);
    const roll = chance.next();
    if (resource?.kind === "cluster" && roll < 0.5) return { what: "end its members", name };
    if (roll < 0.5 && body) return { what: "change", name, body };
    if (roll < 0.65)
      return { what: "add a variable", name, variable: "FOREIGN", value: canary(9_000 + chance.int(0, 99)) };
    if (roll < 0.8) return { what: "delete", name };
    if (roll < 0.9) return { what: chance.pick(["stop", "start"]), name };
    return { what: "make a twin", name };
  }

  private operation(verb: Verb): Operation {
    const { chance, likes } = this;
    const at: Place =
      likes.elsewhere && chance.next() < 0.4 ? chance.pick(["second checkout", "second machine"]) : "first checkout";
    const names = this.program.map(({ name }) => name);
    const faults = likes.faults && chance.next() < 0.5 ? this.faults() : undefined;
    const strike = likes.strikes && verb !== "preview" && chance.next() < 0.45 ? this.strike() : undefined;
    const mistake = likes.mistakes && chance.next() < 0.3 ? this.mistake() : undefined;
    const isTargeted = names.length > 1 && chance.next() < 0.08;
    const isExcluding = !isTargeted && names.length > 1 && this.exclusions.next() < 0.05;
    const before = isTargeted && chance.next() < 0.3 ? this.versions.flat().map(({ name }) => name) : names;
    const meanwhile =
      likes.drift && chance.next() < 0.2 ? [{ atRequest: chance.int(1, 4), drift: this.drift() }] : undefined;
    const isCrossed = likes.elsewhere && verb === "up" && chance.next() < 0.3;
    const continuesOnError =
      this.likesOptions.continues && (verb.startsWith("up") || verb === "destroy") && this.options.next() < 0.4;
    const isReplaced = this.wishesReplacements && verb.startsWith("up") && names.length > 0 && this.wishes.next() < 0.4;
    return {
      do: verb,
      at,
      ...(isReplaced && { replace: [this.wishes.pick(names)] }),
      ...(isTargeted && { target: [chance.pick(before)] }),
      ...(isExcluding && { exclude: [this.exclusions.pick(names)] }),
      ...(continuesOnError && { continuesOnError }),
      ...(mistake && { with: mistake }),
      ...(faults && { faults }),
      ...(strike && { strike }),
      ...(meanwhile && { meanwhile }),
      ...(isCrossed && {
        beside: {
          afterChanges: 1,
          operation: {
            do: "up",
            at: at === "first checkout" ? chance.pick<Place>(["second checkout", "second machine"]) : "first checkout",
          },
        },
      }),
    };
  }

  private faults(): Fault[] {
    const { chance } = this;
    return Array.from({ length: chance.pick([1, 1, 2]) }, () => {
      const method = chance.pick<Fault["method"]>(["POST", "POST", "PATCH", "PATCH", "PUT", "DELETE", "GET"]);
      return { method, from: chance.int(1, 2), count: chance.pick([1, 1, 1, 2, 5]), fate: chance.pick(fates[method]) };
    });
  }

  private strike(): Strike {
    const { chance } = this;
    return {
      how: chance.pick(strikeKinds),
      at: chance.pick([1, 1, 1, 2, 3]),
      moment: chance.pick(moments),
    };
  }

  private mistake(): Mistake {
    return this.chance.pick<Mistake>(["wrong key", "wrong address", "key of another account"]);
  }
}
