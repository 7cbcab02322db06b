import * as z from "zod";
import { isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** One update or delete that was begun. Names of arguments are no secrets; their values are not here. */
const Line = z.object({
  at: z.number().min(0).max(8.64e15),
  names: z.array(z.string()),
  owner: z.object({ pid: z.number(), startedAt: z.string() }),
  /** What this process began before is in the state: an end, and nothing that was begun. */
  isKnown: z.literal(true).optional(),
});
type Line = z.infer<typeof Line>;

/** The object that a change is about, as one backend's state knows it. */
export interface Subject {
  readonly backend: string;
  readonly kind: string;
  readonly id: string;
}

/** What other processes began to change about an object, and nobody knows to be in its state. */
export interface InterruptedChange {
  /** Arguments that may have been changed. */
  readonly names: readonly string[];
  /** When the last of these changes began, by our clock. */
  readonly begunAt: number;
}

/**
 * The write-ahead journal of updates and deletes (decision 17). An entry is written before the first request, and goes
 * when the outcome is in the state. One that an earlier process has left says that the state may be behind the platform:
 * whoever compares the object looks at it once.
 *
 * Entries bear no marks, unlike those of creates: all that follows from one is that somebody looks.
 */
export class Changes {
  /** Entries that are there, as far as this process knows. */
  private readonly present = new Set<string>();
  /** When the engine was handed each outcome, and whether that says all that an earlier process left open. */
  private readonly handed = new Map<
    string,
    { readonly at: number; readonly owner: ProcessIdentity; readonly isAll: boolean }
  >();
  /** Entries whose object was read for a refresh, which may be a preview's: the state need not have it. */
  private readonly refreshed = new Set<string>();
  /** Changes that are under way. */
  running = 0;

  constructor(private readonly storage: Storage) {}

  async interrupted(subject: Subject, self: ProcessIdentity): Promise<InterruptedChange | undefined> {
    const lines = await this.linesOf(subject, self);
    if (lines.length === 0) return undefined;
    return {
      names: [...new Set(lines.flatMap(({ names }) => names))],
      begunAt: Math.max(...lines.map(({ at }) => at)),
    };
  }

  /** To be called, and awaited, before the first request. */
  async begin(subject: Subject, names: readonly string[], owner: ProcessIdentity, at: number): Promise<void> {
    this.present.add(nameOf(subject));
    await this.write(nameOf(subject), { at, names: [...names], owner });
  }

  /** Nothing was sent after all. */
  async notBegun(subject: Subject, owner: ProcessIdentity, at: number): Promise<void> {
    if ((await this.linesOf(subject, owner)).length === 0) await this.remove(nameOf(subject));
    else await this.write(nameOf(subject), { at, names: [], owner, isKnown: true });
  }

  /**
   * The engine is handed what the platform has now, and writes it into its state unless it dies first.
   *
   * @param lagOver changes that began after this time may still be under way on the platform.
   */
  async known(subject: Subject, self: ProcessIdentity, now: number, lagOver: number): Promise<void> {
    if (!this.present.has(nameOf(subject))) return;
    const lines = await this.linesOf(subject, self);
    const isAll = lines.every(({ at }) => at <= lagOver);
    this.handed.set(nameOf(subject), { at: now, owner: self, isAll });
  }

  /** The object was read for a refresh. */
  sawRefresh(subject: Subject): void {
    this.refreshed.add(nameOf(subject));
  }

  /** The state was found to be as the platform is. */
  async forget(subject: Subject, self: ProcessIdentity, lagOver: number): Promise<void> {
    const lines = await this.linesOf(subject, self);
    const isOver = lines.every(({ at }) => at <= lagOver) && !this.refreshed.has(nameOf(subject));
    if (isOver) await this.remove(nameOf(subject));
  }

  /** What the engine was handed until then is in its state. */
  async confirmHandedOver(until: number): Promise<void> {
    for (const [name, { at, owner, isAll }] of this.handed) {
      if (at > until) continue;
      if (isAll) await this.remove(name);
      else await this.write(name, { at, names: [], owner, isKnown: true });
      this.handed.delete(name);
    }
  }

  /** What other processes began. A line that a crash has cut, or that is none of ours, says nothing. */
  private async linesOf(subject: Subject, self: ProcessIdentity): Promise<Line[]> {
    const text = await this.storage.read(nameOf(subject));
    if (text === undefined) return [];
    this.present.add(nameOf(subject));
    let lines: Line[] = [];
    for (const line of text.split("\n").flatMap((raw) => lineIn(raw) ?? []))
      lines = line.isKnown ? lines.filter(({ owner }) => !isSameProcess(owner, line.owner)) : [...lines, line];
    return lines.filter(({ owner }) => !isSameProcess(owner, self));
  }

  private write(name: string, line: Line): Promise<void> {
    // The leading newline ends a line that a crash cut short.
    return this.storage.append(name, `\n${JSON.stringify(line)}\n`);
  }

  private async remove(name: string): Promise<void> {
    this.present.delete(name);
    this.handed.delete(name);
    await this.storage.remove(name);
  }
}

const nameOf = ({ backend, kind, id }: Subject): string =>
  ["change", backend, kind, id].map(encodeURIComponent).join("-");

function lineIn(raw: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(raw)).data;
  } catch {
    return undefined;
  }
}
