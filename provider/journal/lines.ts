import type * as z from "zod";
import type { Storage } from "./storage";

/** Entries with unsigned lines, which only make a run read, wait or print something. */
export class Lines<Line> {
  constructor(
    private readonly storage: Storage,
    private readonly schema: z.ZodType<Line>,
  ) {}

  /** Reads an entry; undefined if there is none. Truncated and foreign lines are ignored. */
  async read(name: string): Promise<Line[] | undefined> {
    const text = await this.storage.read(name);
    return text?.split("\n").flatMap((raw) => this.parsed(raw) ?? []);
  }

  /** Appends a line, which then survives the process and, with `isLasting`, a crash of the machine. */
  append(name: string, line: Line, isLasting = true): Promise<void> {
    // The leading newline ends a line that a crash cut short.
    return this.storage.append(name, `\n${JSON.stringify(line)}\n`, isLasting);
  }

  remove(name: string): Promise<void> {
    return this.storage.remove(name);
  }

  private parsed(raw: string): Line | undefined {
    try {
      return this.schema.safeParse(JSON.parse(raw)).data;
    } catch {
      return undefined;
    }
  }
}
