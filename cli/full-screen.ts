import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import type { Screen } from "./io";

export interface Terminal {
  readonly input: ReadStream;
  readonly output: Pick<WriteStream, "write" | "on" | "off">;
  /** Calls back when the process ends, for any reason. */
  readonly onExit: (call: () => void) => () => void;
}

/** Switches to the alternate screen, hides the cursor, and turns line wrapping off. */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const leave = "\u001b[?7h\u001b[?25h\u001b[?1049l";

/**
 * Takes over the whole terminal until `close`. Keys are reported one by one: Ctrl-C as `\u0003`, because it sends no
 * signal, and those without a character by Node's names, such as `up` and `pagedown`. `onResize` asks for another drawing. If the process ends before `close`, the
 * terminal is restored too.
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
  const pressed = (character: string | undefined, { name = "" }: Key) => onKey(character ?? name);
  let drawn: readonly string[] = [];
  // Terminals differ in what they keep on the screen after a resize.
  const resized = () => {
    drawn = [];
    onResize();
  };
  input.setRawMode(true);
  emitKeypressEvents(input);
  input.on("keypress", pressed);
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
      input.off("keypress", pressed);
      input.pause();
      output.off("resize", resized);
      forget();
      restore();
    },
  };
}

/** The changed lines, each erased before it is written: erasing after a full line would remove its last letter. */
function changes(before: readonly string[], lines: readonly string[]): string {
  const changed = lines.map((line, at) => (line === before[at] ? "" : `\u001b[${at + 1}H\u001b[2K${line}`));
  const isShorter = lines.length < before.length;
  return `${changed.join("")}${isShorter ? `\u001b[${lines.length + 1}H\u001b[J` : ""}`;
}
