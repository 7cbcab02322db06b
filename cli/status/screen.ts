import type { Io } from "../io";
import { cut, paint, type Style, withTexts } from "../paint";
import { wrapped } from "../terminal/text";
import type { Lookout } from "./lookout";
import type { Status } from "../documents/status";
import { type Frame, frame, type Line, shownStatus } from "./show";

const keys: Line = [["dim", "q or Ctrl-C: leave"]];
const opening = (title: string, columns: number, waiting = "looking …"): Line[] => [
  [["bold", title]],
  [""],
  ...wrapped(waiting, columns).map((text): Line => [["dim", text]]),
];
const leaving = new Set(["q", "Q", "\u0003"]);

/**
 * Shows the status on the whole terminal until `q`, Ctrl-C or a signal. A failure of the first look, as with a wrong key,
 * is thrown; a later one is shown below the last status.
 */
export async function watchOnScreen(io: Io, title: string, lookout: Lookout): Promise<void> {
  const { stdout } = io;
  let status: (() => Status) | undefined;
  let trouble: string | undefined;
  let seen = { first: 0, shown: 0, count: 0 };
  const draw = () => {
    const { columns, rows } = stdout;
    if (!status)
      return screen.draw(
        opening(title, columns, lookout.waiting).map((line) => paint(cut(line, columns), stdout.isColored)),
      );
    const now: Status = shownStatus(status(), (text) => stdout.inLine(text));
    const notes = lookout.waiting === undefined ? now.notes : [lookout.waiting, ...now.notes];
    const [style, texts]: [Style, readonly string[]] =
      trouble === undefined ? ["yellow", notes] : ["red", [stdout.inLine(trouble)]];
    const footer = footerOf(style, texts, { columns, rows });
    const { lines, ...place } = frame(now, { columns, rows, footer, first: seen.first });
    seen = place;
    screen.draw(lines.map((line) => paint(withTexts(line, stdout.safe), stdout.isColored)));
  };
  const onKey = (key: string) => {
    if (leaving.has(key)) return lookout.close();
    const first = scrolled(key, seen);
    if (first === seen.first) return;
    seen = { ...seen, first };
    draw();
  };
  const screen = io.openScreen(onKey, () => draw());
  // Log lines come between two looks.
  const stopClock = io.everySecond(draw);
  try {
    draw();
    await lookout.watch(
      (looked) => {
        [status, trouble] = [looked, undefined];
        draw();
      },
      (message) => {
        trouble = message;
        draw();
      },
    );
  } finally {
    stopClock();
    screen.close();
  }
}

/** The keys, and above them messages, in few enough lines to leave most of the screen to the resources. */
function footerOf(style: Style, notes: readonly string[], { columns, rows }: Pick<Frame, "columns" | "rows">): Line[] {
  const room = Math.min(4, Math.floor((rows - 6) / 2));
  if (notes.length === 0) return [keys];
  if (room < 1) return [[...keys, "   ", [style, notes.join(" ")]]];
  const lines = notes.flatMap((note) => wrapped(note, columns));
  const rest = lines.slice(room - 1).map((line) => line.trim());
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), rest.join(" ")];
  return [...shown.map((line): Line => [[style, line]]), keys];
}

/** The first visible row that a key asks for. */
type Move = (first: number, page: number) => number;

const moves: readonly (readonly [keys: readonly string[], to: Move])[] = [
  [["k", "up"], (first) => first - 1],
  [["j", "down"], (first) => first + 1],
  [["b", "pageup"], (first, page) => first - page],
  [[" ", "pagedown"], (first, page) => first + page],
  [["g", "home"], () => 0],
  [["G", "end"], () => Infinity],
];

/** The number of rows above the visible ones after a key. A page overlaps the previous one by one row. */
export function scrolled(
  key: string,
  { first, count, shown }: { first: number; count: number; shown: number },
): number {
  const [, to] = moves.find(([keys]) => keys.includes(key)) ?? [];
  if (to === undefined) return first;
  const last = Math.max(0, count - shown);
  return Math.min(last, Math.max(0, to(first, Math.max(1, shown - 1))));
}
