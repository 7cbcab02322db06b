import { ownMember } from "../values/own-member";
import { findProject } from "../provider/host/backend";
import { kinds } from "../provider/kinds";
import type { CheckFailure } from "../provider/table/check";
import { type Props, valueAt } from "../provider/table/props";
import type { Resource } from "../provider/table/resource";
import { hasUnknown } from "../provider/table/unknown";
import { nameInTable } from "./forms";
import { type Spelling, settingsInCode, snake } from "./settings-in-code";

/** The spelling of names in the project of a folder. Engines do not tell a plugin the language, but start it in the project's folder. */
export async function spellingOf(folder: string): Promise<Spelling> {
  const runtime = (await findProject(folder))?.runtime;
  return runtime === "python" ? "snake" : runtime === "go" ? "go" : "camel";
}

/** The facts for wording a failure. */
export interface Told {
  readonly resource: Resource;
  readonly said: Props;
  readonly secrets: readonly string[];
  readonly spelling: Spelling;
}

/**
 * Words a failure. Engines look up its property by the whole name and print the value, `<nil>` for a nested one. For nested
 * values, and in Python, whose names engines don't know, the sentence itself therefore contains the path and the value.
 */
export function toldFailure({ property, reason }: CheckFailure, told: Told): CheckFailure {
  const isSnake = told.spelling === "snake";
  const sentence = spelled(reason, told.spelling);
  if (property === "" || (!isSnake && /^\w+$/.test(property))) return { property, reason: sentence };
  return {
    property: "",
    reason: `${isSnake ? inSnake(property) : property}: ${sentence}${reason.includes("(got ") ? "" : givenAt(property, told)}`,
  };
}

export const spelled = (sentence: string, spelling: Spelling): string =>
  spelling !== "snake"
    ? settingsInCode(sentence, spelling)
    : settingsInCode(sentence, spelling).replace(/"[^"]*"|[^"]+/g, (part) =>
        part.startsWith('"') ? part : inSnake(part),
      );

/** Respells only the arguments in a warning, which also names resources. */
export const warningIn = (sentence: string, spelling: Spelling): string => {
  const said = settingsInCode(sentence, spelling);
  return spelling === "snake" ? said.replace(argumentName, inSnake) : said;
};

const fields = Object.values(kinds).flatMap(({ resource }: { resource: Resource }) => Object.entries(resource.inputs));
/** Arguments, and the members that size the hardware of a need. */
const argumentNames = fields.flatMap(([name, { need }]) => [name, need?.units, need?.machines].filter(Boolean));
/** An argument, or a path that begins with one. */
const argumentName = new RegExp(
  `(?<![\\w:/."-])(?:${[...new Set(argumentNames)].join("|")})(?:\\[\\d+\\]|\\.[a-zA-Z]\\w*)*(?![\\w-])`,
  "g",
);

/** Converts names to snake case, but not a word of a setting or an address, or the program's own names in `env` and `pods`. */
const inSnake = (code: string): string =>
  code.replace(/(?<![\w:/{]|\b(?:env|pods)\.)[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+(?!\w)/g, snake);

/** The length of a quoted value, which is shortened in the middle: a blank at its end is seen. */
const longestShown = 80;

function givenAt(path: string, { resource, said, secrets }: Told): string {
  const [name = "", ...rest] = path.split(/[.[\]"]+/).filter((step) => step !== "");
  const field = ownMember(resource.inputs, nameInTable(resource, name));
  if (!field || field.secret || field.sensitive || secrets.includes(name)) return "";
  const value = valueAt(said, [name, ...rest]);
  if (!["string", "number", "boolean"].includes(typeof value) || hasUnknown(value)) return "";
  const text = JSON.stringify(value);
  const half = longestShown / 2;
  return ` (given: ${text.length > longestShown ? `${text.slice(0, half)}…${text.slice(-half)}` : text})`;
}
