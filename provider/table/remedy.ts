import { isObject, valueAt } from "./props";
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
    const members = inner.split(",").map((part) => part.trim().replace(/[?:].*$/, ""));
    return { whole, members, shared: names.filter((name) => members.includes(name)).length };
  });
  const fitting = forms.filter(({ members }) => members.includes(member));
  return fitting.sort((a, b) => b.shared - a.shared)[0]?.whole;
}
