import type { Stock } from "./stock";

/** What is asked about one alternative, and how it is called. */
export interface Judged {
  readonly label: string;
  readonly stock: Stock;
}

/** What a preview warns of where no alternative may be had, after the name of the resource. */
export function stockWarning(judged: readonly Judged[]): string | undefined {
  if (judged.length === 0 || judged.some(({ stock }) => stock.verdict === "some" || stock.verdict === "unclear"))
    return undefined;
  const each = judged.map(({ label, stock }) => `${label}: the catalog ${stock.says}`).join("; ");
  if (judged.every(({ stock }) => stock.verdict === "never"))
    return `no machine offers what it asks for, so waiting would not help. ${each}. \`up\` tries all the same.`;
  return (
    `no stock right now. ${each}. Stock changes by the minute, so \`up\` tries all the same. ` +
    "To be safer, allow more data centers or alternatives, or set waitForCapacity."
  );
}
