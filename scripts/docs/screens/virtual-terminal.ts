import { EventEmitter } from "node:events";
import { Terminal } from "@xterm/headless";
import { openScreen } from "../../../cli/full-screen";
import { CommandFailure, type Io, type Output } from "../../../cli/io";

/** A cell's colour, of the sixteen that every terminal has; undefined where it is the terminal's own. */
export interface Cell {
  readonly text: string;
  readonly color: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

export interface VirtualOptions {
  readonly columns: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly answers?: readonly string[];
  readonly isColored?: boolean;
  /** A command's output goes elsewhere. */
  readonly isPiped?: boolean;
  readonly now?: () => number;
  readonly everySecond?: (call: () => void) => () => void;
}

/** A terminal without a window, and a command's `Io` on it: it shows at each moment what a user would see there. */
export class VirtualTerminal {
  private readonly terminal: Terminal;
  private readonly stopping = new AbortController();
  private readonly insistent = new Set<() => void>();
  private readonly answers: string[];
  private readonly keyboard = Object.assign(new EventEmitter(), {
    setRawMode: () => undefined,
    resume: () => undefined,
    pause: () => undefined,
  });
  /** All that was written, in pieces as they came. */
  readonly writes: string[] = [];
  readonly io: Io;

  constructor(private readonly options: VirtualOptions) {
    const { columns, rows, env = {}, cwd = "/nowhere", now = () => 0 } = options;
    this.terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true, scrollback: 10_000 });
    this.answers = [...(options.answers ?? [])];
    const output = this.output();
    this.io = {
      env,
      cwd,
      called: "compute",
      stdout: output,
      stderr: output,
      isInteractive: options.isPiped !== true,
      isTyped: true,
      signal: this.stopping.signal,
      onInsist: (call) => {
        this.insistent.add(call);
        return () => void this.insistent.delete(call);
      },
      now,
      everySecond: options.everySecond ?? (() => () => undefined),
      ask: (question) => this.answer(question),
      askHidden: (question) => this.answer(question),
      input: () => Promise.resolve(""),
      openScreen: (onKey, onResize) => openScreen(this.screenOf(), onKey, onResize),
      run: () => Promise.resolve(0),
    };
  }

  /** Ctrl-C, which a terminal echoes unless a program reads each key. */
  interrupt(): void {
    this.write("^C");
    if (this.stopping.signal.aborted) for (const call of this.insistent) call();
    this.stopping.abort(new CommandFailure("Stopped by SIGINT.", 130));
  }

  press(key: string): void {
    this.keyboard.emit("data", key);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.keyboard.emit("resize");
  }

  /** The state that a full-screen program must restore. */
  async state() {
    await this.flushed();
    const written = this.writes.join("");
    return {
      page: this.terminal.buffer.active.type,
      hasCursor: written.lastIndexOf("\u001b[?25l") <= written.lastIndexOf("\u001b[?25h"),
      isWrapping: this.terminal.modes.wraparoundMode,
    };
  }

  /** The lines that are on the screen, without blanks at their ends. */
  async screen(): Promise<string[]> {
    return (await this.all()).slice(this.terminal.buffer.active.baseY);
  }

  /** The same, with what has left the screen at its top, and without the empty lines at the end. */
  async scrolled(): Promise<string[]> {
    const lines = await this.all();
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  /** The cells of all lines, those that look alike in one piece. */
  async cells(): Promise<Cell[][]> {
    await this.flushed();
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: buffer.length }, (_, row) => {
      const line = buffer.getLine(row);
      const pieces: Cell[] = [];
      for (let column = 0; column < this.terminal.cols; column += 1) {
        const cell = line?.getCell(column);
        if (!cell || cell.getWidth() === 0) continue;
        const look = {
          color: cell.isFgPalette() ? cell.getFgColor() : undefined,
          isBold: cell.isBold() !== 0,
          isDim: cell.isDim() !== 0,
        };
        const text = cell.getChars() || " ";
        const last = pieces.at(-1);
        const isSame =
          last !== undefined && last.color === look.color && last.isBold === look.isBold && last.isDim === look.isDim;
        if (isSame) pieces.splice(-1, 1, { ...last, text: last.text + text });
        else pieces.push({ ...look, text });
      }
      return pieces;
    });
  }

  private async all(): Promise<string[]> {
    await this.flushed();
    const buffer = this.terminal.buffer.active;
    // A line of the full screen keeps what no column shows any more when the terminal becomes narrower.
    const lineOf = (row: number) => buffer.getLine(row)?.translateToString(true, 0, this.terminal.cols) ?? "";
    return Array.from({ length: buffer.length }, (_, row) => lineOf(row));
  }

  private flushed(): Promise<void> {
    return new Promise((resolve) => this.terminal.write("", resolve));
  }

  private write(text: string): void {
    this.writes.push(text);
    this.terminal.write(text);
  }

  private async answer(question: string): Promise<string> {
    const answer = this.answers.shift() ?? "";
    this.write(`${question}${answer}\n`);
    return answer;
  }

  private output(): Output {
    const { terminal } = this;
    const { isColored = false, isPiped = false } = this.options;
    const write = (text: string) => this.write(text);
    return {
      isTTY: !isPiped,
      isLive: !isPiped,
      isColored,
      get columns() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      write,
      writePainted: write,
      safe: (text) => text,
      inLine: (text) => text,
    };
  }

  private screenOf(): Parameters<typeof openScreen>[0] {
    const output = Object.assign(this.keyboard, { write: (text: string) => (this.write(text), true) });
    return { input: this.keyboard, output, onExit: () => () => undefined } as unknown as Parameters<
      typeof openScreen
    >[0];
  }
}
