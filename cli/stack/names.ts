import { parseUrn } from "../../plugin/names";
import { kindName } from "./step-line";

/** What a URN says of its resource. */
export type Named = Pick<ReturnType<typeof parseUrn>, "type" | "name">;

/** `Pod trainer`: a resource by kind and name. */
export function labelOf(urn: string): string {
  const { type, name } = parseUrn(urn);
  if (type === "pulumi:providers:compute" && /^default(_|$)/.test(name)) return "The provider";
  return `${kindName(type)} ${name}`;
}

/** A URN in quotation marks or before a blank, or a type. A URN in a command stays, so that the command can be copied. */
const called =
  /`[^`]*`|"(urn:pulumi:[^"]+)"|'(urn:pulumi:[^']+)'|(urn:pulumi:[^\s,;)]+)|\b(pulumi-nodejs:dynamic\/compute:\w+|compute:(?:index|fleet):\w+|pulumi:providers:compute(?= resource '))(?: resource '([^']+)')?/g;

const ownProvider = /\bpulumi:providers:compute resource 'default(?:_[^']*)?'/g;

/** Commands that both the CLI and ours have. The provider and the engine name those of the CLI. */
const sharedCommand = /`pulumi (?=(?:config (?:set|rm)|state (?:delete|unprotect)|up|preview|refresh)\b)/g;

/** The engine's preface to the only reason why an object did not become ready. */
const onlyReason = /^1 error occurred:\n\t\* /;

/** A text of the engine, with our commands, and with names in place of URNs and types. */
export const withLabels = (text: string): string =>
  withNames(
    text.replace(sharedCommand, "`compute ").replaceAll("`pulumi stack --show-urns`", "`compute stack export`"),
  );

/** A text of an engine, with names in place of URNs and types. */
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

/** `pods`, `network volumes`: the plural of a kind in a sentence. */
export const pluralOf = (kind: string): string =>
  kind === "" || kind.includes(":") ? "resources" : `${kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}s`;

/** The name without the number from a loop, and that number. */
export function familyOf(name: string): { readonly stem: string; readonly number: number | undefined } {
  const [digits] = /(?<!\d)\d{1,9}$/.exec(name) ?? [];
  return digits === undefined
    ? { stem: name, number: undefined }
    : { stem: name.slice(0, -digits.length), number: Number(digits) };
}

/** The number of names and runs that are listed before the rest is counted. */
const shownRuns = 3;

/** `workers-0 … workers-29`, `a, b, c`: names as text, with runs of numbers abbreviated. */
export function namesText(names: readonly string[]): string {
  const texts = namesInRuns(names);
  if (texts.length <= shownRuns) return texts.join(", ");
  return `${texts.slice(0, shownRuns - 1).join(", ")}, …, ${texts.at(-1)}`;
}

export function namesInRuns(names: readonly string[]): string[] {
  const ordered = names
    .map((name) => ({ name, ...familyOf(name) }))
    .sort((one, other) => (one.stem === other.stem ? (one.number ?? -1) - (other.number ?? -1) : 0));
  const runs: string[][] = [];
  for (const [at, { name, stem, number }] of ordered.entries()) {
    const before = ordered[at - 1];
    const isNext = before?.number !== undefined && before.stem === stem && before.number + 1 === number;
    if (isNext) runs.at(-1)!.push(name);
    else runs.push([name]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]} … ${run.at(-1)}`] : run));
}

/** Shortens `workers-0 … workers-29` to `workers-0…29`, if there is no room for all of it. */
export const brieferNames = (text: string): string =>
  text.replace(/(?<![^\s,])([^\s,]+) … ([^\s,]+)/g, (all, first: string, last: string) => {
    const { stem, number } = familyOf(first);
    return number !== undefined && stem === familyOf(last).stem ? `${first}…${last.slice(stem.length)}` : all;
  });
