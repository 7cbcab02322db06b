import { parseUrn } from "../../plugin/names";
import { kindName } from "./step-line";

/** `Pod trainer`: a resource as people call it. */
export function labelOf(urn: string): string {
  const { type, name } = parseUrn(urn);
  if (type === "pulumi:providers:compute" && /^default(_|$)/.test(name)) return "The provider";
  return `${kindName(type)} ${name}`;
}

/**
 * A URN in quotation marks, or one that a blank ends; or a type, as in `pulumi-nodejs:dynamic/compute:Pod resource 'trainer'`. A
 * command that takes one is left as it is, so that it can be copied.
 */
const called =
  /`[^`]*`|"(urn:pulumi:[^"]+)"|'(urn:pulumi:[^']+)'|(urn:pulumi:[^\s,;)]+)|\b(pulumi-nodejs:dynamic\/compute:\w+|compute:(?:index|fleet):\w+|pulumi:providers:compute(?= resource '))(?: resource '([^']+)')?/g;

/** The provider of every resource that names none. */
const ownProvider = /\bpulumi:providers:compute resource 'default(?:_[^']*)?'/g;

/** Commands of the CLI's that our command has too. The provider and the engine name the CLI's. */
const sharedCommand = /`pulumi (?=(?:config (?:set|rm)|state (?:delete|unprotect)|up|preview|refresh)\b)/g;

/** What the engine puts before the one reason for which an object did not get ready. */
const onlyReason = /^1 error occurred:\n\t\* /;

/** A text of the engine's, with its commands and with what its URNs and its types are called. */
export const withLabels = (text: string): string =>
  withNames(
    text.replace(sharedCommand, "`compute ").replaceAll("`pulumi stack --show-urns`", "`compute stack export`"),
  );

/** A text of an engine's, with what its URNs and its types are called in place of them. */
export const withNames = (text: string): string =>
  text
    .replace(onlyReason, "")
    .replace(ownProvider, "The provider")
    .replace(called, (all, ...groups: (string | undefined)[]) => {
      const urn = groups.slice(0, 3).find((each) => each !== undefined);
      const [type, name] = groups.slice(3, 5);
      if (type !== undefined) return name === undefined ? kindName(type) : `${kindName(type)} ${name}`;
      return urn === undefined || urn.split("::").length < 4 ? all : labelOf(urn);
    });

/** `pods`, `network volumes`: what several of a kind are called in a sentence. */
export const pluralOf = (kind: string): string =>
  kind === "" || kind.includes(":") ? "resources" : `${kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}s`;

/** The name without the number that a loop gave it, and that number. */
export function familyOf(name: string): { readonly stem: string; readonly number: number | undefined } {
  let end = name.length;
  while (end > 0 && /\d/.test(name.charAt(end - 1))) end -= 1;
  const [stem, digits] = [name.slice(0, end), name.slice(end)];
  return digits === "" || digits.length > 9 ? { stem: name, number: undefined } : { stem, number: Number(digits) };
}

/** Names and runs of names that are listed before it says how many there are besides. */
const shownRuns = 3;

/** `workers-0 … workers-29`, `a, b, c`: names in one piece, runs of numbers as their ends. */
export function namesText(names: readonly string[]): string {
  const texts = namesInRuns(names);
  if (texts.length <= shownRuns) return texts.join(", ");
  return `${texts.slice(0, shownRuns - 1).join(", ")}, …, ${texts.at(-1)}`;
}

/** The same as a list that leaves none out. */
export function namesInRuns(names: readonly string[]): string[] {
  const ordered = [...names].sort((a, b) => {
    const [one, other] = [familyOf(a), familyOf(b)];
    return one.stem === other.stem ? (one.number ?? -1) - (other.number ?? -1) : 0;
  });
  const runs: string[][] = [];
  for (const name of ordered) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1)!, name)) run.push(name);
    else runs.push([name]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]} … ${run.at(-1)}`] : run));
}

/** `workers-0…29` of `workers-0 … workers-29`, where there is no room for all of it. */
export const brieferNames = (text: string): string =>
  text.replace(/(?<![^\s,])([^\s,]+) … ([^\s,]+)/g, (all, first: string, last: string) => {
    const { stem, number } = familyOf(first);
    return number !== undefined && stem === familyOf(last).stem ? `${first}…${last.slice(stem.length)}` : all;
  });

function follows(before: string, name: string): boolean {
  const [one, other] = [familyOf(before), familyOf(name)];
  return one.number !== undefined && one.stem === other.stem && other.number === one.number + 1;
}
