import { jsonIn } from "../../values/json";
import { ownMember } from "../../values/own-member";
import { largest } from "../../values/many";
import * as z from "zod";
import { Attempt } from "./attempt";
import { isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** A container start that is about to be requested: the previous run, and a keyed digest of each argument that it applies. */
const BegunStart = z.object({ run: z.string(), asked: z.record(z.string(), z.string()) });
export type BegunStart = z.infer<typeof BegunStart>;

/** One update or delete that was begun. It contains names of arguments, which are not secret, but no values. */
const Line = z.object({
  at: Attempt.shape.startedAt,
  owner: Attempt.shape.owner.unwrap(),
  names: z.array(z.string()),
  start: BegunStart.optional(),
});
type Line = z.infer<typeof Line>;

/** The object of a change, as one backend's state knows it. */
export interface ChangedObject {
  readonly backend: string;
  readonly kind: string;
  readonly id: string;
}

export type Begun = Pick<Line, "names" | "start">;

/** The changes that other processes began to make to an object and that may be missing from its state. */
export interface InterruptedChange {
  readonly names: readonly string[];
  /** The latest start for each argument: the container's previous run, and a digest of the value. */
  readonly starts: ReadonlyMap<string, { readonly run: string; readonly asked: string }>;
  /** The time when the last of these changes began, by our clock. */
  readonly begunAt: number;
}

/**
 * The write-ahead journal of updates and deletes (decision 4). An entry is written before the first request, and removed
 * when the process that handed over the updated object exits normally. It is not signed, because it only makes a later run
 * read the object.
 */
export class Changes {
  /** Names of the existing entries, as far as this process knows. */
  private readonly present = new Set<string>();
  /** Entries whose updated object was handed over to the engine. */
  private readonly handed = new Set<string>();
  running = 0;

  constructor(private readonly storage: Storage) {}

  async interrupted(object: ChangedObject, self: ProcessIdentity): Promise<InterruptedChange | undefined> {
    const name = nameOf(object);
    const all = await this.read(name);
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
      begunAt: largest(lines.map(({ at }) => at)),
    };
  }

  /**
   * Notes a change; await it before the first request. A deletion, which names no argument, need survive the process but
   * not the machine: the next run deletes the object again, or its refresh finds it gone.
   */
  async begin(object: ChangedObject, begun: Begun, owner: ProcessIdentity, at: number): Promise<void> {
    this.present.add(nameOf(object));
    this.handed.delete(nameOf(object));
    const line = JSON.stringify({ at, ...begun, owner });
    // The leading newline ends a line that a crash cut short.
    await this.storage.append(nameOf(object), `\n${line}\n`, begun.names.length > 0);
  }

  /** Withdraws a change of which nothing was sent. Open changes of other processes stay open. */
  async withdraw(object: ChangedObject): Promise<void> {
    if ((await this.read(nameOf(object)))?.length === 1) await this.remove(nameOf(object));
  }

  /** Notes that the updated object is handed over to the engine, which writes it into its state unless it dies first. */
  handedOver(object: ChangedObject): void {
    if (this.present.has(nameOf(object))) this.handed.add(nameOf(object));
  }

  /** Removes the entries that were handed over, because the process exits normally and the state contains their objects. */
  async confirmHandedOver(): Promise<void> {
    for (const name of this.handed) await this.remove(name);
  }

  private async remove(name: string): Promise<void> {
    this.present.delete(name);
    this.handed.delete(name);
    await this.storage.remove(name);
  }

  /** The lines of an entry; undefined if there is none. Truncated and foreign lines are ignored. */
  private async read(name: string): Promise<Line[] | undefined> {
    return (await this.storage.read(name))?.split("\n").flatMap((raw) => lineIn(raw) ?? []);
  }
}

const lineIn = (raw: string): Line | undefined => Line.safeParse(jsonIn(raw)).data;

const nameOf = ({ backend, kind, id }: ChangedObject): string =>
  ["change", backend, kind, id].map(encodeURIComponent).join("-");
