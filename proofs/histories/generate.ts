import { canary } from "../canaries";
import { type Chance, chanceFrom } from "../chance";
import type { Fate } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import { changedArgs, foreignChange, foundObject, newArgs, optional, type Source, sourceOf } from "../arguments";
import {
  type Drift,
  type Fault,
  isOperation,
  type Life,
  type MachineName,
  moments,
  type Operation,
  type Place,
  type Step,
  type Strike,
  strikeKinds,
  type Verb,
} from "./life";
import { type Declared, edited, type Options, type Program } from "./program";
import { kept, sceneOn } from "./scenes";
import {
  add,
  destroy,
  drift,
  endImport,
  giveOptions,
  handOver,
  ignore,
  inOrder,
  drop,
  moveAway,
  jobOf,
  move,
  remove,
  rename,
  restore,
  revert,
  rotate,
  set,
  unset,
  up,
  upRefresh,
  wait,
} from "./steps";

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

const machines = ["pod", "pod", "pod", "networkVolume", "networkVolume", "cluster", "registryCredential"] as const;
const services = ["template", "endpoint", "endpoint", "accountSecret", "sshKey", "registryDelegation"] as const;

/** The share of lives that have each kind of trouble: few kinds a life, so that those meet often enough. */
const troubles = {
  strikes: 0.5,
  faults: 0.5,
  drift: 0.5,
  mistakes: 0.3,
  elsewhere: 0.25,
  machines: 0.15,
  mixed: 0.15,
  replaces: 0.15,
  takes: 0.15,
  ignores: 0.1,
  continues: 0.1,
  keeps: 0.2,
  fleets: 0.15,
  options: 0.2,
};

/** A life by its seed: the actions of people on a stack from its first `up` to its end. */
export const lifeOf = (seed: number): Life => new Generator(seed).life();

/** A life in which nothing meets a fault, so that each preview can be held against its run. */
export const calmLifeOf = (seed: number): Life => new Generator(seed, true).life();

/** What makes a preview unable to know what comes. */
const disturbing = ["strikes", "faults", "mistakes", "elsewhere", "machines"];

class Generator {
  private readonly chance: Chance;
  private readonly source: Source;
  private readonly likes: Readonly<Record<keyof typeof troubles, boolean>>;
  private readonly steps: Step[] = [];
  private versions: Program[] = [[]];
  private names = 0;

  constructor(
    private readonly seed: number,
    private readonly isCalm = false,
  ) {
    this.chance = chanceFrom(seed);
    this.source = sourceOf(this.chance);
    const drawn = Object.entries(troubles).map(([name, share]) => {
      const isLiked = this.maybe(share);
      return [name, isLiked && !(isCalm && disturbing.includes(name))];
    });
    this.likes = Object.fromEntries(drawn) as typeof this.likes;
  }

  life(): Life {
    const { chance, seed } = this;
    const count = chance.pick([1, 1, 1, 2, 2, 3]);
    const program: Declared[] = [];
    for (let index = 0; index < count; index++) {
      program.push(...(this.likes.fleets && index === 0 ? this.fleet() : [this.resource()]));
      this.versions = [program];
    }
    const wanted = chance.int(4, 12);
    this.take(this.operation("up"));
    while (this.steps.length < wanted) this.take(...this.next());
    // In any case somebody returns later with everything in order.
    const calm = [wait(5), up, inOrder(upRefresh), inOrder(up), inOrder(destroy)];
    const listLagMs = chance.pick([0, 0, 5_000, 20_000]);
    const keyFrom = this.maybe(0.8) ? "environment" : "settings";
    const steps = this.withLostStates([...this.fromBothMachines(), ...calm]);
    return { seed, world: { listLagMs, keyFrom }, program, steps };
  }

  /** In some lives somebody brings back an older state, or takes a resource out of the state. Drawn apart from all else. */
  private withLostStates(steps: readonly Step[]): readonly Step[] {
    const chance = chanceFrom(this.seed + 1_000_000_007);
    const names = this.versions.flat().map(({ name }) => name);
    if (this.isCalm || names.length === 0 || chance.next() >= 0.15) return steps;
    const lost = chance.next() < 0.5 ? restore(chance.int(1, 2)) : drop(chance.pick(names));
    const at = chance.int(1, steps.length - 5);
    // Now and then a state from before the move is brought back.
    const moved = chance.next() < 0.4 && [moveAway(chance.pick(names)), ...(chance.next() < 0.5 ? [restore()] : [])];
    return [...steps.slice(0, at), ...(moved || [lost]), ...steps.slice(at)];
  }

  private maybe(share: number): boolean {
    return this.chance.next() < share;
  }

  private get program(): Program {
    return this.versions.at(-1)!;
  }

  /** Appends these steps, and continues with the program that they edit. */
  private take(...steps: readonly Step[]): void {
    for (const step of steps) {
      const taken = step.do === "edit" && step.edit.edit === "hand over" ? this.handedOver(step) : step;
      if (taken.do === "edit") this.versions = edited(this.versions, taken.edit, () => "an id");
      this.steps.push(taken);
    }
  }

  /** A hand-over that now and then goes to the other form, or by the option `import`. */
  private handedOver(step: Extract<Step, { do: "edit" }>): Step {
    const moves = this.likes.mixed && this.maybe(0.5);
    const imports = this.likes.takes && this.maybe(0.4);
    return { do: "edit", edit: { ...step.edit, ...(moves && { moves }), ...(imports && { by: "import" as const }) } };
  }

  private nameOf(kind: Kind): string {
    return `${kind}-${++this.names}`;
  }

  private resource(given?: Kind): Declared {
    const kind = given ?? this.chance.pick<Kind>(this.maybe(0.65) ? machines : services);
    const name = this.nameOf(kind);
    return {
      kind,
      name,
      args: newArgs(this.source, kind, name, this.program),
      ...(this.likes.mixed && this.maybe(0.4) && { isOfOtherForm: true }),
      ...(this.maybe(0.1) && { deleteBeforeReplace: true }),
      ...(this.maybe(0.04) && kind !== "sshKey" && { retainOnDelete: true }),
      ...(kind === "endpoint" && this.maybe(0.25) && { job: 1 }),
    };
  }

  /** Pods of one declaration. */
  private fleet(): Declared[] {
    const { chance } = this;
    const name = `fleet-${++this.names}`;
    const { name: _, ...args } = newArgs(this.source, "pod", name, this.program);
    const rollout = chance.pick([{}, { rollout: { group: name, maxUnavailable: chance.int(1, 2) } }]);
    return Array.from({ length: chance.int(2, 4) }, (_, nth): Declared => {
      return { kind: "pod", name: `${name}-${nth}`, fleet: name, args: { ...args, ...rollout, waitFor: "none" } };
    });
  }

  private next(): Step[] {
    const { chance, likes, program } = this;
    const isThere = program.length > 0;
    if (likes.mixed && isThere && this.maybe(0.08)) return [move(chance.pick(program).name)];
    if (likes.takes && this.maybe(0.12)) return this.takenIn();
    if (likes.ignores && isThere && this.maybe(0.15)) return [this.ignored()];
    if (likes.keeps && this.maybe(0.3)) return kept(chance, program);
    const roll = chance.next();
    if (roll < 0.38) return [this.edit()];
    if (roll < 0.5 && likes.drift) return [drift(this.drift())];
    if (roll < 0.52) return [rotate];
    if (roll < 0.54) return [wait(chance.pick([1, 10, 120]))];
    if (roll < 0.63) return sceneOn({ source: this.source, program, resource: (kind) => this.resource(kind) });
    const ups = ["up", "up", "up", "up", "up", "up --refresh", "up --refresh"] as const;
    return [this.operation(chance.pick<Verb>([...ups, "refresh", "preview", "destroy"]))];
  }

  /** Somebody made an object at the console, and the program adopts it, unchanged or with changes. */
  private takenIn(): Step[] {
    const { chance, source } = this;
    const kind = chance.pick<Kind>([...machines, ...services]);
    const name = this.nameOf(kind);
    const { args, body } = foundObject(source, kind, name);
    const changed = this.maybe(0.4) ? changedArgs(source, { kind, name, args }, this.program) : {};
    const resource: Declared = {
      kind,
      name,
      args: { ...args, ...changed },
      ...(this.likes.mixed && this.maybe(0.4) && { isOfOtherForm: true }),
    };
    const by = chance.pick(["adopt", "import"] as const);
    return [
      drift({ what: "make", name, kind, body }),
      { do: "edit", edit: { edit: "take in", resource, by } },
      ...(this.maybe(0.6) ? [this.operation("up")] : []),
      ...(by === "import" && this.maybe(0.6) ? [endImport(name)] : []),
    ];
  }

  private ignored(): Step {
    const { name, kind, args } = this.chance.pick(this.program);
    const all = [...new Set([...Object.keys(args), ...optional[kind]])].filter((each) => each !== "adopt");
    return this.maybe(0.2) ? ignore(name) : ignore(name, this.chance.pick(all));
  }

  /** The steps from two machines in turns, in some lives: they share one backend and, in half of these lives, no key. */
  private fromBothMachines(): Step[] {
    if (!this.likes.machines || this.likes.elsewhere) return this.steps;
    const hasOwnKey = this.maybe(0.5);
    let machine: MachineName = "here";
    return this.steps.flatMap((step): Step[] => {
      if (!isOperation(step) || this.maybe(0.6)) return [step];
      machine = machine === "here" ? "there" : "here";
      return [{ do: "go on from", machine, ...(hasOwnKey && { hasOwnKey }) }, step];
    });
  }

  private edit(): Step {
    const { chance, program, source } = this;
    const roll = chance.next();
    if (program.length === 0 || roll < 0.1) return add(this.resource());
    const picked = chance.pick(program);
    if (picked.fleet !== undefined && roll < 0.9) return this.editOfFleet(picked, picked.fleet);
    if (this.likes.options && roll < 0.3) return this.givenOption(picked);
    const { name, kind, args } = picked;
    if (kind === "endpoint" && roll < 0.4) return jobOf(name, chance.pick([undefined, 1, 2, 3]));
    if (roll < 0.18) return remove(name);
    if (roll < 0.24) return rename(name, this.nameOf(kind));
    if (roll < 0.3) return handOver(name, this.nameOf(kind));
    if (roll < 0.5 && this.versions.length > 1) return revert(chance.int(1, Math.min(3, this.versions.length - 1)));
    const given = optional[kind].filter((argument) => args[argument] !== undefined);
    if (roll < 0.58 && given.length > 0) return unset(name, chance.pick(given));
    const once = changedArgs(source, { name, kind, args }, program);
    const twice = this.maybe(0.35) ? changedArgs(source, { name, kind, args: { ...args, ...once } }, program) : {};
    return set(name, { ...once, ...twice });
  }

  /** Another argument of all pods of a fleet, one pod more, or one less. */
  private editOfFleet(pod: Declared, fleet: string): Step {
    const { chance, source, program } = this;
    const roll = chance.next();
    const { name, args } = pod;
    if (roll < 0.15) return add({ ...pod, name: `${fleet}-${++this.names}` });
    if (roll < 0.3) return remove(chance.pick([name, name, fleet]));
    const given = optional.pod.filter((argument) => args[argument] !== undefined && argument !== "waitFor");
    if (roll < 0.45 && given.length > 0) return unset(fleet, chance.pick(given));
    const { name: _, waitFor: __, ...changed } = changedArgs(source, pod, program);
    return set(chance.pick([fleet, fleet, name]), changed);
  }

  /** One of Pulumi's options, or none of them. */
  private givenOption({ name, kind, args }: Declared): Step {
    const { chance } = this;
    const argument = chance.pick(Object.keys(args));
    const isKey = kind === "sshKey";
    return giveOptions(
      name,
      chance.pick<Options>([
        { protect: true },
        { protect: false, replaceOnChanges: [] },
        { replaceOnChanges: [argument] },
        { deleteBeforeReplace: true },
        isKey ? {} : { retainOnDelete: true },
        { retainOnDelete: false },
      ]),
    );
  }

  private drift(): Drift {
    const { chance, source } = this;
    const all = [...this.program, ...this.versions.flat()];
    const resource = all.length > 0 ? chance.pick(all) : undefined;
    const name = resource?.name ?? "nobody";
    const body = resource && foreignChange(source, resource);
    const roll = chance.next();
    if (resource?.kind === "cluster" && roll < 0.5) return { what: "end", name };
    if (roll < 0.5 && body) return { what: "change", name, body };
    if (roll < 0.65)
      return { what: "add a variable", name, variable: "FOREIGN", value: canary(9_000 + chance.int(0, 99)) };
    if (roll < 0.8) return { what: "delete", name };
    if (roll < 0.92) return { what: chance.pick(["stop", "start", "end"]), name };
    return { what: "make a twin", name };
  }

  private operation(verb: Verb): Operation {
    const { chance, likes } = this;
    const elsewhere = ["second checkout", "second machine"] as const satisfies Place[];
    const at = likes.elsewhere && this.maybe(0.4) ? chance.pick(elsewhere) : undefined;
    const names = this.program.map(({ name }) => name);
    const isUp = verb.startsWith("up");
    const isTargeted = names.length > 1 && this.maybe(0.08);
    const isExcluding = !isTargeted && names.length > 1 && this.maybe(0.05);
    const targets = this.maybe(0.3) ? this.versions.flat().map(({ name }) => name) : names;
    const beside = likes.elsewhere && verb === "up" && this.maybe(0.3);
    return {
      do: verb,
      ...(at && { at }),
      ...(likes.replaces && isUp && names.length > 0 && this.maybe(0.4) && { replace: [chance.pick(names)] }),
      ...(isTargeted && { target: [chance.pick(targets)] }),
      ...(isExcluding && { exclude: [chance.pick(names)] }),
      ...(likes.continues && (isUp || verb === "destroy") && this.maybe(0.4) && { continuesOnError: true }),
      ...(likes.mistakes && this.maybe(0.3) && { with: chance.pick(beside ? mistakes.slice(0, 2) : mistakes) }),
      ...(likes.faults && this.maybe(0.5) && { faults: this.faults() }),
      ...(likes.strikes && verb !== "preview" && this.maybe(0.45) && { strike: this.strike() }),
      ...(likes.drift && this.maybe(0.2) && { meanwhile: [{ atRequest: chance.int(1, 4), drift: this.drift() }] }),
      ...(beside && { beside: { do: "up", at: at ? "first checkout" : chance.pick(elsewhere) } as const }),
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
    return { how: chance.pick(strikeKinds), at: chance.pick([1, 1, 1, 2, 3]), moment: chance.pick(moments) };
  }
}

/** The last is not beside another run, nor with an SSH key that is retained: the key stays in one account unnamed (docs/proofs.md). */
const mistakes = ["wrong key", "wrong address", "key of another account"] as const;
