import type { Cell } from "./virtual-terminal";

/** The colours of a terminal by their numbers there. */
const classes: Readonly<Record<number, string>> = { 1: "red", 2: "green", 3: "yellow", 5: "magenta", 6: "cyan" };
const lineHeight = 18;
const columnWidth = 7.8;
const margin = 16;
const top = 44;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function piece({ text, color, isBold, isDim }: Cell): string {
  const names = [color === undefined ? "" : (classes[color] ?? ""), isBold ? "bold" : "", isDim ? "dim" : ""].filter(
    Boolean,
  );
  return names.length === 0 ? escaped(text) : `<tspan class="${names.join(" ")}">${escaped(text)}</tspan>`;
}

/** A line as it is drawn, without blanks at its end. */
function lineOf(cells: readonly Cell[]): string {
  const kept = [...cells];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const text = last.text.trimEnd();
    if (text === "") continue;
    kept.push({ ...last, text });
    break;
  }
  return kept.map(piece).join("");
}

/** A still picture of a terminal, light or dark as the reader's system is. @param label for those who can't see it. */
export function picture(lines: readonly (readonly Cell[])[], columns: number, label: string): string {
  const width = Math.round(columns * columnWidth + 2 * margin);
  const height = top + lines.length * lineHeight + 4;
  const texts = lines.map(
    (cells, nth) => `<text x="${margin}" y="${top + nth * lineHeight + 8}">${lineOf(cells)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label).replaceAll('"', "&quot;")}">
<style>
rect { fill: #f6f7f9; stroke: #d5dae2 } circle { fill: #c3cad5 } text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1c2430; white-space: pre }
.bold { font-weight: 700 } .dim { fill: #66707e } .green { fill: #116329 } .yellow { fill: #7d4e00 } .red { fill: #a40e26 } .magenta { fill: #8250df } .cyan { fill: #0f6a83 }
@media (prefers-color-scheme: dark) { rect { fill: #14171c; stroke: #2d343f } circle { fill: #3a4350 } text { fill: #dfe5ee } .dim { fill: #8a94a3 } .green { fill: #57d364 } .yellow { fill: #e3b341 } .red { fill: #ff7b72 } .magenta { fill: #d2a8ff } .cyan { fill: #76d0e6 } }
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
<circle cx="20" cy="18" r="5.5"/><circle cx="39" cy="18" r="5.5"/><circle cx="58" cy="18" r="5.5"/>
${texts.filter((text) => !/^<text[^>]*><\/text>$/.test(text)).join("\n")}
</svg>
`;
}
