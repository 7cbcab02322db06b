import { ownMember } from "../../values/own-member";

/** A text as somebody decodes it. Each code unit stands for the piece `from` until before `until` of the text as it was. */
export interface Reading {
  readonly text: string;
  readonly from: readonly number[];
  readonly until: readonly number[];
}

/** Where something stands in a text: from the first position until before the second. */
export type Range = readonly [from: number, until: number];

/** How often JSON may be quoted within JSON, as proxies and loggers do. */
const deepestJson = 4;

/**
 * All the ways in which a text may be read: as it stands, and without one of the encodings in which servers quote a request;
 * each also as JSON, since the request that they quote is JSON, and as a text in single quotes. Each reading takes time that is
 * linear in the text.
 */
export function* readings(text: string): Generator<Reading> {
  const plain = asItStands(text);
  for (const read of ways) {
    let reading = read(plain);
    for (let depth = 0; reading && depth <= deepestJson; depth++) {
      yield reading;
      const single = decoded(reading, /''/g, () => "'");
      if (single) yield single;
      reading = decoded(reading, inJson, ofJson);
    }
  }
}

const asItStands = (text: string): Reading => ({
  text,
  from: Array.from({ length: text.length }, (_, at) => at),
  until: Array.from({ length: text.length }, (_, at) => at + 1),
});

/** One character in UTF-8, each byte of which is written as `%` and two digits. */
const percent =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;
const inForm = new RegExp(`\\+|${percent.source}`, "gi");
const ofPercent = (token: string): string =>
  token === "+" ? " " : Buffer.from(token.replaceAll("%", ""), "hex").toString();

const entity = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
function ofEntity(token: string, [, name, decimal, hex]: RegExpMatchArray): string {
  if (name !== undefined) return ownMember(named, name.toLowerCase())!;
  const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
  return point <= 0x10_ffff ? String.fromCodePoint(point) : token;
}

/** As JSON, JavaScript and Python write it. */
const inJson = /\\(?:(["'\\/`bfnrt])|u([\da-fA-F]{4})|x([\da-fA-F]{2})|U(00(?:0[\da-fA-F]|10)[\da-fA-F]{4}))/g;
const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
function ofJson(_token: string, [, sign, unit, byte, point]: RegExpMatchArray): string {
  return sign === undefined
    ? String.fromCodePoint(parseInt(unit ?? byte ?? point!, 16))
    : (ownMember(controls, sign) ?? sign);
}

/** May begin anywhere in what looks like it, as after a path; and JSON may write its slashes with a backslash. */
const base64 = /(?:[\w+/-]|\\\/){6,}={0,2}/g;
const ofBase64 = (run: string): string[] => {
  const plain = run.replaceAll("\\", "");
  return [0, 1, 2, 3].map((skipped) => Buffer.from(plain.slice(skipped), "base64").toString());
};

const hex = /[\da-f]{8,}/gi;
const ofHex = (run: string): string[] => [0, 1].map((skipped) => Buffer.from(run.slice(skipped), "hex").toString());

/** The text as read in each encoding; undefined if it contains nothing in that encoding. */
const ways: readonly ((plain: Reading) => Reading | undefined)[] = [
  (plain) => plain,
  (plain) => decoded(plain, entity, ofEntity),
  (plain) => decoded(plain, percent, ofPercent),
  (plain) => decoded(plain, inForm, ofPercent),
  (plain) => decodedRuns(plain.text, base64, ofBase64),
  (plain) => decodedRuns(plain.text, hex, ofHex),
];

/** Replaces each token by its meaning; undefined if there is none. */
function decoded(
  { text, from, until }: Reading,
  token: RegExp,
  meaning: (token: string, match: RegExpMatchArray) => string,
): Reading | undefined {
  const read = { text: "", from: [] as number[], until: [] as number[] };
  let done = 0;
  const keep = (end: number) => {
    read.text += text.slice(done, end);
    for (; done < end; done++) {
      read.from.push(from[done]!);
      read.until.push(until[done]!);
    }
  };
  for (const match of text.matchAll(token)) {
    keep(match.index);
    const meant = meaning(match[0], match);
    done += match[0].length;
    add(read, meant, from[match.index]!, until[done - 1]!);
  }
  if (done === 0) return undefined;
  keep(text.length);
  return read;
}

/** What runs of characters may mean that encode bytes, each on a line of its own. All of a meaning stands for the whole run. */
function decodedRuns(text: string, run: RegExp, meanings: (run: string) => string[]): Reading | undefined {
  const read = { text: "", from: [] as number[], until: [] as number[] };
  for (const { 0: found, index } of text.matchAll(run))
    for (const meant of meanings(found)) add(read, `${meant}\n`, index, index + found.length);
  return read.text === "" ? undefined : read;
}

function add(read: { text: string; from: number[]; until: number[] }, meant: string, from: number, until: number) {
  read.text += meant;
  for (let i = 0; i < meant.length; i++) {
    read.from.push(from);
    read.until.push(until);
  }
}
