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

/** A named value, its members indented below it. @param label with its separator, as `image: ` or `- `. */
export function valueLines(label: string, value: unknown, text = valueText): string[] {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (members.length === 0) return [`${label}${text(value)}`];
  const labelIn = (name: string) => (Array.isArray(value) ? "- " : `${name}: `);
  const below = members.flatMap(([name, member]) => valueLines(labelIn(name), member, text));
  const [first = "", ...rest] = below;
  // The first member of an object in a list is beside the list's dash.
  if (label === "- ") return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  return [label.trimEnd(), ...below.map((line) => `    ${line}`)];
}
