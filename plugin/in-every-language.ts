import { alternativesOf } from "./forms";

/**
 * Tables speak to programs in TypeScript, where an argument can be an object of another class, a list, a number or text, or
 * `null`, and an output `null` as well. This is the same for programs in any language, where it is an id, an argument of its
 * own, text, and left out or an empty string (docs/decisions/0016), and an output that is absent. They also point to what only
 * the classes for TypeScript add.
 */
const others: readonly (readonly [RegExp, string])[] = [
  [/\b(an? (?:\w+ )?[A-Z]\w+) or its id\b/, "the id of $1"],
  [/\b(\w+),? or their ids\b/, "the ids of $1"],
  [/; `null` for none\b/, "; an empty string for none"],
  [/; `null` creates a new one\b/, "; leave it out to create a new one"],
  [/\bnull (?=when|until|before)/, "absent "],
  [/\bNull (?=unless)/, "Absent "],
  [/, or a list of them\b/, ""],
  [/\bexpected object or list\b/, "expected object"],
  [/ `Fleet` sets this\./, ""],
  [/`pulumi\.unsecret` shows it/, "Pulumi's `unsecret` shows it"],
  [/\bseconds as a number, or a string such as/, "text such as"],
];

const listed = /A list gives alternatives[^.;]*(?:; [^.]*)?\./;

export function inEveryLanguage(doc: string, name: string): string {
  const known = others.reduce((so, [said, instead]) => so.replace(said, instead), doc);
  return known.replace(
    listed,
    `\`${alternativesOf(name)}\` lists what to take where it has no capacity; the output is what was got.`,
  );
}
