/**
 * A text without the signs at its end. A regular expression for that looks at the rest of the text again from each of them,
 * and foreign text may hold hundreds of thousands.
 */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}

/** A text without the signs at its two ends. */
export function withoutEnds(text: string, sign: string): string {
  const left = withoutTrailing(text, sign);
  let start = 0;
  while (start < left.length && left[start] === sign) start += 1;
  return left.slice(start);
}

/** Deeper than anybody nests a document, and shallow enough for what walks through one. */
const deepest = 1_000;

/** Whether a JSON text is nested so deeply that reading it would exhaust the memory or the stack. */
export const isTooDeep = (json: string): boolean => isBeyond(json, Infinity);

/** Whether a JSON text is nested too deeply, or has an object of more members than this. Elements of lists do not count. */
export function isBeyond(json: string, mostMembers: number): boolean {
  /** How many more members there may be at each depth. */
  const left = [Infinity];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') {
      for (at += 1; at < json.length && json[at] !== '"'; at += 1) if (json[at] === "\\") at += 1;
    } else if (sign === "[" || sign === "{") {
      left.push(sign === "{" ? mostMembers : Infinity);
      if (left.length - 1 > deepest) return true;
    } else if (sign === "]" || sign === "}") left.pop();
    else if (sign === "," && mostMembers < Infinity && (left[left.length - 1] = (left.at(-1) ?? Infinity) - 1) < 1)
      return true;
  }
  return false;
}
