import { setImmediate as turn } from "node:timers/promises";
import type { Io, Output } from "../../cli/io";
import { shown } from "../../cli/shown";

const outputTo = (write: (text: string) => void, isTTY: boolean): Output => ({
  isTTY,
  columns: 80,
  rows: 24,
  isColored: false,
  write,
  writePainted: write,
  safe: (text) => text,
  inLine: (value) => value,
  isLive: isTTY,
});

/** An `Io` for a command: everything written is kept, time stands still, and answers are given beforehand. */
export class FakeIo implements Io {
  readonly env: Record<string, string | undefined> = {};
  cwd = "/nowhere";
  called = "compute";
  isInteractive = false;
  /** What is piped in. */
  piped = "";
  readonly written = { out: "", err: "" };
  readonly questions: string[] = [];
  readonly stdout: Output;
  readonly stderr: Output;
  private readonly stopping = new AbortController();
  private readonly listeners = new Set<() => void>();
  private time = 0;

  constructor(private readonly options: { isTTY?: boolean; answers?: string[] } = {}) {
    const isTTY = options.isTTY ?? false;
    this.stdout = outputTo((text) => void (this.written.out += text), isTTY);
    this.stderr = outputTo((text) => void (this.written.err += text), isTTY);
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  now(): number {
    return this.time;
  }

  everySecond(call: () => void): () => void {
    this.listeners.add(call);
    return () => void this.listeners.delete(call);
  }

  async ask(question: string): Promise<string> {
    this.questions.push(question);
    return this.options.answers?.shift() ?? "";
  }

  async askHidden(question: string): Promise<string> {
    return this.ask(`${question}(hidden)`);
  }

  get isTyped(): boolean {
    return this.isInteractive;
  }

  async input(): Promise<string> {
    return this.piped;
  }

  /** What a full screen shows; undefined while there is none. */
  drawn: readonly string[] | undefined;
  /** What was drawn first, which a busy machine may replace before a test looks. */
  firstDrawn: readonly string[] | undefined;
  press: (key: string) => void = () => undefined;
  openScreen(onKey: (key: string) => void) {
    this.press = onKey;
    this.drawn = [];
    return {
      draw: (lines: readonly string[]) => {
        this.firstDrawn ??= lines;
        this.drawn = lines;
      },
      close: () => void (this.drawn = undefined),
    };
  }

  /** Programs that were run, and with what they end. */
  readonly ran: string[][] = [];
  endOfRun: number | Error = 0;
  async run(program: string, args: readonly string[]): Promise<number> {
    this.ran.push([program, ...args]);
    if (this.endOfRun instanceof Error) throw this.endOfRun;
    return this.endOfRun;
  }

  /** Lets seconds pass, one at a time. */
  pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.time += 1_000;
      for (const listener of this.listeners) listener();
    }
  }

  private readonly insistent = new Set<() => void>();
  readonly onInsist = (call: () => void) => {
    this.insistent.add(call);
    return () => void this.insistent.delete(call);
  };

  /** Presses Ctrl-C, and again. */
  stop(): void {
    if (this.stopping.signal.aborted) for (const call of this.insistent) call();
    this.stopping.abort();
  }

  /** As commands have it, whose members are its own. */
  shown(): Io {
    const none = () => ({});
    return shown(this, none, none).io;
  }

  /** The lines that were written to stdout. */
  screen(): string[] {
    return this.written.out.split("\n").slice(0, -1);
  }
}

/** Seconds as long as a turn of the event loop. */
export const everyTurn: Io["everySecond"] = (call) => {
  let isOver = false;
  void (async () => {
    while (!isOver) {
      await turn();
      call();
    }
  })();
  return () => void (isOver = true);
};
