import * as z from "zod";
import { type Holder, isEntryOf, laterOf, type StateEntry } from "../../state/entry";
import { Lines, written } from "./lines";
import { haveOneEngine, isSameProcess, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/** An object on the platform. */
interface Held {
  readonly kind: string;
  readonly id: string;
}

/**
 * A resource that has the object from then on. Where it took the object over, the adoption that its outputs name too, and the names of the
 * arguments that it changed, for the state of the one that had it. Entries of earlier builds tell neither the adoption nor the
 * stack and its backend.
 */
const Line = z.object({
  keys: z.array(z.string()).min(1),
  names: z.array(z.string()).optional(),
  adoption: z.string().optional(),
  backend: z.string().optional(),
  stack: z.string().optional(),
  /** Until it is known whether the engine has stored the resource: the process that hands it over. */
  handing: written.owner.optional(),
  /** It is handed over by an import, maybe in a preview. */
  isImport: z.literal(true).optional(),
});
type Line = z.infer<typeof Line>;

/** A resource, its stack where the engine has said which, and the backend of that. */
type HolderThere = Holder & { readonly backend: string; readonly stack?: string | undefined };

interface LastHolder {
  readonly key: string;
  readonly keys: readonly string[];
  readonly backend?: string | undefined;
  readonly stack?: string | undefined;
}

/** Who asks whether an object was taken over. */
interface Asker {
  readonly process: ProcessIdentity;
  /** The program of this run has the resource that is asked about, so that no other one of it took its object over. */
  readonly isOfProgram: boolean;
}

/** The key of the resource that the object was made for, asked only where another one has had it. */
export type Maker = () => Promise<string | undefined>;

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
  async record(held: Held, holder: HolderThere, names: readonly string[] = []): Promise<void> {
    await this.follow(held, (await this.linesOf(held)).at(-1), holder, names);
  }

  /** This process is about to hand the object to the engine as that of this resource. The engine stores it unless it is killed. */
  async recordHanding(held: Held, holder: HolderThere, handing: ProcessIdentity): Promise<void> {
    const { keys, adoption, backend, stack } = holder;
    await this.lines.append(holderName(held), { keys: [...keys], adoption, backend, stack, handing });
  }

  /** This process imports the object for this resource. The engine stores it unless it is killed, or runs a preview. */
  async recordImport(held: Held, holder: HolderThere, handing: ProcessIdentity): Promise<void> {
    const { keys, adoption, backend, stack } = holder;
    await this.lines.append(holderName(held), { keys: [...keys], adoption, backend, stack, handing, isImport: true });
  }

  /** Writes the holder down after the last one, unless nothing is new. */
  private async follow(
    held: Held,
    last: Line | undefined,
    holder: HolderThere,
    names: readonly string[] = [],
  ): Promise<void> {
    const { keys, adoption } = holder;
    // A name that the last resource had before may be that of another one by now, which got the object by `adopt`.
    const isSame = last && hasNameOf(holder, last) && keys.every((key) => last.keys.includes(key));
    if (names.length === 0 && isSame && last.adoption === adoption) return;
    await this.append(held, holder, names);
  }

  private async append(held: Held, { keys, adoption, backend, stack }: HolderThere, names: readonly string[] = []) {
    const line = { keys: [...keys], backend, stack, ...(names.length > 0 && { names: [...names] }) };
    await this.lines.append(holderName(held), { ...line, ...(adoption !== undefined && { adoption }) });
  }

  /**
   * The program keeps the object with this resource. Recorded where that is known to have the object and was renamed, where its state
   * was brought back from before it adopted the object once more, or where an earlier run imported the object, for it or for another one.
   */
  async recordKept(held: Held, holder: HolderThere, maker: Maker, process: ProcessIdentity): Promise<void> {
    const all = await this.allLinesOf(held);
    if (isNewsOfImport(all, holder, process)) return this.append(held, holder);
    const last = all.filter(isKnown).at(-1);
    if (last && hasNameOf(holder, last)) return this.follow(held, last, holder);
    if (new Set(holder.keys).size === 1) return;
    const known = last ?? { keys: [await maker()].filter((key) => key !== undefined) };
    const isItsOwn = holder.keys.some((key) => isEntryOf(known, { key, adoption: holder.adoption }));
    if (isItsOwn) await this.follow(held, last, holder);
  }

  /**
   * Another resource has the object now than that of this entry, or may have it after a run that was killed. Of an entry that is mentioned
   * nowhere here, another machine made the object, or handed it over, or renamed the resource: once it was handed over on this machine,
   * nobody can tell which came first, and the object stays. SSH keys tell when they were taken.
   *
   * @returns undefined where nothing is known here of who has had the object.
   */
  async isTakenFrom(held: Held, entry: StateEntry, maker: Maker, asker: Asker): Promise<boolean | undefined> {
    const all = await this.allLinesOf(held);
    if (all.length === 0) return undefined;
    const { key, adoption, hasAdopted } = entry;
    const latest = all.at(-1);
    if (latest && isOfAnotherRun(latest, asker.process)) {
      if (isEntryOf(latest, entry)) return false;
      // An adoption may be the second one by the same resource.
      if (!asker.isOfProgram && (latest.isImport || !latest.keys.includes(key!))) return true;
    }
    const lines = all.filter(isKnown);
    const last = lines.at(-1);
    if (!last) return false;
    const isLast = isEntryOf(last, entry);
    if (adoption !== undefined && isLast) return false;
    // Earlier builds drew no adoptions.
    if (isLast) return !hasAdopted && isNameBack(lines, key!);
    if (lines.some((line) => isEntryOf(line, entry))) return true;
    const later = laterOf(last, entry);
    if (later) return later === "holder";
    // Another one has its key where that was renamed, not updated since, and then had its object adopted under its earlier name.
    if (key !== undefined && last.keys.includes(key)) return last.adoption !== undefined;
    return isHandedOn(lines, key, maker);
  }

  /** Who had the object under this key has it no more. */
  async isHandedOn(held: Held, key: string | undefined, maker: Maker): Promise<boolean> {
    return isHandedOn(await this.linesOf(held), key, maker);
  }

  /** What those changed who took the object over from this resource; undefined where nothing tells that it was taken from it. */
  async changedSince(held: Held, entry: StateEntry, maker: Maker): Promise<string[] | undefined> {
    const all = await this.allLinesOf(held);
    const lines = all.filter(isKnown);
    const latest = all.at(-1);
    const isOwnImport = latest?.isImport === true && isEntryOf(latest, entry);
    if (lines.length === 0 || isOwnImport) return undefined;
    const own = lines.findLastIndex((line) => isEntryOf(line, entry));
    if (own === lines.length - 1 || laterOf(lines.at(-1)!, entry) === "entry") return undefined;
    const isMentioned = own >= 0 || lines.some(({ keys }) => keys.includes(entry.key ?? ""));
    if (!isMentioned && (await maker()) !== entry.key) return undefined;
    return [...new Set(lines.slice(own + 1).flatMap(({ names = [] }) => names))];
  }

  /**
   * The key of the resource that had the object last, where it is not, or not only, the one that it was made for; the keys that this resource
   * had before it was renamed, with its own; and its stack and the backend of that, where they are known. Stacks of one name in several backends
   * have the same keys.
   */
  async lastOf(held: Held): Promise<LastHolder | undefined> {
    const last = (await this.linesOf(held)).at(-1);
    return last && { key: last.keys.at(-1)!, keys: last.keys, backend: last.backend, stack: last.stack };
  }

  /** The object is gone. */
  async forget(held: Held): Promise<void> {
    if (await this.lines.read(holderName(held))) await this.lines.remove(holderName(held));
  }

  private async linesOf(held: Held): Promise<Line[]> {
    return (await this.allLinesOf(held)).filter(isKnown);
  }

  private async allLinesOf(held: Held): Promise<Line[]> {
    return (await this.lines.read(holderName(held))) ?? [];
  }
}

/** The engine is known to have stored the resource. */
const isKnown = ({ handing }: Line): boolean => handing === undefined;

/** A run handed the object over that was killed, or that nobody has waited for. What this run hands over its processes tell each other. */
const isOfAnotherRun = ({ handing }: Line, process: ProcessIdentity): boolean =>
  handing !== undefined && !isSameProcess(handing, process) && !haveOneEngine(handing, process);

/**
 * The engine has stored what an earlier run imported, if it names that resource; and if it names another one, then the run may have been a preview.
 * Where it names both, the one that imported the object has it.
 */
function isNewsOfImport(lines: readonly Line[], holder: Holder, process: ProcessIdentity): boolean {
  const isEarlier = (line: Line) => line.isImport === true && isOfAnotherRun(line, process);
  const latest = lines.at(-1);
  if (!latest) return false;
  if (isEarlier(latest)) return true;
  return !hasNameOf(holder, latest) && lines.some((line) => isEarlier(line) && hasNameOf(holder, line));
}

/** The name of the entry about an object. */
export const holderName = ({ kind, id }: Held): string => ["holder", kind, id].map(encodeURIComponent).join("-");

/** Both are what the program calls by one name. */
const hasNameOf = (holder: Holder, { keys }: Holder): boolean => holder.keys.at(-1) === keys.at(-1);

/** Who had the object under this key has it no more. */
async function isHandedOn(lines: readonly Line[], key: string | undefined, maker: Maker): Promise<boolean> {
  if (key === undefined || lines.length === 0 || lines.at(-1)!.keys.includes(key)) return false;
  const chain = [[await maker()], ...lines.map(({ keys }) => keys)];
  // The resource that it was made for may take it back, from one that another machine gave another name.
  const isHandedOver = lines.some(
    ({ keys, adoption }, index) => adoption !== undefined || !keys.some((each) => chain[index]!.includes(each)),
  );
  return isHandedOver || chain.some((keys) => keys.includes(key));
}

/** A resource was renamed from this key, and then another one had the object under it. */
function isNameBack(lines: readonly Line[], key: string): boolean {
  const renamed = lines.findLastIndex(({ keys }) => keys.includes(key) && keys.at(-1) !== key);
  return renamed >= 0 && lines.slice(renamed).some(({ keys }) => keys.every((each) => each === key));
}
