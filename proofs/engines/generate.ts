import type { Props } from "../../provider/table/props";
import { type Chance, chanceFrom } from "../chance";
import { changedArgs, foreignChange, foundObject, newArgs, optional } from "../arguments";
import { type Source, sourceOf } from "../source";
import type { Program as LivingProgram } from "../histories/program";
import type { ComparedKind } from "../programs";
import { withoutCircles } from "./circles";
import type { Alias, Declared, Drift, Fault, Found, Life, Options, Program, Step, Verb } from "./life";

/** A life by its seed: what people do to a stack, with what Pulumi lets them say. */
export function lifeOf(seed: number): Life {
  return new Generator(seed).life();
}

const comparedKinds: readonly ComparedKind[] = [
  "pod",
  "networkVolume",
  "networkVolume",
  "networkVolume",
  "registryCredential",
  "cluster",
];
const isCompared = (declared: Declared): declared is Declared & { readonly kind: ComparedKind } =>
  comparedKinds.includes(declared.kind as ComparedKind);

class Generator {
  private readonly chance: Chance;
  private readonly source: Source;
  private program: Program = [];
  private versions: Program[] = [];
  private names = 0;
  private readonly parallel: number;
  private readonly oneByOne: boolean;
  /** The chance of imports, apart from the other one, so that lives without imports stay as they are. */
  private readonly importing: Chance;
  private readonly likesImports: boolean;
  private found: Found[] = [];

  constructor(private readonly seed: number) {
    this.chance = chanceFrom(seed);
    this.importing = chanceFrom(seed ^ 0x696d706f);
    this.likesImports = this.importing.next() < 0.2;
    this.parallel = this.chance.pick([1, 1, 1, 4]);
    this.oneByOne = this.parallel === 1 || this.chance.next() < 0.4;
    this.source = sourceOf(this.chance);
  }

  life(): Life {
    const { chance } = this;
    const count = chance.int(1, 5);
    for (let index = 0; index < count; index++) this.add();
    const length = chance.int(3, 7);
    const steps: Step[] = [this.step("up")];
    while (steps.length < length) {
      if (chance.next() < 0.75) this.edit();
      steps.push(this.step(chance.pick<Verb>(["up", "up", "up", "up --refresh", "preview", "refresh", "destroy"])));
    }
    return {
      seed: this.seed,
      parallel: this.parallel,
      oneByOne: this.oneByOne,
      steps: [...steps, { do: "destroy" as const, program: this.program }].map((step) =>
        // One after the other, nobody waits for what comes later.
        this.oneByOne ? step : { ...step, program: withoutCircles(step.program) },
      ),
    };
  }

  private maybe<T extends object>(share: number, make: () => T): T | Record<never, never> {
    return this.chance.next() < share ? make() : {};
  }

  private named(...kinds: Declared["kind"][]): string | undefined {
    const names = this.program.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).map(({ name }) => name);
    return names.length > 0 ? this.chance.pick(names) : undefined;
  }

  private living(): LivingProgram {
    return this.program.filter(isCompared).map(({ kind, name, args }) => ({ kind, name, args }));
  }

  private add(): void {
    const { chance } = this;
    const kind = chance.pick<Declared["kind"]>([
      ...comparedKinds,
      ...comparedKinds,
      "group",
      "group",
      "provider",
      "reader",
    ]);
    const name = `${kind}-${++this.names}`;
    const of = this.named("networkVolume");
    if (kind === "reader" && of === undefined) return;
    const args: Props =
      kind === "provider"
        ? { maxHourlyCost: "100" }
        : kind === "reader"
          ? { of }
          : kind === "group"
            ? { size: chance.int(1, 3), ...this.maybe(0.3, () => ({ token: this.source.secret() })) }
            : newArgs(this.source, kind, name, this.living());
    const declared: Declared = { kind, name, args, options: this.options(kind) };
    this.program = [...this.program, isCompared(declared) ? this.maybeImported(declared, 0.5) : declared];
  }

  /** The resource, now and then as an import of an object that somebody else makes before the next operation. */
  private maybeImported(declared: Declared & { readonly kind: ComparedKind }, share: number): Declared {
    const { importing } = this;
    if (!this.likesImports || importing.next() >= share) return declared;
    const name = `found-${++this.names}`;
    const { args, body } = foundObject(sourceOf(importing), declared.kind, name);
    this.found.push({ name, kind: declared.kind, body });
    const options = { ...declared.options, import: name };
    return { ...declared, options, ...(importing.next() < 0.7 && { args }) };
  }

  private options(kind: Declared["kind"]): Options {
    const parent = this.named("group");
    const provider = this.named("provider");
    const family = {
      ...this.maybe(0.3, () => (parent === undefined ? {} : { parent })),
      ...(kind === "provider" ? {} : this.maybe(0.4, () => (provider === undefined ? {} : { provider }))),
      ...this.maybe(0.3, () => {
        const name = this.named();
        return name === undefined ? {} : { dependsOn: [name] };
      }),
    };
    return kind === "group" || kind === "provider" || kind === "reader"
      ? family
      : { ...family, ...this.plainOptions(kind) };
  }

  private plainOptions(kind: ComparedKind): Options {
    const argument = () => this.chance.pick([...optional[kind], "name", ...(kind === "networkVolume" ? ["size"] : [])]);
    return {
      ...this.maybe(0.1, () => ({ protect: true })),
      ...this.maybe(0.1, () => ({ retainOnDelete: true })),
      ...this.maybe(0.15, () => ({ deleteBeforeReplace: this.chance.next() < 0.7 })),
      ...this.maybe(0.15, () => ({ ignoreChanges: [argument()] })),
      ...this.maybe(0.1, () => ({ replaceOnChanges: [argument()] })),
      ...this.maybe(0.1, () => ({ additionalSecretOutputs: [argument()] })),
      ...this.maybe(0.1, () => {
        const deletedWith = this.named();
        return deletedWith === undefined ? {} : { deletedWith };
      }),
    };
  }

  private edit(): void {
    const { chance, program } = this;
    this.versions.push(program);
    const roll = chance.next();
    const chosen = program.length > 0 ? chance.pick(program) : undefined;
    if (!chosen || roll < 0.15) return this.add();
    if (roll < 0.3) {
      this.program = program.filter((each) => each !== chosen);
      return;
    }
    if (roll < 0.38) {
      this.program = chance.pick(this.versions);
      return;
    }
    const put = (changed: Declared) => {
      this.program = program.map((each) => (each === chosen ? changed : each));
    };
    // After an early delete, the CLI can't import in the place of what it deleted (tests/engine/scenarios/imports.ts).
    const deletesEarly = [...this.versions, program].flat().some(({ options }) => options.deleteBeforeReplace);
    if (this.likesImports && !deletesEarly && isCompared(chosen) && this.importing.next() < 0.3) {
      const { import: imported, ...options } = chosen.options;
      return put(imported === undefined ? this.maybeImported(chosen, 1) : { ...chosen, options });
    }
    if (roll < 0.5) return this.move(chosen, put);
    if (roll < 0.65)
      return put({ ...chosen, options: { ...this.options(chosen.kind), ...this.familyOf(chosen.options) } });
    if (isCompared(chosen)) {
      const { kind, name, args } = chosen;
      return put({
        ...chosen,
        args: { ...args, ...changedArgs(this.source, { kind, name, args }, this.living()) },
      });
    }
    if (chosen.kind === "group") return put({ ...chosen, args: { size: chance.int(1, 3) } });
    if (chosen.kind === "provider") return put({ ...chosen, args: { maxHourlyCost: String(chance.int(100, 102)) } });
  }

  private familyOf({ parent, provider, dependsOn }: Options): Options {
    return {
      ...(parent !== undefined && { parent }),
      ...(provider !== undefined && { provider }),
      ...(dependsOn && { dependsOn }),
    };
  }

  /** Another name, or another parent, with an alias or, now and then, without. */
  private move(chosen: Declared, put: (changed: Declared) => void): void {
    const { chance } = this;
    const { parent, ...rest } = chosen.options;
    const isRenamed = chance.next() < 0.5;
    const group = this.named("group");
    const newParent =
      isRenamed || group === chosen.name || this.isWithin(group, chosen.name)
        ? parent
        : parent === undefined
          ? group
          : undefined;
    const name = isRenamed ? `${chosen.kind}-${++this.names}` : chosen.name;
    const alias: Alias = {
      ...(isRenamed && { name: chosen.name }),
      ...(newParent !== parent && (parent === undefined ? { noParent: true as const } : { parent })),
    };
    const aliases = chance.next() < 0.85 ? [...(rest.aliases ?? []), alias] : [];
    const options = {
      ...rest,
      ...(newParent !== undefined && { parent: newParent }),
      ...(aliases.length > 0 && { aliases }),
    };
    put({ ...chosen, name, options });
  }

  /** Declared before it, a parent is made before it too. */
  private isWithin(group: string | undefined, name: string): boolean {
    const at = (each: string) => this.program.findIndex((declared) => declared.name === each);
    return group === undefined || at(group) > at(name);
  }

  private step(verb: Verb): Step {
    const { chance } = this;
    const name = this.named();
    const isChoosy = name !== undefined && chance.next() < 0.25;
    const isExcluding = isChoosy && chance.next() < 0.3;
    const step: Step = {
      do: verb,
      program: this.program,
      ...this.maybe(0.2, () => ({ handOver: true })),
      ...(isChoosy && !isExcluding && { target: [name], ...this.maybe(0.4, () => ({ targetDependents: true })) }),
      ...(isExcluding && {
        exclude: [name],
        ...(verb !== "destroy" && this.maybe(0.4, () => ({ excludeDependents: true }))),
      }),
      ...(verb !== "refresh" &&
        verb !== "destroy" &&
        name !== undefined &&
        !isChoosy &&
        this.maybe(0.1, () => ({ replace: [name] }))),
      ...((verb.startsWith("up") || verb === "destroy") && this.maybe(0.2, () => ({ continueOnError: true }))),
      ...((verb === "refresh" || verb === "destroy") && this.maybe(0.2, () => ({ runProgram: true }))),
      ...this.maybe(0.25, () => ({ faults: [this.fault()] })),
      ...this.maybe(0.25, () => this.drifted()),
      ...(this.found.length > 0 && { found: this.found }),
    };
    this.found = [];
    // Which dependents of a target such a refresh reads, the CLI decides by other rules than any other operation.
    const { runProgram: _, ...quiet } = step;
    const isOdd = verb === "refresh" && (step.targetDependents || step.excludeDependents);
    // The CLI imports what is no target too, and with `--continue-on-error` deletes what an import that failed was to take the place of.
    const isRisky = step.target ?? step.exclude ?? step.continueOnError;
    return { ...(isOdd ? quiet : step), ...(isRisky && { program: withoutImports(step.program) }) };
  }

  private fault(): Fault {
    const { chance } = this;
    const method = chance.pick<Fault["method"]>(["POST", "POST", "PATCH", "DELETE", "DELETE", "GET"]);
    const kind = chance.pick(comparedKinds);
    // Which of several requests is the first, chance decides where they run side by side, and always among deletes.
    if (!this.oneByOne || method === "DELETE" || method === "GET") return { method, kind, nth: 1, times: "always" };
    return { method, kind, nth: chance.int(1, 2), times: chance.pick<Fault["times"]>([1, 1, "always"]) };
  }

  private drifted(): { drift?: Drift[] } {
    const living = this.living();
    if (living.length === 0) return {};
    const resource = this.chance.pick(living);
    const body = this.chance.next() < 0.5 ? foreignChange(this.source, resource) : undefined;
    return { drift: [{ name: resource.name, ...(body && { body }) }] };
  }
}

const withoutImports = (program: Program): Program =>
  program.map(({ options: { import: _, ...options }, ...declared }) => ({ ...declared, options }));
