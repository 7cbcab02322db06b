/** Columns padded to their widest cell, two blanks between them; no trailing blanks. Numbers are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => String(cell)));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number"));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
