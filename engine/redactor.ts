import { isMap, Reference, Secret, type Value } from "./values";

/** Knows the secrets of an operation and blots them out of whatever is printed or recorded. */
export class Redactor {
  private readonly known = new Set<string>();
  private pattern: RegExp | undefined;

  /** Remembers every secret inside a value. */
  learn(value: Value, secret = false): void {
    if (value instanceof Secret) this.learn(value.value, true);
    else if (Array.isArray(value)) for (const element of value) this.learn(element, secret);
    else if (isMap(value)) for (const member of Object.values(value)) this.learn(member, secret);
    else if (secret && value !== null && !(value instanceof Reference)) this.learnText(String(value));
  }

  /**
   * Remembers a text, and how it looks inside of JSON. What is printed comes line by line, so each line of a longer text
   * is remembered too. Texts of fewer than three bytes are not told apart from noise.
   */
  learnText(text: string): void {
    const lines = text.split(/\r?\n/);
    if (lines.length > 1) for (const line of lines) if (line.trim().length >= shortestLine) this.add(line.trim());
    this.add(text);
  }

  private add(text: string): void {
    if (Buffer.byteLength(text) < 3 || ordinary.has(text.toLowerCase()) || isUrn(text)) return;
    if (this.known.has(text)) return;
    for (const form of [text, ...escapes.map((escape) => escape(text))]) this.known.add(form);
    this.pattern = undefined;
  }

  redact(text: string): string {
    if (this.known.size === 0) return text;
    this.pattern ??= new RegExp(
      [...this.known]
        .sort((a, b) => b.length - a.length)
        .map((known) => known.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("|"),
      "g",
    );
    return text.replace(this.pattern, "[secret]");
  }
}

/** Lines such as `}` say nothing, and stand in many texts. */
const shortestLine = 8;

/** URNs are told everywhere, and in clear in the state: a secret output that repeats one does not make it secret. */
const isUrn = (text: string): boolean => text.startsWith("urn:pulumi:");

/** A text inside of JSON, as JavaScript and as Go write it. */
const escapes: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
];

/** Words and the unknown sentinel, which a secret may hold without being one. */
const ordinary = new Set(["true", "false", "null", "undefined", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"]);
