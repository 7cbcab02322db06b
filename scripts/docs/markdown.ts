/** Longest line of prose in a page. */
const widest = 120;

/** A paragraph in lines of a readable width; a link, a code and a word stay whole. */
export function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.match(/(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The first rules of the contract that an entry comes from, small at its end; the site makes them a mark that links the first. */
export const rulesOf = (rules: readonly string[] = []): string =>
  rules.length === 0 ? "" : ` <sup>${rules.slice(0, 3).join(", ")}</sup>`;

/** `NetworkVolume` as the names of pages and of examples have it: `network-volume`. */
export const dashed = (kind: string): string => kind.replace(/(?<=[a-z])([A-Z])/g, "-$1").toLowerCase();
