import type { Io } from "../io";
import { type Part, paint, withTexts } from "../paint";
import { afterSeconds, type Lookout } from "./lookout";
import type { Status } from "./rows";
import { scrolled } from "./scroll";
import { frame, shownStatus } from "./show";

const keys: readonly Part[] = [["dim", "q or Ctrl-C: leave"]];
const leaving = new Set(["q", "Q", "\u0003"]);

/**
 * The status on the whole terminal, until `q`, Ctrl-C or a signal. The first look is before the screen is taken, so that a
 * wrong key or an unknown stack is an error like any other; one that fails later is told below what was seen last.
 */
export async function watchOnScreen(io: Io, title: string, lookout: Lookout): Promise<void> {
  const { stdout } = io;
  let status = await lookout.look();
  let trouble: string | undefined;
  let isOver = false;
  let seen = { first: 0, shown: 0, count: 0 };
  let wake = () => undefined as void;
  const draw = () => {
    const { columns, rows } = stdout;
    const now: Status = shownStatus(status(), (text) => stdout.inLine(text));
    const [note] = now.notes;
    const noted: readonly Part[] = note === undefined ? keys : [...keys, "   ", ["yellow", note]];
    const footer: readonly Part[] = trouble === undefined ? noted : [["red", `${stdout.inLine(trouble)}  `], ...keys];
    const { lines, ...place } = frame(now, { columns, rows, title, footer, first: seen.first });
    seen = place;
    screen.draw(lines.map((line) => paint(withTexts(line, stdout.safe), stdout.isColored)));
  };
  const onKey = (key: string) => {
    if (!leaving.has(key)) {
      const first = scrolled(key, seen);
      if (first === seen.first) return;
      seen = { ...seen, first };
      return draw();
    }
    isOver = true;
    wake();
  };
  const screen = io.openScreen(onKey, () => draw());
  // Log lines come between two looks.
  const stopClock = io.everySecond(draw);
  try {
    draw();
    while (!isOver && !io.signal.aborted) {
      const tick = afterSeconds(io);
      wake = tick.stop;
      await tick.end;
      if (isOver || io.signal.aborted) return;
      const looked = lookout.look();
      const left = new Promise<void>((resolve) => (wake = resolve));
      try {
        await Promise.race([looked, left]);
        if (isOver) return void looked.catch(() => undefined);
        status = await looked;
        trouble = undefined;
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
      }
      draw();
    }
  } finally {
    stopClock();
    screen.close();
  }
}
