import { referencesIn } from "../histories/program";
import type { Declared, Program, Step } from "./life";
import type { Observed } from "./side";

/** What the engines may differ in, and why. */
export interface Known {
  readonly name: string;
  readonly reason: string;
  /** Whether a line that one has and the other has not is such a one. */
  readonly covers: (line: string, step: Step) => boolean;
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
];

/** Where two engines did not do the same in one operation: a line each, with who has it. */
export function differencesBetween(local: Observed, cli: Observed, step: Step): string[] {
  const found = [
    ...(local.result === cli.result
      ? []
      : [`the local engine ${local.result}, the CLI ${cli.result}: ${[...local.errors, ...cli.errors].join("\n")}`]),
    ...lines("steps", local.steps, cli.steps),
    ...lines("requests", local.requests, cli.requests),
    ...lines("state", local.state, cli.state),
    ...lines("platform", local.platform, cli.platform),
  ];
  const kept = found.filter((line) => !known.some(({ covers }) => covers(line, step)));
  return kept.length > 0 ? kept : order(local.steps, cli.steps, step.program);
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

/** The order of steps is determined between resources of which one needs the other; of others chance decides. */
function order(local: readonly string[], cli: readonly string[], program: Program): string[] {
  return program.flatMap((declared) =>
    neededBy(declared).flatMap((other) => {
      const isOfBoth = (line: string) =>
        [declared.name, other].some((name) => line.split(" ")[1]?.endsWith(`::${name}`));
      const [mine, its] = [local.filter(isOfBoth).join(", "), cli.filter(isOfBoth).join(", ")];
      return mine === its ? [] : [`steps in another order: the local engine: ${mine}; the CLI: ${its}`];
    }),
  );
}

const neededBy = ({ args, options }: Declared): string[] => [
  ...referencesIn(args),
  ...(options.dependsOn ?? []),
  ...(options.parent === undefined ? [] : [options.parent]),
];
