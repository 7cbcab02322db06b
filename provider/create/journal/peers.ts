import * as z from "zod";
import { written } from "./lines";
import { isPeer, type ProcessIdentity } from "./process-identity";
import type { Storage } from "./storage";

/**
 * What a process says of an object: a resource of the program has it; it keeps it, and no other is to take its place; its diff asks for no
 * other; whether it keeps it is open; it has another one by now; it is to adopt it; its arguments stand for it, as those of an SSH key do; a
 * create or an import has just taken it.
 */
const claims = z.enum(["has", "keeps", "suits", "may give up", "gave up", "adopts", "declares", "took"]);

/** The object, and the keys of the resource; several where it was renamed. */
const Line = z.object({
  says: claims,
  kind: z.string(),
  id: z.string(),
  /** Of an object whose id is the same in every account: which one it is in. */
  account: z.string().optional(),
  keys: z.array(z.string()),
  /** Of a resource that adopted it. */
  adoption: z.string().optional(),
  owner: written.owner,
});
type Line = z.infer<typeof Line>;
export type Told = Omit<Line, "owner">;

/** An object that one process asks the others about. */
export type AskedObject = Pick<Told, "kind" | "id" | "account">;

/** A process that tells or asks, and what it knows of the others. */
export interface Teller {
  readonly process: ProcessIdentity;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
}

/** What was read of another process's entry. */
interface Heard {
  readonly length: number;
  /** Lines by object. */
  readonly lines: Map<string, Line[]>;
  /** Lines that nobody here was told of yet. */
  news: Line[];
}

/**
 * What the provider processes of one run have, for each other (decision 17). An engine starts one for each explicit provider and one for
 * each form of this package, so that the process that is to delete an object need not be the one whose resource has just adopted it.
 *
 * A process has an entry in a folder of its own, and begins another one when that is long: what is longer than a journal's entry may be is
 * read by nobody, and a long one would be read again and again. Its entries end with the process; those of a killed one say nothing any
 * more, and the next process takes them away. Nothing here has to survive a crash.
 */
export class Peers {
  private readonly said = new Set<string>();
  private readonly heard = new Map<string, Heard>();
  /** Of this process's entries, the one that it writes, and how long that is. */
  private part = 0;
  private length = 0;

  constructor(private readonly storage: Storage) {}

  /** Tells the others. A process that no engine has started has none. */
  async tell(told: Told, { process, isAlive }: Teller): Promise<void> {
    if (process.engine === undefined) return;
    const text = JSON.stringify({ ...told, owner: process });
    if (this.said.has(text)) return;
    if (this.said.size === 0) await this.tidy(isAlive);
    this.said.add(text);
    if (this.length > longest) [this.part, this.length] = [this.part + 1, 0];
    this.length += text.length + 1;
    await this.storage.jot(nameOf(process, this.part), `${text}\n`);
  }

  /** What the other processes of this run say of the object. */
  of(object: AskedObject, teller: Teller): Promise<Told[]> {
    return this.toldTo(teller, ({ lines }) => lines.get(placeOf(object)) ?? []);
  }

  /** What they say of objects of this kind and id that are in another account, or are used with another API key of the same one. */
  ofNamesakes({ kind, id, account }: AskedObject, teller: Teller): Promise<Told[]> {
    const isNamesake = (line: Line) => line.kind === kind && line.id === id && line.account !== account;
    return this.toldTo(teller, ({ lines }) => [...lines.values()].flat().filter(isNamesake));
  }

  /** All that the other processes of this run have said since this was asked last. */
  news(teller: Teller): Promise<Told[]> {
    return this.toldTo(teller, (heard) => heard.news.splice(0));
  }

  private async toldTo({ process, isAlive }: Teller, chosen: (heard: Heard) => readonly Line[]): Promise<Line[]> {
    if (process.engine === undefined) return [];
    const names = (await this.storage.names()).filter(
      (name) => name.startsWith(ofEngine(process)) && !name.startsWith(ofProcess(process)),
    );
    const all = await Promise.all(names.map(async (name) => chosen(await this.heardFrom(name))));
    return all.flat().filter(({ owner }) => isPeer(owner, process) && isAlive(owner));
  }

  /** This process ends. */
  async end({ process }: Teller): Promise<void> {
    if (this.said.size === 0) return;
    for (let part = 0; part <= this.part; part++) await this.storage.remove(nameOf(process, part));
    this.said.clear();
  }

  /** Takes away what processes have left that were killed. */
  private async tidy(isAlive: Teller["isAlive"]): Promise<void> {
    for (const name of await this.storage.names()) {
      const [first] = [...(await this.heardFrom(name)).lines.values()].flat();
      if (first && !isAlive(first.owner)) await this.storage.remove(name);
    }
  }

  /** An entry only grows, so of what was read before nothing is read again. */
  private async heardFrom(name: string): Promise<Heard> {
    const before = this.heard.get(name);
    // Nothing is added to what is this long.
    if (before && before.length > longest) return before;
    const text = (await this.storage.read(name)) ?? "";
    const known =
      before && before.length <= text.length ? before : { length: 0, lines: new Map<string, Line[]>(), news: [] };
    const whole = text.slice(known.length, text.lastIndexOf("\n") + 1);
    for (const raw of whole.split("\n")) {
      const line = parsed(raw);
      if (!line) continue;
      known.lines.set(placeOf(line), [...(known.lines.get(placeOf(line)) ?? []), line]);
      known.news.push(line);
    }
    const heard = { ...known, length: known.length + whole.length };
    this.heard.set(name, heard);
    return heard;
  }
}

function parsed(raw: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(raw)).data;
  } catch {
    return undefined;
  }
}

const placeOf = ({ kind, id, account = "" }: AskedObject): string => JSON.stringify([kind, id, account]);

/** Characters after which a process begins another entry. */
const longest = 1 << 16;

const ofEngine = ({ engine = "" }: ProcessIdentity): string => `${encodeURIComponent(engine)}~`;
const ofProcess = (process: ProcessIdentity): string => `${ofEngine(process)}${process.pid}~`;
const nameOf = (process: ProcessIdentity, part: number): string => `${ofProcess(process)}${part}`;
