import { isMap, Reference, Secret, type Value } from "./values";

/** Knows the secrets of an operation and blots them out of whatever is printed or recorded. */
export class Redactor {
  private readonly known = new Set<string>();
  private pattern: RegExp | undefined;

  /** Remembers every secret inside a value. Texts of fewer than four characters are not told apart from noise. */
  learn(value: Value, secret = false): void {
    if (value instanceof Secret) this.learn(value.value, true);
    else if (Array.isArray(value)) for (const element of value) this.learn(element, secret);
    else if (isMap(value)) for (const member of Object.values(value)) this.learn(member, secret);
    else if (secret && value !== null && !(value instanceof Reference)) this.learnText(String(value));
  }

  learnText(text: string): void {
    if (text.length < 4 || ordinary.has(text) || this.known.has(text)) return;
    this.known.add(text);
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

/** Words and the unknown sentinel, which a secret may hold without being one. */
const ordinary = new Set(["true", "false", "null", "undefined", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"]);
