import type * as z from "zod";
import type { Storage } from "./storage";

/** Entries whose lines bear no marks: all that follows from one is that somebody looks, waits or is told. */
export class Lines<Line> {
  constructor(
    private readonly storage: Storage,
    private readonly schema: z.ZodType<Line>,
  ) {}

  /** Undefined where there is no such entry. A line that a crash has cut, or that is none of ours, says nothing. */
  async read(name: string): Promise<Line[] | undefined> {
    const text = await this.storage.read(name);
    return text?.split("\n").flatMap((raw) => this.parsed(raw) ?? []);
  }

  /** When it returns, the line survives the process, and if it is to last, a crash of the machine too. */
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
