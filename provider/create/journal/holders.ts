import * as z from "zod";
import { dateOf, type Entry } from "../../state/entry";
import { Lines } from "./lines";
import type { Storage } from "./storage";

/** An object on the platform. */
export interface HeldObject {
  readonly kind: string;
  readonly id: string;
  /** Of an object whose id is the same in every account: which one it is in. */
  readonly account?: string;
}

/** The resource that an object was handed to last on this machine. */
const Holder = z.object({
  key: z.string(),
  adoption: z.string().optional(),
  /** When it got the object, or a later run wrote down that it has it: milliseconds since the epoch, our clock. */
  at: z.number(),
  /** Arguments that it has changed since it has the object: the state of whoever else has it does not know of that. */
  names: z.array(z.string()).optional(),
});
export type Holder = z.infer<typeof Holder>;

/** The resource of the program that keeps the object although another was handed it, in the run of this engine. */
const Keeper = z.object({ key: z.string(), adoption: z.string().optional(), engine: z.string() });
type Keeper = z.infer<typeof Keeper>;

/**
 * Who has an object that changed hands (decision 17). The last line of an entry counts. An object that was never handed from one
 * resource to another has no entry. Entries bear no marks: all that follows from one is that an object stays, and that somebody looks.
 */
export class Holders {
  private readonly lines: Lines<Holder>;
  private readonly keepers: Lines<Keeper>;

  constructor(private readonly storage: Storage) {
    this.lines = new Lines(storage, Holder);
    this.keepers = new Lines(storage, Keeper);
  }

  async of(object: HeldObject): Promise<Holder | undefined> {
    return (await this.lines.read(nameOf(object)))?.at(-1);
  }

  /** Whether the deletion of a resource leaves the object to another. */
  async isLeft(object: HeldObject, entry: Entry): Promise<boolean> {
    return isLeftTo((await this.of(object)) ?? (await this.beforeRotation(object, entry)), entry);
  }

  /** The holder by the entry in which this resource got the object, with an API key that was rotated since. */
  private async beforeRotation(object: HeldObject, { adoption }: Entry): Promise<Holder | undefined> {
    if (object.account === undefined || adoption === undefined) return undefined;
    const ofOtherKeys = `${nameOf({ kind: object.kind, id: object.id })}-`;
    for (const name of (await this.storage.names()).filter((each) => each.startsWith(ofOtherKeys))) {
      const lines = (await this.lines.read(name)) ?? [];
      if (lines.some((line) => line.adoption === adoption)) return lines.at(-1);
    }
    return undefined;
  }

  /** The resource has the object from now on. */
  async record(object: HeldObject, { key, adoption, at, names = [] }: Holder): Promise<void> {
    const what = { ...(adoption !== undefined && { adoption }), ...(names.length > 0 && { names }) };
    await this.lines.append(nameOf(object), { key, at, ...what });
  }

  /** This run keeps the object for the resource. Only the last run counts: previews, of which there are many, leave one line. */
  async keep(object: HeldObject, keeper: Keeper): Promise<void> {
    await this.keepers.remove(keeperOf(object));
    await this.keepers.append(keeperOf(object), keeper);
  }

  /** The resource that the run of this engine keeps the object for. */
  async keptFor(object: HeldObject, engine: string | undefined): Promise<Keeper | undefined> {
    const keeper = (await this.keepers.read(keeperOf(object)))?.at(-1);
    return engine !== undefined && keeper?.engine === engine ? keeper : undefined;
  }

  /** The object is gone, or was just made. */
  async forget(object: HeldObject): Promise<void> {
    if (!(await this.of(object))) return;
    await this.lines.remove(nameOf(object));
    await this.keepers.remove(keeperOf(object));
  }
}

/**
 * Whether the deletion of a resource leaves the object to the holder: it is another one, and this resource got the object no later than
 * a run last wrote down that one has it.
 */
export function isLeftTo(holder: Pick<Holder, "adoption" | "at"> | undefined, entry: Entry): boolean {
  return holder !== undefined && holder.adoption !== entry.adoption && dateOf(entry.adoption) <= holder.at;
}

const nameOf = ({ kind, id, account }: HeldObject, what = "holder"): string =>
  [what, kind, id, ...(account === undefined ? [] : [account])].map(encodeURIComponent).join("-");

const keeperOf = (object: HeldObject): string => nameOf(object, "keeper");
