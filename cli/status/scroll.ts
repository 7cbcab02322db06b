/** How a key moves the list: by so many rows, by so many pages, or to an end of it. */
type Move = { readonly rows: number } | { readonly pages: number } | "first" | "last";

const csi = "\u001b[";
/** What terminals send: arrows and Home and End have another form in some modes. */
const moves = new Map<string, Move>([
  ...["k", `${csi}A`, "\u001bOA"].map((key) => [key, { rows: -1 }] as const),
  ...["j", `${csi}B`, "\u001bOB"].map((key) => [key, { rows: 1 }] as const),
  ...["b", `${csi}5~`].map((key) => [key, { pages: -1 }] as const),
  ...[" ", `${csi}6~`].map((key) => [key, { pages: 1 }] as const),
  ...["g", `${csi}H`, "\u001bOH", `${csi}1~`, `${csi}7~`].map((key) => [key, "first"] as const),
  ...["G", `${csi}F`, "\u001bOF", `${csi}4~`, `${csi}8~`].map((key) => [key, "last"] as const),
]);

/** How many rows stand above those that are shown, after a key. A page keeps one row of the page before it. */
export function scrolled(
  key: string,
  { first, count, shown }: { first: number; count: number; shown: number },
): number {
  const move = moves.get(key);
  const last = Math.max(0, count - shown);
  if (move === undefined) return first;
  if (move === "first") return 0;
  if (move === "last") return last;
  const by = "rows" in move ? move.rows : move.pages * Math.max(1, shown - 1);
  return Math.min(last, Math.max(0, first + by));
}
