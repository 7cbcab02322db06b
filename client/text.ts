/** A text without the signs at its end. A regular expression takes quadratic time for hundreds of thousands of them. */
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

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
