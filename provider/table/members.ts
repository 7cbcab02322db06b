import { ownMember } from "../../values/own-member";
import { isObject, type Path, valueAt } from "./props";
import { nearest } from "./spelling";
import type { Violation } from "./resource";
import { unknownMember } from "./wrong-value";

/** A form of an argument, as its `limits` say it: "`{ type: \"A\", a }` or `{ type: \"B\", b? }`" are two. */
interface Form {
  readonly members: readonly string[];
  /** The member that identifies the form, with its value. */
  readonly tag?: { readonly name: string; readonly value: string };
}

/** The words about a refused member; undefined if none is alike. */
export function aboutMember(limits: string, value: unknown, path: Path): Omit<Violation, "path"> | undefined {
  const word = String(path.at(-1));
  const forms = formsIn(limits);
  const above = path.slice(0, -1);
  const whole = valueAt(value, above);
  const given = isObject(whole) ? whole : {};
  const own = forms.find(({ tag }) => tag && ownMember(given, tag.name) === tag.value);
  const other = forms.find(({ members }) => members.includes(word));
  if (own?.tag && other?.tag) {
    const missing = own.members.filter((member) => ownMember(given, member) === undefined);
    const remedy = missing.length > 0 ? `with ${own.tag.value} set ${missing.join(", ")}` : "remove it";
    return { problem: `belongs to ${other.tag.value}`, remedy, meant: missing.map((member) => [...above, member]) };
  }
  const candidates = (own ? [own] : forms).flatMap(({ members }) => members);
  const withForms = [...limits.matchAll(/`(\w+): [[{]/g)].map(([, member = ""]) => member);
  const others = [...withForms, ...candidates].filter((candidate) => candidate !== word);
  const meant = nearest(word, others);
  if (meant === undefined) return undefined;
  return { problem: unknownMember, remedy: `did you mean ${meant}?`, meant: [[...above, meant]] };
}

/** `id` and `count` of "`{ id, count? }`, or a list of them". */
const formsIn = (limits: string): Form[] =>
  [...limits.matchAll(/\{([^{}]*)\}/g)].map(([, inner = ""]) => {
    const parts = inner.split(",").map((part) => part.trim());
    const members = parts.map((part) => part.replace(/[?:].*$/, ""));
    const [, name, value] = parts.map((part) => /^(\w+): "(\w+)"$/.exec(part)).find(Boolean) ?? [];
    return { members, ...(name !== undefined && value !== undefined && { tag: { name, value } }) };
  });
