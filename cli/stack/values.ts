import { visibleInLine } from "../../client/errors/visible";

/** What stands for a value that is not shown, not known, or not there, wherever one could stand. */
export const inPlaceOf = { secret: "[secret]", unknown: "known after the update", absent: "(none)" } as const;

/** A value on one line. What stands for one is no text of the program's, so it has no quotation marks. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return inPlaceOf.absent;
  if (value === "[secret]") return inPlaceOf.secret;
  if (value === "[unknown]") return inPlaceOf.unknown;
  return JSON.stringify(value);
}

/** The same, at most 80 characters. */
export function shortText(value: unknown): string {
  const text = visibleInLine(valueText(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

type Members = readonly (readonly [label: string, value: unknown])[];

/** The members of a list or an object; undefined of what has none. */
function membersOf(value: unknown): Members | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const members = Array.isArray(value)
    ? value.map((member) => ["- ", member] as const)
    : Object.entries(value).map(([name, member]) => [`${name}: `, member] as const);
  return members.length > 0 ? members : undefined;
}

/**
 * A named value: what is in one line stands behind its name, and the members of what has some stand below it, each further in.
 *
 * @param label with what separates it from the value, as `image: ` or `- `.
 */
export function valueLines(label: string, value: unknown, text: (value: unknown) => string = valueText): string[] {
  const members = membersOf(value);
  if (!members) return [`${label}${text(value)}`];
  const below = members.flatMap(([name, member]) => valueLines(name, member, text));
  const [first = "", ...rest] = below;
  // The first member of an object in a list stands beside the sign of the list.
  if (label === "- ") return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  return [label.trimEnd(), ...below.map((line) => `    ${line}`)];
}
