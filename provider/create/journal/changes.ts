import * as z from "zod";
import { Lines, written } from "./lines";
import { isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** A start of a container that is about to be brought. */
const BegunStart = z.object({
  /** Which run the container was in before. */
  run: z.string(),
  /** A keyed digest of each argument that the start is to carry out. */
  asked: z.record(z.string(), z.string()),
});
export type BegunStart = z.infer<typeof BegunStart>;

/** One update or delete that was begun. Names of arguments are no secrets; their values are not here. */
const Line = z.object({
  ...written,
  names: z.array(z.string()),
  start: BegunStart.optional(),
  /** The process has lived to see that the outcome is unclear, and has told the engine so. */
  isUnclear: z.literal(true).optional(),
  /** Set in a line that begins nothing: what this process began before it is in the state by now. */
  isKnown: z.literal(true).optional(),
});
type Line = z.infer<typeof Line>;

/** The object that a change is about, as one backend's state knows it. */
export interface ChangedObject {
  readonly backend: string;
  readonly kind: string;
  readonly id: string;
}

/** What a process is about to change about an object. */
export type Begun = Pick<Line, "names" | "start" | "isUnclear">;

/** What other processes began to change about an object, and nobody knows to be in its state. */
export interface InterruptedChange {
  /** Arguments that may have been changed. */
  readonly names: readonly string[];
  /** Of these, those whose last change was cut short, and not merely left unclear by what the platform answered. */
  readonly cutShort: readonly string[];
  /** By argument, the start that was to carry it out last: the run of the container before, and a digest of the value. */
  readonly starts: ReadonlyMap<string, { readonly run: string; readonly asked: string }>;
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
  /** Names of the entries that are there, as far as this process knows. */
  private readonly present = new Set<string>();
  /** By entry: when the engine was handed the outcome, and whether that settles what earlier processes left open too. */
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

  async interrupted(object: ChangedObject, self: ProcessIdentity): Promise<InterruptedChange | undefined> {
    const lines = await this.linesOf(object, self);
    if (lines.length === 0) return undefined;
    const last = new Map(lines.flatMap((line) => line.names.map((name) => [name, line] as const)));
    const starts = [...last].flatMap(([name, { start }]) => {
      const asked = start?.asked[name];
      return start && asked !== undefined ? [[name, { run: start.run, asked }] as const] : [];
    });
    return {
      names: [...last.keys()],
      cutShort: [...last].filter(([, { isUnclear }]) => !isUnclear).map(([name]) => name),
      starts: new Map(starts),
      begunAt: Math.max(...lines.map(({ at }) => at)),
    };
  }

  /** To be called, and awaited, before the first request. */
  async begin(object: ChangedObject, begun: Begun, owner: ProcessIdentity, at: number): Promise<void> {
    this.present.add(nameOf(object));
    await this.lines.append(nameOf(object), { at, ...begun, owner });
  }

  /** Takes back the change that was begun last: nothing of it was sent. What this process left open before stays open. */
  async withdraw(object: ChangedObject, owner: ProcessIdentity, at: number): Promise<void> {
    const name = nameOf(object);
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
  async handedOver(object: ChangedObject, self: ProcessIdentity, now: number, lagOver: number): Promise<void> {
    if (!this.present.has(nameOf(object))) return;
    const lines = await this.linesOf(object, self);
    const isAll = lines.every(({ at }) => at <= lagOver);
    this.handed.set(nameOf(object), { at: now, owner: self, isAll });
  }

  /** The object was read for a refresh, which may be a preview's, so that its state need not follow. */
  sawRefresh(object: ChangedObject): void {
    this.refreshed.add(nameOf(object));
  }

  /** The state was found to be as the platform is: the entry goes, if its changes can't be under way any more. */
  async forget(object: ChangedObject, self: ProcessIdentity, lagOver: number): Promise<void> {
    const lines = await this.linesOf(object, self);
    const isOver = lines.every(({ at }) => at <= lagOver) && !this.refreshed.has(nameOf(object));
    if (isOver) await this.remove(nameOf(object));
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

  /** The changes that other processes began and left open. */
  private async linesOf(object: ChangedObject, self: ProcessIdentity): Promise<Line[]> {
    const all = await this.lines.read(nameOf(object));
    if (!all) return [];
    this.present.add(nameOf(object));
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

const nameOf = ({ backend, kind, id }: ChangedObject): string =>
  ["change", backend, kind, id].map(encodeURIComponent).join("-");
