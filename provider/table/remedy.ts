import { ownMember } from "../../values/own-member";
import { isObject, type Path, valueAt } from "./props";
import type { Violation } from "./resource";
import { nearest } from "./spelling";
import { notSet, unknownMember, type Wrong } from "./wrong-value";

/** The advice for a refused value: what its argument takes, or, inside it, only what concerns the member. */
export function remedyFor(limits: string, value: unknown, { path, problem, isClear, isWhole = false }: Wrong): string {
  if (isWhole || (isClear && path.length > 0)) return "";
  const member = path.findLast((step) => typeof step === "string");
  if (member === undefined) return `allowed: ${limits}`;
  const isOfForm = problem === notSet || problem === unknownMember;
  const about = isOfForm
    ? nearestForm(limits, valueAt(value, path.slice(0, -1)), member)
    : clausesOf(limits).find((clause) => /^`?(\w+)/.exec(clause)?.[1] === member);
  if (about !== undefined) return `allowed: ${about}`;
  return problem.startsWith("expected ") ? "" : `allowed: ${limits}`;
}

/** A text that was meant as a number or as true or false: `": write 48"` for `"48GB"`. */
export function meantBy(problem: string, value: unknown): string {
  if (typeof value !== "string" || !/^expected (a whole )?(number|boolean), received string$/.test(problem)) return "";
  const wanted = problem.includes("boolean") ? /^(true|false)$/i : /^\s*(\d+(?:\.\d+)?)\s*[a-zA-Z]{0,3}$/;
  const meant = wanted.exec(value)?.[1]?.toLowerCase();
  return meant === undefined ? "" : `: write ${meant}`;
}

/** The parts of `limits` that are about one member: `memory in whole GB`, `network: [{ volumeId, path }]` in backticks. */
const clausesOf = (limits: string): string[] => {
  const ofMembers = [...limits.matchAll(/`\w+: [^`]*`/g)].map(([clause]) => clause);
  const others = limits.replace(/`[^`]*[{[][^`]*`/g, "").split(/[;,]/);
  return [...ofMembers, ...others.map((clause) => clause.trim())];
};

/** Of the forms that have the member, the one with most of the members that were given. */
function nearestForm(limits: string, given: unknown, member: string): string | undefined {
  const names = isObject(given) ? Object.keys(given) : [];
  const forms = [...limits.matchAll(/`\{([^{}`]*)\}`/g)].map(([whole, inner = ""]) => {
    const members = membersOf(inner);
    return { whole, members, shared: names.filter((name) => members.includes(name)).length };
  });
  const fitting = forms.filter(({ members }) => members.includes(member));
  return fitting.sort((a, b) => b.shared - a.shared)[0]?.whole;
}

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
    const [, name, value] = /(?:^|,)\s*(\w+): "(\w+)"\s*(?:,|$)/.exec(inner) ?? [];
    return { members: membersOf(inner), ...(name !== undefined && value !== undefined && { tag: { name, value } }) };
  });

/** `id` and `count` of `id, count?`. */
const membersOf = (inner: string): string[] => inner.split(",").map((part) => part.trim().replace(/[?:].*$/, ""));
