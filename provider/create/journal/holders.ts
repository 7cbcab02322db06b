import * as z from "zod";
import { Lines } from "./lines";
import type { Storage } from "./storage";

/** An object on the platform. */
interface Held {
  readonly kind: string;
  readonly id: string;
}

/**
 * A resource that has the object from then on: the keys that it had before it was renamed, and its own as the last. Where it took the
 * object over, the names of the arguments that it changed, for the state of the one that had it. Entries of earlier builds do not
 * tell the backend of its stack.
 */
const Line = z.object({
  keys: z.array(z.string()).min(1),
  names: z.array(z.string()).optional(),
  backend: z.string().optional(),
});
type Line = z.infer<typeof Line>;

/** A resource, by the keys that it has had, and the backend of its stack. */
interface Holder {
  readonly keys: readonly string[];
  readonly backend: string;
}

/** The key of the resource that the object was made for, asked only where another one has had it. */
type Maker = () => Promise<string | undefined>;

/**
 * Which resources have had an object, one after the other (decision 17). An `up --target` that hands an object over by
 * `adopt` leaves the resource that had it in the state; whoever deletes that one later does not mean the object. A stack
 * may move to another backend in between, so that entries are of the object alone.
 *
 * Entries bear no marks: all that follows from one is that an object stays, and that somebody is told.
 */
export class Holders {
  private readonly lines: Lines<Line>;

  constructor(storage: Storage) {
    this.lines = new Lines(storage, Line);
  }

  /** The resource has the object, and the engine knows it. @param names arguments that it changed as it took the object over. */
  async record(held: Held, { keys, backend }: Holder, names: readonly string[] = []): Promise<void> {
    const last = (await this.linesOf(held)).at(-1)?.keys;
    // A name that the last resource had before may be that of another one by now, which got the object by `adopt`.
    const isSame = last !== undefined && last.at(-1) === keys.at(-1) && keys.every((key) => last.includes(key));
    if (names.length === 0 && isSame) return;
    await this.lines.append(nameOf(held), { keys: [...keys], backend, ...(names.length > 0 && { names: [...names] }) });
  }

  /** The resource was renamed, and has these keys now. Recorded only where it is known to have the object. */
  async recordRename(held: Held, holder: Holder, maker: string | undefined): Promise<void> {
    const known = (await this.linesOf(held)).at(-1)?.keys ?? [maker];
    if (holder.keys.some((key) => known.includes(key))) await this.record(held, holder);
  }

  /**
   * The resource had the object, and another has it now. Of a resource that is mentioned nowhere here, another machine made the object, or
   * handed it over, or renamed the resource: once it was handed over on this machine, nobody can tell which came first, and the object stays.
   *
   * @param hasAdopted the resource has taken the object over itself. Another one has its key where that was renamed, not updated since, and
   * then had its object adopted under the name that it had before.
   */
  async isTakenFrom(held: Held, key: string, hasAdopted: boolean, maker: Maker): Promise<boolean> {
    const lines = await this.linesOf(held);
    const renamed = lines.findLastIndex(({ keys }) => keys.includes(key) && keys.at(-1) !== key);
    const isBack =
      renamed >= 0 && lines.slice(renamed).some(({ keys: [only, ...more] }) => only === key && more.length === 0);
    if (isBack && !hasAdopted) return true;
    if (lines.length === 0 || lines.at(-1)!.keys.includes(key)) return false;
    const chain = [[await maker()], ...lines.map(({ keys }) => keys)];
    const isHandedOver = lines.some(({ keys }, index) => !keys.some((each) => chain[index]!.includes(each)));
    return isHandedOver || chain.some((keys) => keys.includes(key));
  }

  /** What those changed who took the object over from this resource; undefined where nothing tells that it was taken from it. */
  async changedSince(held: Held, key: string, maker: Maker): Promise<string[] | undefined> {
    const lines = await this.linesOf(held);
    const own = lines.findLastIndex(({ keys }) => keys.includes(key));
    if (own === lines.length - 1 || (own < 0 && (await maker()) !== key)) return undefined;
    return [...new Set(lines.slice(own + 1).flatMap(({ names = [] }) => names))];
  }

  /**
   * The key of the resource that had the object last, where it is not, or not only, the one that it was made for; the keys that this resource
   * had before it was renamed, with its own; and the backend of its stack, where that is known. Stacks of one name in several backends
   * have the same keys.
   */
  async lastOf(
    held: Held,
  ): Promise<
    { readonly key: string; readonly keys: readonly string[]; readonly backend?: string | undefined } | undefined
  > {
    const last = (await this.linesOf(held)).at(-1);
    return last && { key: last.keys.at(-1)!, keys: last.keys, backend: last.backend };
  }

  /** The object is gone. */
  async forget(held: Held): Promise<void> {
    if (await this.lines.read(nameOf(held))) await this.lines.remove(nameOf(held));
  }

  private async linesOf(held: Held): Promise<Line[]> {
    return (await this.lines.read(nameOf(held))) ?? [];
  }
}

const nameOf = ({ kind, id }: Held): string => ["holder", kind, id].map(encodeURIComponent).join("-");
