/** JSON that others wrote. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined for text that is not JSON. The parser's own message would quote the text, which may hold secrets. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON with sorted members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/** Deeper than anybody nests a document, and shallow enough for what walks through one. */
const deepest = 1_000;

/** Whether a JSON text is nested so deeply that reading it would exhaust the memory or the stack. */
export const isTooDeep = (json: string, most = deepest): boolean => isBeyond(json, Infinity, most);

/** Whether a JSON text is nested too deeply, or has an object of more members than this. Elements of lists do not count. */
export function isBeyond(json: string, mostMembers: number, most = deepest): boolean {
  /** How many more members there may be at each depth. */
  const left = [Infinity];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') {
      for (at += 1; at < json.length && json[at] !== '"'; at += 1) if (json[at] === "\\") at += 1;
    } else if (sign === "[" || sign === "{") {
      left.push(sign === "{" ? mostMembers : Infinity);
      if (left.length - 1 > most) return true;
    } else if (sign === "]" || sign === "}") left.pop();
    else if (sign === "," && mostMembers < Infinity && (left[left.length - 1] = (left.at(-1) ?? Infinity) - 1) < 1)
      return true;
  }
  return false;
}
