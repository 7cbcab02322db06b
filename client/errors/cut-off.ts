import type { Range } from "./readings";

/** Shorter pieces of a secret are too likely to be ordinary text. */
export const shortestPiece = 8;

/** What says that a text was cut off. */
const cut = /…|\.{2,}|[([<]?truncated|\n|$/gi;
/** What may stand between the end of a text that was cut off and that of its line. */
const closing = new Set(` "'\`)]}>`);
/** The rest of a character's encoding, if the text was cut off within it. */
const remainder = /(?:\\+(?:[ux][\da-f]{0,3})?|%[\da-f]?|&#?\w{0,6}|\ufffd+)$/i;

/** Where the beginning of a secret stands and the text was cut off before the rest of it. */
export function beginningsIn(text: string, secrets: readonly string[]): Range[] {
  const cuts = [...text.matchAll(cut)].flatMap(({ 0: sign, index }) => {
    const end = sign.length <= 1 && sign !== "…" ? withoutClosing(text, index) : index;
    const left = remainder.exec(text.slice(Math.max(0, end - 12), end))?.[0].length ?? 0;
    return left === 0 ? [end] : [end, end - left];
  });
  return piecesBefore(text, cuts, secrets);
}

/** Where the end of a secret stands behind an ellipsis. */
export function endsIn(text: string, secrets: readonly string[]): Range[] {
  const ellipses = [...text.matchAll(/…|\.{2,}/g)];
  if (ellipses.length === 0) return [];
  const cuts = ellipses.map(({ 0: sign, index }) => text.length - index - sign.length);
  const found = piecesBefore(backwards(text), cuts, secrets.map(backwards));
  return found.map(([from, until]) => [text.length - until, text.length - from]);
}

const backwards = (text: string): string => text.split("").reverse().join("");

function withoutClosing(text: string, end: number): number {
  let at = end;
  while (at > 0 && closing.has(text[at - 1]!)) at--;
  return at;
}

/** The longest beginning of each secret that stands right before one of these positions. */
function piecesBefore(text: string, cuts: readonly number[], secrets: readonly string[]): Range[] {
  const ends = [...new Set(cuts)].sort((a, b) => a - b).filter((end) => end >= shortestPiece);
  const before = new Set(ends.map((end) => text.slice(end - shortestPiece, end)));
  return secrets
    .map((secret) => secret.slice(0, text.length))
    .filter((secret) => hasOneOf(before, secret))
    .flatMap((secret) => longestBeginnings(text, secret, ends));
}

function hasOneOf(pieces: ReadonlySet<string>, secret: string): boolean {
  for (let end = shortestPiece; end <= secret.length; end++)
    if (pieces.has(secret.slice(end - shortestPiece, end))) return true;
  return false;
}

/** The algorithm of Knuth, Morris and Pratt, which reads each character of the text once for any secret. */
function longestBeginnings(text: string, secret: string, ends: readonly number[]): Range[] {
  const shorter = [0];
  const next = (length: number, char: string): number => {
    let fits = length;
    while (fits > 0 && secret[fits] !== char) fits = shorter[fits - 1]!;
    return secret[fits] === char ? fits + 1 : 0;
  };
  for (let at = 1; at < secret.length; at++) shorter.push(next(shorter[at - 1]!, secret[at]!));
  const found: Range[] = [];
  let [at, length] = [0, 0];
  for (const end of ends) {
    // What begins before this can't reach as far as the end.
    if (end - secret.length > at) [at, length] = [end - secret.length, 0];
    for (; at < end; at++) length = next(length, text[at]!);
    if (length >= shortestPiece) found.push([end - length, end]);
  }
  return found;
}
