import ansiDiff from "ansi-diff";
import type { Output } from "../io";
import { columnsOf } from "./text";

export type Terminal = Pick<Output, "columns" | "writePainted">;

/**
 * The last lines of a terminal, which change during an operation. Only changes are written. The cursor waits below them,
 * where the terminal echoes pressed keys.
 */
export class LiveRegion {
  private difference: ReturnType<typeof ansiDiff> | undefined;
  private lines: readonly string[] = [];
  private width = 0;

  constructor(private readonly terminal: Terminal) {}

  /** @param lines with colours; each must be narrower than the terminal, which would otherwise wrap it. */
  show(lines: readonly string[]): void {
    if (this.difference && this.width !== this.terminal.columns) this.clear();
    this.width = this.terminal.columns;
    this.difference ??= ansiDiff({ width: this.width });
    const bytes = this.difference.update(lines.map((line) => `${line}\n`).join(""));
    this.lines = lines;
    if (bytes.length > 0) this.terminal.writePainted(bytes.toString("utf8"));
  }

  /** Writes a line above the region, whose lines move down without being written again. */
  above(line: string): void {
    const height = this.lines.length;
    if (height === 0) return this.terminal.writePainted(`${line}\n`);
    if (this.width !== this.terminal.columns) {
      const { lines } = this;
      this.clear();
      this.terminal.writePainted(`${line}\n`);
      return this.show(lines);
    }
    const rows = rowsOf([line], this.terminal);
    // A wait for room at the end, a blank line or more above, the text, and back to below the region.
    const room = `${wipe}${"\n".repeat(rows)}${up(height + rows)}\u001b[${rows}L`;
    this.terminal.writePainted(`${room}${line}\r${down(height + 1)}`);
  }

  /** Erases the terminal's echo below, such as the ^C of an interrupt. */
  wipeEcho(): void {
    if (this.lines.length > 0) this.terminal.writePainted(wipe);
  }

  /** Leaves the lines in place as permanent output. */
  keep(): void {
    this.difference = undefined;
    this.lines = [];
  }

  clear(): void {
    // In a terminal that has become narrower, they occupy more rows.
    const rows = rowsOf(this.lines, this.terminal);
    if (rows > 0) this.terminal.writePainted(`\r${up(rows)}\u001b[J`);
    this.keep();
  }
}

export const rowsOf = (lines: readonly string[], { columns }: Pick<Terminal, "columns">): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);

const wipe = "\r\u001b[J";
const up = (rows: number): string => (rows === 0 ? "" : `\u001b[${rows}A`);
const down = (rows: number): string => (rows === 0 ? "" : `\u001b[${rows}B`);
