import ansiDiff from "ansi-diff";
import type { Output } from "../io";
import { columnsOf } from "./text";

/** What a region writes to: a terminal. */
export type Terminal = Pick<Output, "columns" | "writePainted">;

/**
 * The last lines of a terminal, which change while something goes on. Only what has changed is written. The cursor waits below
 * them, where a terminal echoes the keys that are pressed meanwhile.
 */
export class LiveRegion {
  private difference: ReturnType<typeof ansiDiff> | undefined;
  private lines: readonly string[] = [];
  private width = 0;

  constructor(private readonly terminal: Terminal) {}

  /** @param lines with colours; none may be as wide as the terminal, which would go on in the next line then. */
  show(lines: readonly string[]): void {
    if (this.difference && this.width !== this.terminal.columns) this.clear();
    this.width = this.terminal.columns;
    this.difference ??= ansiDiff({ width: this.width });
    const bytes = this.difference.update(lines.map((line) => `${line}\n`).join(""));
    this.lines = lines;
    if (bytes.length > 0) this.terminal.writePainted(bytes.toString("utf8"));
  }

  /** Writes a line above. Those of the region make room for it, and are not written again. */
  above(line: string): void {
    const height = this.lines.length;
    if (height === 0) return this.terminal.writePainted(`${line}\n`);
    if (this.width !== this.terminal.columns) return this.aboveAnew(line);
    const rows = Math.max(1, Math.ceil(columnsOf(line) / this.terminal.columns));
    // A wait for room at the end, a blank line or more above, the text, and back to below the region.
    const room = `${wipe}${"\n".repeat(rows)}${up(height + rows)}\u001b[${rows}L`;
    this.terminal.writePainted(`${room}${line}\r${down(height + 1)}`);
  }

  private aboveAnew(line: string): void {
    const { lines } = this;
    this.clear();
    this.terminal.writePainted(`${line}\n`);
    this.show(lines);
  }

  /** Takes off what the terminal has echoed below, as the ^C of an interrupt. */
  wipeEcho(): void {
    if (this.lines.length > 0) this.terminal.writePainted(wipe);
  }

  /** Leaves the lines where they are, as if they had been written for good. */
  keep(): void {
    this.difference = undefined;
    this.lines = [];
  }

  /** Takes the lines back. */
  clear(): void {
    const columns = this.terminal.columns;
    // In a terminal that has become narrower, they take more rows than they did.
    const rows = this.lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);
    if (rows > 0) this.terminal.writePainted(`\r${up(rows)}\u001b[J`);
    this.keep();
  }
}

const wipe = "\r\u001b[J";
const up = (rows: number): string => (rows === 0 ? "" : `\u001b[${rows}A`);
const down = (rows: number): string => (rows === 0 ? "" : `\u001b[${rows}B`);
