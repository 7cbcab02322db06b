import { visibleInLine } from "../../client/errors/visible";

export const inPlaceOf = { secret: "[secret]", unknown: "known after the update", absent: "(none)" } as const;

/** A value on one line. Placeholders have no quotation marks, because they are not texts of the program. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return inPlaceOf.absent;
  if (value === "[secret]") return inPlaceOf.secret;
  if (value === "[unknown]") return inPlaceOf.unknown;
  return JSON.stringify(value);
}

export const briefly = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

export const shortText = (value: unknown): string => briefly(visibleInLine(valueText(value)));

type Members = readonly (readonly [label: string, value: unknown])[];

function membersOf(value: unknown): Members | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const members = Array.isArray(value)
    ? value.map((member) => ["- ", member] as const)
    : Object.entries(value).map(([name, member]) => [`${name}: `, member] as const);
  return members.length > 0 ? members : undefined;
}

/** A named value, its members indented below it. @param label with its separator, as `image: ` or `- `. */
export function valueLines(label: string, value: unknown, text: (value: unknown) => string = valueText): string[] {
  const members = membersOf(value);
  if (!members) return [`${label}${text(value)}`];
  const below = members.flatMap(([name, member]) => valueLines(name, member, text));
  const [first = "", ...rest] = below;
  // The first member of an object in a list is beside the list's dash.
  if (label === "- ") return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  return [label.trimEnd(), ...below.map((line) => `    ${line}`)];
}
