import { referencesIn } from "../histories/program";
import type { Declared, Life, Program, Step } from "./life";
import type { Observed } from "./side";
import { waitsForEver } from "./ending";

/** A difference that the engines may have, and why. */
export interface Known {
  readonly name: string;
  readonly reason: string;
  /** Tells whether a line of one engine alone is such a difference. */
  readonly covers?: (line: string, step: Step) => boolean;
  /** Whether an engine failed in such a way. From then on the engines have different states. */
  readonly parts?: (error: string) => boolean;
  /** Whether these are all differences of such a sort in what is left. From then on the engines have different states. */
  readonly divides?: (differences: readonly string[], step: Step) => boolean;
}

export const known: readonly Known[] = [
  {
    name: "failed refresh of `up --refresh`",
    reason: "the CLI makes no event of a resource that could not be read before an update; the local engine does",
    covers: (line, step) => step.do === "up --refresh" && /^steps: .*refresh .* failed$/.test(line),
  },
  {
    name: "impossible step of a preview",
    reason:
      "of a step that can't be done, such as deleting what is protected, a preview of the CLI has a message and no event",
    covers: (line, step) => step.do === "preview" && /^steps: only the local engine: .* failed$/.test(line),
  },
  {
    name: "need of what is excluded",
    reason:
      "the CLI makes what is in an excluded component, or depends on an excluded resource, that does not exist, and writes " +
      "a state that it then refuses, unless it is a preview or the create fails; the local engine makes nothing and says which resource is missing",
    parts: (error) => error.includes("snapshot integrity failure"),
    divides: (differences, { exclude = [], program }) => {
      const isRefused = (line: string) => line.includes("which is left out by --exclude and does not exist yet");
      const needing = program.filter(({ name }) => needsOf(name, program).some((need) => exclude.includes(need)));
      const isMade = (line: string) =>
        needing.some(({ name }) => /^steps: only the CLI: create \S+$/.test(line) && line.endsWith(`::${name}`));
      return exclude.length > 0 && differences.some((line) => isRefused(line) || isMade(line));
    },
  },
  {
    name: "look at what is left out",
    reason:
      "where a resource is only read, by the id of one that does not exist yet and is excluded, no target, or left to a later run by a refresh " +
      "that runs the program, the CLI writes an entry with a placeholder for an id, and asks the platform nothing; the local engine leaves it " +
      "out as well, and refuses what needs it",
    divides: (differences, { do: verb, runProgram, target, exclude = [], program }) => {
      const isRefresh = verb === "refresh" && runProgram === true;
      const isLeftOut = (name: string) => isRefresh || exclude.includes(name) || target?.includes(name) === false;
      const readers = program.filter(({ kind, args }) => kind === "reader" && isLeftOut(String(args.of)));
      const isRefused = (line: string) => readers.some(({ name }) => line.includes(`::${name}' which`));
      if (differences.some((line) => line.startsWith("the local engine failed, the CLI succeeded") && isRefused(line)))
        return true;
      const isOfOne = (line: string) => readers.some(({ name }) => line.includes(`::${name} `));
      const isStored = differences.some((line) => line.startsWith("state: only the CLI: ") && isOfOne(line));
      return isStored && differences.every((line) => isOfOne(line) || line.includes(" outputs."));
    },
  },
  {
    name: "look at what is gone",
    reason:
      "where a refresh runs a program that looks at an object by the id of a resource whose object it finds gone, the CLI looks for that id and " +
      "stores the entry without outputs; the local engine tells the program that the id is unknown, and leaves the entry as it was",
    divides: (differences, { do: verb, runProgram, program }) => {
      const readers = program.filter(({ kind }) => kind === "reader");
      const isOfOne = (line: string) => readers.some(({ name }) => line.includes(`::${name} `));
      const isUnknown = (line: string) => /^state: only the \S.* pulumi:pulumi:Stack::\S+ outputs\./.test(line);
      return (
        verb === "refresh" &&
        runProgram === true &&
        differences.some((line) => line.startsWith("state: only the local engine: ") && isOfOne(line)) &&
        differences.every((line) => (line.startsWith("state: ") && isOfOne(line)) || isUnknown(line))
      );
    },
  },
  {
    name: "failed look before a destroy",
    reason:
      "where a destroy runs a program that looks at an object, and that fails, the CLI shows that it takes the entry out of the state; the local " +
      "engine takes it out without a word",
    covers: (line, { do: verb, runProgram, program }) =>
      verb === "destroy" &&
      runProgram === true &&
      program.some(
        ({ kind, name }) =>
          kind === "reader" && line.startsWith("steps: only the CLI: discard ") && line.endsWith(`::${name}`),
      ),
  },
  {
    name: "look before a destroy",
    reason:
      "where a destroy with targets runs a program that looks at an object for the first time, or has a new component, the CLI keeps " +
      "the entry that it has just made for that; the local engine takes it out again",
    divides: (differences, { do: verb, runProgram, target, program }) =>
      verb === "destroy" &&
      runProgram === true &&
      target !== undefined &&
      differences.every((line) =>
        program.some(({ kind, name }) => ["reader", "group"].includes(kind) && `${line} `.includes(`::${name} `)),
      ),
  },
  {
    name: "need of a component that is left out",
    reason:
      "where a refresh runs the program and leaves a component or provider out, the CLI shows a step for each resource that this one needs; the " +
      "local engine does not, since it does nothing with them",
    covers: (line, { do: verb, runProgram, target, exclude, program }) =>
      verb === "refresh" &&
      runProgram === true &&
      (target !== undefined || exclude !== undefined) &&
      program
        .filter(({ kind }) => ["group", "provider"].includes(kind))
        .flatMap(({ name }) => needsOf(name, program))
        .some((need) => line.startsWith("steps: only the CLI: same ") && line.endsWith(`::${need}`)),
  },
  {
    name: "default provider of what the program has dropped",
    reason:
      "where a run with targets leaves out what needs a resource that the program has dropped, the CLI takes over that one with its default " +
      "provider, and then refuses the run, since the program's other resources have the same one; the local engine registers it once",
    parts: (error) => /Duplicate resource URN 'urn:\S+::pulumi:providers:\S+::default'/.test(error),
  },
  {
    name: "new name of a target",
    reason:
      "where a destroy runs a program that gives one of its targets another name, the CLI renames it and deletes nothing; the local engine deletes it",
    divides: (differences, { do: verb, runProgram, target = [], program }) => {
      const renamed = program.filter(({ name, options }) => options.aliases && target.includes(name));
      const names = renamed.flatMap(({ name, options }) => [
        name,
        ...options.aliases!.map((alias) => alias.name ?? name),
      ]);
      const isDeleted = (line: string) =>
        line.startsWith("steps: only the local engine: delete ") &&
        renamed.some(({ name }) => line.endsWith(`::${name}`));
      const isOfOne = (line: string) =>
        names.some((name) => `${line} `.includes(`::${name} `) || line.includes(`<${name}#`));
      return verb === "destroy" && runProgram === true && differences.some(isDeleted) && differences.every(isOfOne);
    },
  },
  {
    name: "need of what is renamed or left out",
    reason:
      "where a refresh runs a program that gives a resource another name, the CLI forgets that what the program has dropped " +
      "depends on it, and where it has targets or excludes resources, that what it reads depends on what it leaves out; it may delete the two " +
      "in the wrong order. " +
      "The local engine knows both",
    divides: (differences, { do: verb, runProgram, target, exclude, program }) =>
      verb === "refresh" &&
      runProgram === true &&
      (target !== undefined || exclude !== undefined || program.some(({ options }) => options.aliases)) &&
      differences.every((line) =>
        /^state: only the local engine: \S+ (dependencies|propertyDependencies)\./.test(line),
      ),
  },
  {
    name: "name of what a failed run has yet to delete",
    reason:
      "where a run that refreshes first gives a resource another name, replaces it, and fails before it has deleted the old object, the CLI " +
      "stores that one under the new name; the local engine under the name that it had, as both do without a refresh",
    divides: (differences, { do: verb, program }) =>
      verb === "up --refresh" &&
      program.some(({ options }) => options.aliases) &&
      differences.every((line) => /^state: only the .* \(to be deleted\) /.test(line)),
  },
  {
    name: "another provider and targets",
    reason:
      "where the program gives another provider to a resource that is no target, the CLI refuses the run, since it has not " +
      "started the provider of before; the local engine leaves the resource as it is",
    parts: (error) => error.includes("this is due to a change of providers mixed with --target"),
  },
  {
    name: "unknown provider",
    reason:
      "where a component is a target with its dependents, a refresh of the CLI reads what is in it without having started " +
      "its provider, and fails; the local engine starts it",
    parts: (error) => error.includes("unknown provider '"),
  },
  {
    name: "outputs of a component that is left out",
    reason:
      "in a refresh that runs the program, the CLI leaves a component out that depends on what is gone, and then fails " +
      "because the program gives its outputs; the local engine takes no notice of them",
    parts: (error) => error.includes("whose registration isn't pending"),
  },
  {
    name: "former name of what is left out",
    reason:
      "where a run with targets or exclusions leaves out what depends on a resource that the program renames, and registers the two at once or " +
      "refreshes first, the CLI may write the resource down under its former name as well, or refuse the run because both names were given",
    divides: (differences, { target, exclude, program }) => {
      const renamed = program.filter(({ options }) => options.aliases);
      const names = renamed.flatMap(({ name, options }) => [
        name,
        ...options.aliases!.map((alias) => alias.name ?? name),
      ]);
      const isOfOne = (line: string) => names.some((name) => `${line} `.includes(`::${name} `));
      const isRefused = (line: string) => line.includes("Duplicate resource alias 'urn:");
      return (
        (target !== undefined || exclude !== undefined) &&
        (differences.some(isRefused) || differences.every((line) => /^(steps|state): /.test(line) && isOfOne(line)))
      );
    },
  },
  {
    name: "what an unready object replaces",
    reason:
      "under `--continue-on-error` the CLI asks for the deletion of what was replaced although its replacement has failed, which the " +
      "provider refuses; the local engine does not ask",
    covers: (line, { do: verb, continueOnError }) =>
      verb.startsWith("up") &&
      continueOnError === true &&
      /^steps: only the CLI: delete-replaced \S+( failed)?$/.test(line),
  },
  {
    name: "endless wait",
    reason:
      "under `--continue-on-error` the CLI waits for ever where it can't delete what is to be deleted before its " +
      "replacement; the local engine fails the resource and goes on with the others",
    parts: (error) => error === waitsForEver,
  },
  {
    name: "crash",
    reason: "the CLI broke off with a failed assertion of its own, and wrote down nothing of what it was doing",
    parts: (error) => /^(panic:|goroutine \d+)/m.test(error),
  },
];

/** Whether the engines parted in a way that is listed, so that the life cannot go on. */
export const isParted = (differences: readonly string[], observed: readonly Observed[], step: Step): boolean =>
  known.some(({ divides }) => divides?.(differences, step)) ||
  observed
    .filter(({ result }) => result === "failed")
    .flatMap(({ errors }) => errors)
    .some((error) => known.some(({ parts }) => parts?.(error)));

/**
 * Tells whether the differences are a matter of chance. An operation stops at its first failure, and chance decides which
 * of the resources declared at once, and of the objects deleted at once, came before it.
 */
export function isChance(
  differences: readonly string[],
  observed: readonly Observed[],
  { oneByOne }: Pick<Life, "oneByOne">,
  step: Step,
): boolean {
  if (observed.some(({ result }) => result !== "failed")) return false;
  if (step.continueOnError && (oneByOne || !observed.some(isBrokenOff))) return false;
  if (!oneByOne) return true;
  const deletes = observed.flatMap(({ steps }) => steps.filter((line) => /^(delete|discard)/.test(line)));
  const names = deletes.map((line) => line.split(" ")[1]!.split("::").at(-1)!);
  const isOfOne = (line: string) => names.some((name) => line.includes(`::${name}`) || line.includes(`<${name}#`));
  return deletes.some((line) => line.endsWith(" failed")) && differences.every(isOfOne);
}

/** Tells whether an error ended the whole operation, as a failed check does; a failed step leaves the others running. */
const isBrokenOff = ({ errors, steps }: Observed): boolean =>
  errors.length > steps.filter((line) => line.endsWith(" failed")).length;

/**
 * Where two engines did not do the same in one operation: a line each, with who has it.
 *
 * @param before the state before, which alone tells what a resource needs where no program runs.
 */
export function differencesBetween(
  local: Observed,
  cli: Observed,
  step: Step,
  before: readonly string[] = [],
): string[] {
  const found = [
    ...(local.result === cli.result
      ? []
      : [`the local engine ${local.result}, the CLI ${cli.result}: ${[...local.errors, ...cli.errors].join("\n")}`]),
    ...lines("steps", local.steps, cli.steps),
    ...lines("requests", local.requests, cli.requests),
    ...lines("state", local.state, cli.state),
    ...lines("platform", local.platform, cli.platform),
    ...cli.errors.filter((error) => error === waitsForEver),
  ];
  const kept = found.filter((line) => !known.some(({ covers }) => covers?.(line, step)));
  if (kept.length > 0) return kept;
  const needs = step.do === "destroy" && !step.runProgram ? neededInState(before) : neededInProgram(step.program);
  return order(withoutKnown(local.steps, cli.steps, step), withoutKnown(cli.steps, local.steps, step), needs);
}

function lines(what: string, local: readonly string[], cli: readonly string[]): string[] {
  const lacking = (all: readonly string[], from: readonly string[]) => {
    const left = [...from];
    return all.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...lacking(local, cli).map((line) => `${what}: only the local engine: ${line}`),
    ...lacking(cli, local).map((line) => `${what}: only the CLI: ${line}`),
  ];
}

/** The steps without those covered by a listed difference. Each of the CLI's is left out once for each that the local engine lacks. */
const withoutKnown = (steps: readonly string[], others: readonly string[], step: Step): string[] =>
  steps.filter(
    (line) =>
      !known.some(
        ({ covers }) =>
          covers?.(`steps: only the local engine: ${line}`, step) ||
          (!others.includes(line) && covers?.(`steps: only the CLI: ${line}`, step)),
      ),
  );

/** A resource and one that it needs, by their names. */
interface Need {
  readonly name: string;
  readonly other: string;
}

/** The order of steps is determined between resources of which one needs the other; of others chance decides. */
function order(local: readonly string[], cli: readonly string[], needs: readonly Need[]): string[] {
  return needs.flatMap(({ name, other }) => {
    const isOfBoth = (line: string) => [name, other].some((each) => urnOf(line)?.endsWith(`::${each}`));
    const [mine, its] = [local, cli].map((steps) => deletesInAnyOrder(steps.filter(isOfBoth)).join(", "));
    return mine === its ? [] : [`steps in another order: the local engine: ${mine}; the CLI: ${its}`];
  });
}

/** A program can only refer to what it has declared before. To depend on a component is to depend on what is in it. */
const neededInProgram = (program: Program): Need[] =>
  program.flatMap((declared, at) =>
    neededBy(declared).flatMap((other) => {
      const before = program.slice(0, at).find(({ name }) => name === other);
      return !before || (before.kind === "group" && declared.options.parent !== other)
        ? []
        : [{ name: declared.name, other }];
    }),
  );

/** Lines such as `TYPE::NAME dependencies.0 = "TYPE::OTHER"`. */
const neededInState = (state: readonly string[]): Need[] =>
  state.flatMap((line) => {
    const need = /^\S*::(\S+) (?:parent|deletedWith|dependencies\.\d+) = "\S*::(\S+)"$/.exec(line);
    return need ? [{ name: need[1]!, other: need[2]! }] : [];
  });

/** Objects of one resource of which a replacement has left some are deleted at once: the CLI takes them from a map. */
const deletesInAnyOrder = (steps: readonly string[]): string[] =>
  steps
    .reduce<string[][]>((runs, step) => {
      const before = runs.at(-1)?.at(-1);
      const isOfOne = before?.startsWith("delete") && step.startsWith("delete") && urnOf(before) === urnOf(step);
      return isOfOne ? [...runs.slice(0, -1), [...runs.at(-1)!, step]] : [...runs, [step]];
    }, [])
    .flatMap((run) => run.sort());

const urnOf = (line: string): string | undefined => line.split(" ")[1];

/** All that a resource needs, directly and through others, by name. */
function needsOf(name: string, program: Program, seen: readonly string[] = []): string[] {
  const declared = program.find((each) => each.name === name);
  const direct = declared ? neededBy(declared).filter((need) => !seen.includes(need)) : [];
  return direct.flatMap((need) => [need, ...needsOf(need, program, [...seen, ...direct])]);
}

const neededBy = ({ args, options }: Declared): string[] => [
  ...referencesIn(args),
  ...(options.dependsOn ?? []),
  ...(options.parent === undefined ? [] : [options.parent]),
];
