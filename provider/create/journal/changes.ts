import { ownMember } from "../../../values/own-member";
import * as z from "zod";
import { Attempt } from "./attempt";
import { Lines } from "./lines";
import { isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** A start of a container that is about to be brought: the run it was in before, and a keyed digest of each argument to be carried out. */
const BegunStart = z.object({ run: z.string(), asked: z.record(z.string(), z.string()) });
export type BegunStart = z.infer<typeof BegunStart>;

/** One update or delete that was begun. Names of arguments are no secrets; their values are not here. */
const Line = z.object({
  at: Attempt.shape.startedAt,
  owner: Attempt.shape.owner.unwrap(),
  names: z.array(z.string()),
  start: BegunStart.optional(),
});
type Line = z.infer<typeof Line>;

/** The object that a change is about, as one backend's state knows it. */
export interface ChangedObject {
  readonly backend: string;
  readonly kind: string;
  readonly id: string;
}

/** What a process is about to change about an object. */
export type Begun = Pick<Line, "names" | "start">;

/** What other processes began to change about an object, and nobody knows to be in its state. */
export interface InterruptedChange {
  /** Arguments that may have been changed. */
  readonly names: readonly string[];
  /** By argument, the start that was to carry it out last: the run of the container before, and a digest of the value. */
  readonly starts: ReadonlyMap<string, { readonly run: string; readonly asked: string }>;
  /** When the last of these changes began, by our clock. */
  readonly begunAt: number;
}

/**
 * The write-ahead journal of updates and deletes (decision 4). An entry is written before the first request, and goes when a process
 * that has handed the engine the object as it is ends in order. It bears no mark: all that follows from one is that somebody looks.
 */
export class Changes {
  /** Names of the entries that are there, as far as this process knows. */
  private readonly present = new Set<string>();
  /** Entries whose object, as it is now, the engine was handed. */
  private readonly handed = new Set<string>();
  /** Changes that are under way. */
  running = 0;

  private readonly lines: Lines<Line>;

  constructor(storage: Storage) {
    this.lines = new Lines(storage, Line);
  }

  async interrupted(object: ChangedObject, self: ProcessIdentity): Promise<InterruptedChange | undefined> {
    const name = nameOf(object);
    const all = await this.lines.read(name);
    if (!all) return undefined;
    this.present.add(name);
    const lines = all.filter(({ owner }) => !isSameProcess(owner, self));
    if (lines.length === 0) return undefined;
    const last = new Map(lines.flatMap((line) => line.names.map((each) => [each, line] as const)));
    const starts = [...last].flatMap(([each, { start }]) => {
      const asked = start && ownMember(start.asked, each);
      return start && asked !== undefined ? [[each, { run: start.run, asked }] as const] : [];
    });
    return {
      names: [...last.keys()],
      starts: new Map(starts),
      begunAt: Math.max(...lines.map(({ at }) => at)),
    };
  }

  /**
   * To be called, and awaited, before the first request. A deletion, which names no argument, is noted for the case that the process
   * ends and not the machine: what is gone is deleted again by the next run, or missed by its refresh.
   */
  async begin(object: ChangedObject, begun: Begun, owner: ProcessIdentity, at: number): Promise<void> {
    this.present.add(nameOf(object));
    this.handed.delete(nameOf(object));
    await this.lines.append(nameOf(object), { at, ...begun, owner }, begun.names.length > 0);
  }

  /** Takes back a change of which nothing was sent. What other processes left open stays open. */
  async withdraw(object: ChangedObject): Promise<void> {
    if ((await this.lines.read(nameOf(object)))?.length === 1) await this.remove(nameOf(object));
  }

  /** The engine is handed what the platform has now, and writes it into its state unless it dies first. */
  handedOver(object: ChangedObject): void {
    if (this.present.has(nameOf(object))) this.handed.add(nameOf(object));
  }

  /** This process ends in order: what the engine was handed is in its state. */
  async confirmHandedOver(): Promise<void> {
    for (const name of this.handed) await this.remove(name);
  }

  private async remove(name: string): Promise<void> {
    this.present.delete(name);
    this.handed.delete(name);
    await this.lines.remove(name);
  }
}

const nameOf = ({ backend, kind, id }: ChangedObject): string =>
  ["change", backend, kind, id].map(encodeURIComponent).join("-");
