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

/** The ways in which this text may spell a value. */
function spellings(secret: string, text: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  return [
    secret,
    ...(text.includes("\\") ? inJson(secret) : []),
    // As our own errors spell it.
    visible(secret),
    ...(/[%+]/.test(text) ? inAddresses(secret) : []),
    ...(text.includes("&") ? [secret.replace(/[&<>"']/g, (sign) => entities[sign]!)] : []),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

/** As it is quoted in JSON, by whatever writer, and where that is quoted inside JSON again, as proxies and loggers do. */
function inJson(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const plain = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, JSON.stringify(json).slice(1, -1), json.replaceAll("/", "\\/"), plain, plain.replaceAll("/", "\\/")];
}

/** In paths, in queries, and with hex digits of either case. */
function inAddresses(secret: string): string[] {
  const escaped = escape(secret);
  const both = [escaped, escaped.replaceAll("%20", "+"), escaped.replaceAll("%2F", "/")];
  return [...both, ...both.map((each) => each.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))];
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text without any of the secrets, in whatever common spelling. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  // The longest first, so that a secret that is part of another does not leave the rest of it standing.
  const all = [...new Set(secrets.flatMap((secret) => spellings(secret, text)))].sort((a, b) => b.length - a.length);
  const mayHold = piecesOf(text);
  const hide = (found: string, shown: string) => {
    if (mayHold(found)) clean = clean.replaceAll(found, shown);
  };
  for (const secret of all) {
    if (secret.length >= shortest) hide(secret, mask);
    else for (const quote of [`'`, `"`, "`"]) hide(quote + secret + quote, quote + mask + quote);
  }
  return withoutEncoded(clean, secrets);
}

/** What may be base64 of more than a secret: a header has the user's name and the password in one. */
const encoded = /[A-Za-z0-9+/_-]{16,}/g;

/** Without what is base64 of a text that holds a secret. It may begin anywhere in what looks like it, as after a path. */
function withoutEncoded(text: string, secrets: readonly string[]): string {
  const found = [...new Set(text.match(encoded) ?? [])].map((run) => ({ run, said: decoded(run) }));
  if (found.length === 0) return text;
  const mayHold = piecesOf(found.map(({ said }) => said).join("\n"));
  const held = secrets.filter((secret) => secret.length >= shortest && mayHold(secret));
  const telling = found.filter(({ said }) => held.some((secret) => said.includes(secret)));
  return telling.reduce((clean, { run }) => clean.replaceAll(run, mask), text);
}

const decoded = (run: string): string =>
  [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString()).join("\n");

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
