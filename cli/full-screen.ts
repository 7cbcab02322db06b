import type { ReadStream, WriteStream } from "node:tty";
import type { Screen } from "./io";

export interface Terminal {
  readonly input: Pick<ReadStream, "setRawMode" | "on" | "off" | "resume" | "pause">;
  readonly output: Pick<WriteStream, "write" | "on" | "off">;
  /** Calls back when the process ends, however it does. */
  readonly onExit: (call: () => void) => () => void;
}

/** Another page than that with what was typed before, no cursor, and no line that goes on in the next. */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const leave = "\u001b[?7h\u001b[?25h\u001b[?1049l";

/** A key: a character, or the sequence that a terminal sends for an arrow, Home, Page Up and the like. */
const aKey = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|[^]/gu;
/** The beginning of a sequence, the rest of which may come later. */
const begun = /\u001b(?:\[[0-9;]*|O)?$/;

/**
 * Takes the whole terminal until `close`. Keys are told one by one, Ctrl-C as `\u0003`, since no signal is sent for it,
 * an arrow as the sequence that the terminal sends; `onResize` asks for another drawing. Should the process end before `close`, the terminal is as it was all the same.
 */
export function openScreen(
  { input, output, onExit }: Terminal,
  onKey: (key: string) => void,
  onResize: () => void,
): Screen {
  const restore = () => {
    input.setRawMode(false);
    output.write(leave);
  };
  const forget = onExit(restore);
  let rest = "";
  const keys = (data: Buffer | string) => {
    const text = `${rest}${String(data)}`;
    rest = begun.exec(text)?.[0] ?? "";
    for (const [key] of text.slice(0, text.length - rest.length).matchAll(aKey)) onKey(key);
  };
  let drawn: readonly string[] = [];
  // What a terminal of another size keeps of what it showed, each decides for itself.
  const resized = () => {
    drawn = [];
    onResize();
  };
  input.setRawMode(true);
  input.on("data", keys);
  input.resume();
  output.on("resize", resized);
  output.write(enter);
  let isOpen = true;
  return {
    draw: (lines) => {
      if (!isOpen) return;
      const text = drawn.length === 0 ? `\u001b[H\u001b[J${lines.join("\r\n")}` : changes(drawn, lines);
      drawn = lines;
      if (text !== "") output.write(text);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      input.off("data", keys);
      input.pause();
      output.off("resize", resized);
      forget();
      restore();
    },
  };
}

/**
 * The lines that are not as they were. Each is erased before it is written: in the last column, where a line that fills the
 * width ends, erasing afterwards would take its last letter away.
 */
function changes(before: readonly string[], lines: readonly string[]): string {
  const changed = lines.map((line, at) => (line === before[at] ? "" : `\u001b[${at + 1}H\u001b[2K${line}`));
  const isShorter = lines.length < before.length;
  return `${changed.join("")}${isShorter ? `\u001b[${lines.length + 1}H\u001b[J` : ""}`;
}
