import { beginningsIn, endsIn, shortestPiece } from "./cut-off";
import { type Range, type Reading, readings } from "./readings";
import { visible } from "./visible";

/** Command lines, in version 1 by other names: one text, or a list of arguments. */
const commands = ["args", "cmd", "entrypoint", "dockerEntrypoint", "dockerStartCmd"];

/** Members whose contents are never shown, at any depth below them. */
const secretMembers = new Set([
  ...["env", "username", "password", "value", "accessId", "accessSecret", "input", "webhook"],
  // Tokens are passed on command lines, too (M-1).
  ...commands,
]);
/** Shorter words of a command line stay, so that an error about `python` still says so. */
const shortestWord = 8;

export const mask = "[redacted]";
/** Shorter values are too likely to be part of an ordinary word; they are masked only where they stand in quotes. */
const shortest = 4;

/** Every string below a secret member of a request body. */
export function secretsIn(body: unknown, inside = false): string[] {
  if (typeof body === "string") return inside && body !== "" ? [body] : [];
  if (inside && (typeof body === "number" || typeof body === "boolean")) return [String(body)];
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const words = commands.includes(name) ? textsIn(value).flatMap(wordsOf) : [];
    return [...secretsIn(value, inside || secretMembers.has(name)), ...words];
  });
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

export function memberNamesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(memberNamesIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

/** A platform may quote one argument of a command line, or the value of one. */
const wordsOf = (args: string): string[] => args.split(/[\s"'`=,[\]{}]+/).filter((word) => word.length >= shortestWord);

/** Shorter lines of a secret are too likely to be part of ordinary text. */
const shortestLine = 8;

/** The texts to look for: each secret, its spelling in our own errors, and its single lines if it has several, as a private key. */
export function wordingsOf(secret: string): string[] {
  if (secret === "") return [];
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  const telling = lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [];
  return [secret, secret.toWellFormed(), visible(secret), ...telling];
}

/** The text without the secrets, in all common encodings. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutWordings(text, [...new Set(secrets.flatMap(wordingsOf))]);
}

/** As {@link redact}, of secrets in all their wordings. */
export function withoutWordings(text: string, wordings: readonly string[]): string {
  if (wordings.length === 0) return text;
  const found: Range[] = [];
  for (const reading of readings(text)) {
    const { from, until } = reading;
    for (const [first, end] of placesIn(reading, wordings)) found.push([from[first]!, until[end - 1]!]);
  }
  return masked(text, found);
}

function* placesIn({ text }: Reading, wordings: readonly string[]): Generator<Range> {
  const mayHold = wordings.length > few ? piecesOf(text) : () => true;
  for (const wording of wordings) {
    const isTelling = wording.length >= shortest;
    for (const quote of isTelling ? [""] : [`'`, `"`, "`"])
      if (mayHold(quote + wording + quote))
        for (const [from, until] of everyPlace(text, quote + wording + quote))
          yield [from + quote.length, until - quote.length];
  }
  const long = wordings.filter((wording) => wording.length > shortestPiece);
  yield* beginningsIn(
    text,
    long.filter((wording) => mayHold(wording.slice(0, shortestPiece))),
  );
  yield* endsIn(
    text,
    long.filter((wording) => mayHold(wording.slice(-shortestPiece))),
  );
}

function* everyPlace(text: string, wording: string): Generator<Range> {
  for (let at = text.indexOf(wording); at !== -1; at = text.indexOf(wording, at + wording.length))
    yield [at, at + wording.length];
}

/** The text with one mask for each place, and for places that overlap. */
function masked(text: string, places: readonly Range[]): string {
  let clean = "";
  let done = 0;
  for (const [from, until] of [...places].sort(([a], [b]) => a - b)) {
    if (from >= done) clean += text.slice(done, from) + mask;
    done = Math.max(done, until);
  }
  return clean + text.slice(done);
}

/** So many are looked for one by one. */
const few = 50;
const longestPiece = 8;

/** False for what the text certainly lacks, by its pieces: to search the text for each of a job's million values takes minutes. */
function piecesOf(text: string): (needle: string) => boolean {
  const bySize = new Map<number, Set<string>>();
  const piecesOfSize = (size: number) => {
    const known = bySize.get(size);
    if (known) return known;
    const pieces = new Set<string>();
    for (let i = 0; i + size <= text.length; i++) pieces.add(text.slice(i, i + size));
    bySize.set(size, pieces);
    return pieces;
  };
  return (needle) => {
    const size = Math.min(needle.length, longestPiece);
    const pieces = piecesOfSize(size);
    for (let i = 0; i + size <= needle.length; i++) if (!pieces.has(needle.slice(i, i + size))) return false;
    return true;
  };
}
