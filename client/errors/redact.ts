import { visible } from "./visible";

/** Members whose contents are never shown: whatever is below them counts, at any depth. */
const secretMembers = new Set([
  ...["env", "username", "password", "value", "accessId", "accessSecret", "input", "webhook"],
  // Tokens are passed on command lines, too (M-1).
  ...["args", "cmd", "entrypoint"],
]);
/** Shorter words of a command line stay, so that an error about `python` still says so. */
const shortestWord = 8;

const mask = "[redacted]";
/** Shorter values are too likely to be part of an ordinary word; they are masked only where they stand in quotes. */
const shortest = 4;

/** Every string below a secret member of a request body. */
export function secretsIn(body: unknown, inside = false): string[] {
  if (typeof body === "string") return inside && body !== "" ? [body] : [];
  if (inside && (typeof body === "number" || typeof body === "boolean")) return [String(body)];
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const words = name === "args" && typeof value === "string" ? wordsOf(value) : [];
    return [...secretsIn(value, inside || secretMembers.has(name)), ...words];
  });
}

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A platform may quote one argument of a command line, or the value of one. */
const wordsOf = (args: string): string[] => args.split(/[\s"'`=,[\]{}]+/).filter((word) => word.length >= shortestWord);

/** The ways in which an answer may spell a value. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    // JSON that was quoted inside JSON, as proxies and loggers do.
    JSON.stringify(json).slice(1, -1),
    // As our own errors spell it.
    visible(secret),
    escape(secret),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text without any of the secrets, in whatever common spelling. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  // The longest first, so that a secret that is part of another does not leave the rest of it standing.
  const all = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length);
  const mayHold = piecesOf(text);
  const hide = (found: string, shown: string) => {
    if (mayHold(found)) clean = clean.replaceAll(found, shown);
  };
  for (const secret of all) {
    if (secret.length >= shortest) hide(secret, mask);
    else for (const quote of [`'`, `"`, "`"]) hide(quote + secret + quote, quote + mask + quote);
  }
  return clean;
}

const pieceLength = 4;

/**
 * False for what the text certainly does not hold: some four characters of it in a row are nowhere in the text. A job's
 * input may have a million values, and to search the whole text for each would take minutes.
 */
function piecesOf(text: string): (needle: string) => boolean {
  const pieces = new Set<string>();
  for (let i = 0; i + pieceLength <= text.length; i++) pieces.add(text.slice(i, i + pieceLength));
  return (needle) => {
    for (let i = 0; i + pieceLength <= needle.length; i++)
      if (!pieces.has(needle.slice(i, i + pieceLength))) return false;
    return true;
  };
}
