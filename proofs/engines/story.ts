import type { Declared, Life, Program, Step } from "./life";
import type { Played } from "./play";

/** A life as programs and steps, for somebody to replay by hand. */
export function storyOf({ steps, parallel, oneByOne }: Life, differing: Played["differing"]): string {
  let before: string | undefined;
  const told = steps.flatMap((step, index) => {
    const program = programText(step.program);
    const isNew = program !== before;
    before = program;
    const wrong = differing?.step === index + 1 ? differing.differences.map((text) => `     >> ${text}`) : [];
    return [
      ...(isNew ? ["   the program:", program] : []),
      `${String(index + 1).padStart(4)}. ${sentence(step)}`,
      ...wrong,
    ];
  });
  return [
    `with --parallel ${parallel}, ${oneByOne ? "one resource after the other" : "all resources at once"}`,
    ...told,
  ].join("\n");
}

const programText = (program: Program): string => program.map((each) => `       ${declaration(each)}`).join("\n");

const declaration = ({ kind, name, args, options }: Declared): string =>
  [`${kind} ${name}`, JSON.stringify(args), ...(Object.keys(options).length > 0 ? [JSON.stringify(options)] : [])].join(
    " ",
  );

function sentence({ do: verb, program: _, handOver, faults = [], drift = [], found = [], ...flags }: Step): string {
  return [
    ...(handOver ? ["with the other engine:"] : []),
    verb,
    ...Object.entries(flags).map(([name, value]) => `--${name} ${String(value)}`),
    ...found.map(({ name, kind, body }) => `after somebody made the ${kind} ${name}: ${JSON.stringify(body)};`),
    ...drift.map(({ name, body }) => `after somebody ${body ? `sent ${JSON.stringify(body)} to` : "deleted"} ${name};`),
    ...faults.map(
      ({ method, kind, nth, times }) => `${method} of a ${kind} refused, ${times} times from number ${nth} on;`,
    ),
  ].join(" ");
}

export const project = "lives";
export const stackName = "dev";
export const passphrase = "correct horse";

/** An engine's report of an operation. */
export interface Told {
  readonly result: string;
  /** Each step as `op URN`, with its displayed differences and its outcome. */
  readonly steps: readonly string[];
  /** For people: why it failed. */
  readonly errors: readonly string[];
}
