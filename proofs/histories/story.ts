import { inspect } from "node:util";
import type { Life } from "./life";
import type { Violation } from "./play";

/** A life as code, with what went wrong as comments: whoever keeps it puts it into `known-lives.ts` as it is. */
export function storyOf({ seed, world, program, steps }: Life, violations: readonly Violation[] = []): string {
  const wrong = (step: number) => violations.filter((each) => each.step === step).map(({ what }) => `    // ${what}`);
  return [
    "{",
    `  seed: ${seed},`,
    `  world: ${code(world)},`,
    "  program: [",
    ...program.map((resource) => `    ${code(resource)},`),
    "  ],",
    "  steps: [",
    ...steps.flatMap((step, index) => [`    ${code(step)},`, ...wrong(index + 1)]),
    "  ],",
    "}",
  ].join("\n");
}

/** A value as TypeScript has it, on one line. */
const code = (value: unknown): string => inspect(value, { depth: null, compact: true, breakLength: Infinity });
