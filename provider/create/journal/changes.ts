import * as z from "zod";
import { Lines, written } from "./lines";
import { isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** One update or delete that was begun. Names of arguments are no secrets; their values are not here. */
const Line = z.object({
  ...written,
  names: z.array(z.string()),
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

  private readonly lines: Lines<Line>;

  constructor(storage: Storage) {
    this.lines = new Lines(storage, Line);
  }

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
    await this.lines.append(nameOf(subject), { at, names: [...names], owner });
  }

  /** Nothing was sent of what was begun last. What this process had left open before that stays so. */
  async notBegun(subject: Subject, owner: ProcessIdentity, at: number): Promise<void> {
    const name = nameOf(subject);
    const lines = (await this.lines.read(name)) ?? [];
    if (lines.filter((line) => isSameProcess(line.owner, owner)).length > 1) return;
    if (lines.length > 1) await this.lines.append(name, { at, names: [], owner, isKnown: true });
    else await this.remove(name);
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
      else await this.lines.append(name, { at, names: [], owner, isKnown: true });
      this.handed.delete(name);
    }
  }

  /** What other processes began. */
  private async linesOf(subject: Subject, self: ProcessIdentity): Promise<Line[]> {
    const all = await this.lines.read(nameOf(subject));
    if (!all) return [];
    this.present.add(nameOf(subject));
    let lines: Line[] = [];
    for (const line of all)
      lines = line.isKnown ? lines.filter(({ owner }) => !isSameProcess(owner, line.owner)) : [...lines, line];
    return lines.filter(({ owner }) => !isSameProcess(owner, self));
  }

  private async remove(name: string): Promise<void> {
    this.present.delete(name);
    this.handed.delete(name);
    await this.lines.remove(name);
  }
}

const nameOf = ({ backend, kind, id }: Subject): string =>
  ["change", backend, kind, id].map(encodeURIComponent).join("-");
