import { isObject } from "../../provider/table/props";
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
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const nameOf = (name: string) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length > 0
    ? `{ ${members.map(([name, member]) => `${nameOf(name)}: ${code(member)}`).join(", ")} }`
    : "{}";
}
