import { ownMember } from "../values/own-member";
import { findProject } from "../provider/create/journal/backend";
import { kinds } from "../provider/kinds";
import type { CheckFailure } from "../provider/table/check";
import { isObject, type Props } from "../provider/table/props";
import type { Resource } from "../provider/table/resource";
import { hasUnknown } from "../provider/table/unknown";
import { nameInTable } from "./forms";
import { type Spelling, settingsInCode, snake } from "./settings-in-code";

/** The spelling of the project above a folder. Engines tell a plugin nothing of the language; they start it in the project's folder. */
export async function spellingOf(folder: string): Promise<Spelling> {
  const runtime = (await findProject(folder))?.runtime;
  return runtime === "python" ? "snake" : runtime === "go" ? "go" : "camel";
}

/** What a failure is told from. */
export interface Told {
  readonly resource: Resource;
  /** The inputs, as the program has them. */
  readonly said: Props;
  /** Names of arguments in which the program has secrets. */
  readonly secrets: readonly string[];
  readonly spelling: Spelling;
}

/**
 * A failure as people read it. Engines look its property up by the whole name and print what they find, `<nil>` for what is inside an
 * argument: there, and in Python, whose names engines don't know, the sentence says itself where it is and what was given.
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

/** A sentence that names arguments, which leaves what is quoted. */
export const spelled = (sentence: string, spelling: Spelling): string =>
  spelling !== "snake"
    ? settingsInCode(sentence, spelling)
    : settingsInCode(sentence, spelling).replace(/"[^"]*"|[^"]+/g, (part) =>
        part.startsWith('"') ? part : inSnake(part),
      );

/** A warning as the program spells arguments, and nothing else: it names resources too. */
export const warningIn = (sentence: string, spelling: Spelling): string => {
  const said = settingsInCode(sentence, spelling);
  return spelling === "snake" ? said.replace(argumentName, inSnake) : said;
};

const argumentNames = Object.values(kinds).flatMap(({ resource }) => Object.keys(resource.inputs));
const argumentName = new RegExp(`(?<![\\w:/."-])(?:${argumentNames.join("|")})(?![\\w-])`, "g");

/** What follows a colon, a slash or a brace is part of a setting or an address; names in `env` and `pods` are the program's own. */
const inSnake = (code: string): string =>
  code.replace(/(?<![\w:/{]|\b(?:env|pods)\.)[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+(?!\w)/g, snake);

const longestShown = 40;

function givenAt(path: string, { resource, said, secrets }: Told): string {
  const [name = "", ...rest] = path.split(/[.[\]"]+/).filter((step) => step !== "");
  const field = ownMember(resource.inputs, nameInTable(resource, name));
  if (!field || field.secret || field.sensitive || secrets.includes(name)) return "";
  const value = rest.reduce<unknown>(
    (inside, step) =>
      Array.isArray(inside) ? inside[Number(step)] : isObject(inside) ? ownMember(inside, step) : undefined,
    ownMember(said, name),
  );
  if (!["string", "number", "boolean"].includes(typeof value) || hasUnknown(value)) return "";
  const text = JSON.stringify(value);
  return text.length > longestShown ? "" : ` (given: ${text})`;
}
