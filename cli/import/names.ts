import type { KindName } from "../../provider/kinds/names";
import { capital, withoutEnds } from "../../client/text";

interface Named {
  readonly kind: KindName | "Provider";
  readonly name: string;
}

/** The fingerprint after the comment in an SSH key's label. */
const fingerprint = / ?\(?SHA256:[\w+/=]+\)?$/;

/** Makes logical names from names on the platform, which may be shared or contain anything. They are unique within a kind. */
export function logicalNames(objects: readonly Named[]): string[] {
  const taken = new Set<string>();
  return objects.map(({ kind, name }) => {
    const spoken = name.replace(fingerprint, "");
    const plain = withoutEnds(spoken.replace(/[^\w.-]+/g, "-"), "-") || kind.toLowerCase();
    return free(taken, plain, "-", (one) => [`${kind} ${one}`]);
  });
}

/** Reserved words of the languages, and names that the programs use otherwise. */
const reserved = new Set(
  `and arguments as assert async await break case catch class compute config const continue def default del delete do elif else
  enum eval except export extends false finally for from function global if implements import in instanceof interface is
  lambda let new none nonlocal not null or package pass private protected public pulumi raise return static super switch
  this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** Identifiers that are valid in every language: camel case, unique in the program. */
export function identifiers(objects: readonly Named[]): string[] {
  const taken = new Set<string>(reserved);
  return objects.map(({ kind, name }) => {
    const words = name.split(/[^A-Za-z0-9]+/).flatMap((word) => (word === "" ? [] : [calm(word)]));
    const joined = words.map((word, at) => (at === 0 ? lower(word) : capital(word))).join("");
    const plain = joined === "" || /^\d/.test(joined) ? `${lower(kind)}${capital(joined)}` : joined;
    // They must differ in snake case too.
    return free(taken, plain, "", (one) => [one, snake(one)]);
  });
}

/** Takes the name, or else a numbered one, of which nobody has taken a form. */
function free(taken: Set<string>, plain: string, between: string, formsOf: (one: string) => string[]): string {
  let name = plain;
  for (let count = 2; formsOf(name).some((form) => taken.has(form)); count += 1) name = `${plain}${between}${count}`;
  for (const form of formsOf(name)) taken.add(form);
  return name;
}

/** Lowers a word in capitals, as in `HF_TOKEN`. */
const calm = (word: string): string => (/[a-z]/.test(word) ? word : word.toLowerCase());
const lower = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** The name of an argument in Python, as Pulumi's generator makes it. */
export const snake = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
