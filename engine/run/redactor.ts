import { getOrMake } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { isMap, Reference, Secret, unknown, type Value } from "../protocol/values";

/** Knows the secrets of an operation and masks them in everything that is printed or recorded. */
export class Redactor {
  /**
   * Known texts by their first characters and their length. A pattern of thousands of texts would be too large to compile,
   * and thousands of similar tokens share a beginning: one look-up for each length finds them.
   */
  private readonly byHead = new Map<string, Map<number, Set<string>>>();
  /** The first code units of known and spared texts, which alone rule out most of the output. */
  private readonly beginnings = new Set<number>();

  /** @param spared stays visible, as the beginning of the stack's URNs. */
  constructor(private readonly spared = "") {
    if (spared !== "") this.beginnings.add(spared.charCodeAt(0));
  }

  /** Remembers every secret inside a value. @param asked of which it came: what is plain there is no secret here. */
  learn(value: Value, asked?: Value, secret = false): void {
    if (value instanceof Secret) this.learn(value.value, asked, true);
    else if (Array.isArray(value))
      for (const [at, element] of value.entries())
        this.learn(element, Array.isArray(asked) ? asked[at] : undefined, secret);
    else if (isMap(value))
      for (const [name, member] of Object.entries(value))
        this.learn(member, isMap(asked) ? ownMember(asked, name) : undefined, secret);
    else if (secret && value !== null && value !== asked && !(value instanceof Reference))
      this.learnText(String(value));
  }

  /** Remembers a text in all its forms, and each of its lines, because output comes line by line. Short ones are noise. */
  learnText(text: string): void {
    const lines = text.split(/\r?\n/);
    if (lines.length > 1) for (const line of lines) if (line.trim().length >= shortestLine) this.add(line.trim());
    this.add(text);
  }

  private add(text: string): void {
    if (Buffer.byteLength(text) < 3 || ordinary.has(text.toLowerCase()) || isUrn(text)) return;
    for (const form of [text, ...escapes.map((escape) => escape(text))]) {
      const known = getOrMake(this.byHead, headOf(form), () => new Map<number, Set<string>>());
      getOrMake(known, form.length, () => new Set()).add(form);
      this.beginnings.add(form.charCodeAt(0));
    }
  }

  redact(text: string): string {
    if (this.byHead.size === 0) return text;
    let redacted = "";
    let done = 0;
    for (let at = 0; at < text.length; at++) {
      if (!this.beginnings.has(text.charCodeAt(at))) continue;
      const isSpared = this.spared !== "" && text.startsWith(this.spared, at);
      const length = isSpared ? 0 : this.knownAt(text, at);
      if (isSpared) at += this.spared.length - 1;
      if (length === 0) continue;
      redacted += `${text.slice(done, at)}[secret]`;
      done = at + length;
      at = done - 1;
    }
    return redacted + text.slice(done);
  }

  /** The length of the longest known text that begins here; 0 if none does. */
  private knownAt(text: string, at: number): number {
    let longest = 0;
    for (let size = 1; size <= headLength; size++) {
      for (const [length, forms] of this.byHead.get(text.slice(at, at + size)) ?? [])
        if (length > longest && forms.has(text.slice(at, at + length))) longest = length;
    }
    return longest;
  }
}

const headLength = 3;
const headOf = (text: string): string => text.slice(0, headLength);

/** Shorter lines, such as `}`, occur in many texts. */
const shortestLine = 8;

/** URNs are printed everywhere and stored in plain text, so a secret output that repeats one does not make it secret. */
const isUrn = (text: string): boolean => text.startsWith("urn:pulumi:");

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
/** A text as JavaScript and Python print it in other quotes. */
const inOtherQuotes = (text: string): string =>
  json(text).replace(/\\(["\\])/g, (escape, char: string) => (char === '"' ? char : escape));

const inSingleQuotes = (text: string): string => inOtherQuotes(text).replaceAll("'", "\\'");

/** A character in ASCII JSON, as Python writes it. */
const inHex = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
/** A character as Python's `ascii()` writes it. */
const inPython = (character: string): string => {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  const [letter, digits] = hex.length > 4 ? ["U", 8] : hex.length > 2 ? ["u", 4] : ["x", 2];
  return `\\${letter}${hex.padStart(digits, "0")}`;
};
const beyondAscii = /[^\0-\x7f]/gu;

/** The forms of a text inside JSON of JavaScript, Go and Python, inside a printed object, and in YAML's single quotes. */
const escapes: readonly ((text: string) => string)[] = [
  json,
  (text) => json(text).replace(/[<>&\u2028\u2029]/g, inHex),
  (text) => json(text).replace(/[^\0-\x7e]/g, inHex),
  inOtherQuotes,
  inSingleQuotes,
  (text) => inOtherQuotes(text).replace(beyondAscii, inPython),
  (text) => inSingleQuotes(text).replace(beyondAscii, inPython),
  (text) => text.replaceAll("'", "''"),
];

/** Words and the unknown sentinel, which stay visible even inside a secret. */
const ordinary = new Set(["true", "false", "null", "undefined", unknown]);
