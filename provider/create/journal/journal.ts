import * as z from "zod";
import { Attempt, type Believed, type Trust } from "./attempt";
import { JournalNotPrivateError } from "../errors";
import { Changes } from "./changes";
import { holderName, Holders, type Maker } from "./holders";
import { Peers } from "./peers";
import { type Marks, Seal, type Secrets } from "./seal";
import { memoryStorage, type Storage } from "./storage";
import { Turns } from "./turns";

/** A line of an entry: the whole attempt first, then what became of it. */
const Line = z.union([
  z.object({ begin: Attempt }),
  z.object({ again: Attempt.shape.startedAt }),
  z.object({ made: z.string(), at: z.string().optional() }),
  z.object({ isHanded: z.literal(true) }),
  z.object({ isRetired: z.literal(true) }),
  z.object({ mayBeAdopted: z.literal(true) }),
  z.object({ owner: Attempt.shape.owner.unwrap().nullable() }),
]);
type Line = z.infer<typeof Line>;

const pending = "attempt-";
const owned = "owned-";

/**
 * The write-ahead journal of creates. An entry is written before the POST, learns the id when the answer comes, and is
 * confirmed when the engine shows that it has the id. Only an unconfirmed entry is ever resumed.
 *
 * Each line carries marks that only this account, or this machine, can make (`seal.ts`). An entry that nothing vouches
 * for is told to people and never acted upon.
 */
export class Journal {
  /** Unconfirmed attempts by their id. */
  private readonly attempts = new Map<string, Believed>();
  /** Entries that nothing vouches for, as they claim to be. */
  private readonly doubted = new Map<string, Attempt>();
  /** Attempts whose object this process has handed to the engine. */
  private readonly handedHere = new Set<string>();
  /** Deriving keys takes longer than what is done with them. */
  private readonly seals = new Map<string, Seal>();
  private loading: Promise<void> | undefined;
  private handedElsewhere: Promise<Map<string, Storage[]>> | undefined;

  /** Updates and deletes, in the same folder. */
  readonly changes: Changes;
  /** Who has what was adopted, in the same folder. */
  readonly holders: Holders;
  /** What the processes of one run have. */
  readonly peers: Peers;
  /** Whose turn it is to write what is only taken as a whole, in the same folder. */
  readonly turns: Turns;

  /**
   * @param trustsUnmarked entries without marks, which earlier builds wrote, can only be this user's.
   * @param elsewhere the journals of this machine for other addresses and projects.
   * @param ofRuns where the processes of one run tell each other what they have. Default: there is only one.
   */
  constructor(
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly trustsUnmarked = false,
    private readonly elsewhere: () => readonly Storage[] = () => [],
    ofRuns: Storage = memoryStorage(),
  ) {
    this.peers = new Peers(ofRuns);
    this.changes = new Changes(storage);
    this.holders = new Holders(storage);
    this.turns = new Turns(storage);
  }

  /** The keys of the entry of an attempt. */
  sealOf(id: string): Seal {
    const seal = this.seals.get(id) ?? new Seal(id, this.secrets);
    this.seals.set(id, seal);
    return seal;
  }

  /** Unconfirmed attempts of earlier runs and of this one. */
  async unconfirmed(): Promise<Believed[]> {
    await this.load();
    return [...this.attempts.values()];
  }

  /** Unconfirmed attempts read anew, with those that other processes have begun or ended since we last looked. */
  async unconfirmedNow(): Promise<Believed[]> {
    await this.load();
    const names = new Set((await this.storage.names()).filter((name) => name.startsWith(pending)));
    for (const [id] of this.attempts) if (!names.has(pending + id)) this.attempts.delete(id);
    for (const name of names) if (!this.attempts.has(name.slice(pending.length))) await this.readOne(name);
    return [...this.attempts.values()];
  }

  /** Entries that may be forged, or were written with another API key on another machine. */
  async unbelieved(): Promise<Attempt[]> {
    await this.load();
    return [...this.doubted.values()];
  }

  /**
   * Unconfirmed attempts in the other journals of this machine. Only an operation at their own address acts upon them.
   */
  async unconfirmedElsewhere(): Promise<{ attempt: Attempt; trust: Trust | undefined }[]> {
    const journals = await Promise.all(this.elsewhere().map((storage) => this.pendingIn(storage)));
    return journals.flat();
  }

  /** The attempt as it stands on disk now: a process that lost its engine may still be finishing it. */
  async reread(attempt: Attempt): Promise<Believed | undefined> {
    return this.readOne(pending + attempt.id);
  }

  /** The attempts that made what resources of this machine own, of this kind or of all. */
  async owned(kind?: string): Promise<Believed[]> {
    const objects = (await this.ownedObjects()).filter((each) => kind === undefined || each.kind === kind);
    const makers = await Promise.all(objects.map((each) => this.makerOf(each.kind, each.id)));
    return makers.flatMap((maker) => maker ?? []);
  }

  /** What resources of this machine own, as the names of the entries tell it, with what the engine was handed and no later run has named. */
  async ownedObjects(): Promise<{ kind: string; id: string }[]> {
    await this.load();
    const named = (await this.storage.names()).flatMap((name) => {
      const [, kind, id] = /^owned-([^-]+)-(.+)$/.exec(name) ?? [];
      return kind !== undefined && id !== undefined ? [{ kind, id: decodeURIComponent(id) }] : [];
    });
    const unnamed = [...this.attempts.values()].filter(({ id }) => !this.handedHere.has(id)).filter(isHanded);
    return [...named, ...unnamed.map(({ kind, made = "" }) => ({ kind, id: made }))];
  }

  /** The engine was handed what this attempt made, and no later run has named it: so it may be in no state. */
  isUnstored(attempt: Attempt): boolean {
    return isHanded(attempt) && this.attempts.has(attempt.id);
  }

  /** Another object takes the place of this one, which a resource of this machine owns. */
  async retire(kind: string, id: string): Promise<void> {
    const maker = await this.makerOf(kind, id);
    const name = maker && this.isUnstored(maker) ? pending + maker.id : ownedName(kind, id);
    if (maker && !maker.isRetired) await this.write(maker, { isRetired: true }, name);
  }

  /** The attempt that made the object, where this machine did. */
  async makerOf(kind: string, id: string): Promise<Believed | undefined> {
    await this.load();
    const entry = this.parse((await this.storage.read(ownedName(kind, id))) ?? "");
    if (!entry) return this.attemptsAt(kind, id).find(isHanded);
    return entry.trust && { ...entry.attempt, trust: entry.trust };
  }

  /**
   * The attempt that made the object, from the other journals of this machine. Nothing need vouch for it.
   */
  async makerElsewhere(
    kind: string,
    id: string,
    address: string | undefined,
  ): Promise<(Attempt & { readonly trust: Trust | undefined }) | undefined> {
    for (const storage of this.elsewhere()) {
      const stored = this.parse((await textIn(storage, ownedName(kind, id))) ?? "");
      const handed = async () =>
        (await this.pendingIn(storage)).find(({ attempt }) => attempt.made === id && isHanded(attempt));
      const entry = stored ?? (await handed());
      // Ids are the platform's, and another one may have given the same.
      if (entry && entry.attempt.address !== undefined && entry.attempt.address === address)
        return { ...entry.attempt, trust: entry.trust };
    }
    return undefined;
  }

  /** Whether this machine made the object, whoever vouches for that. */
  async hasMade(kind: string, id: string): Promise<boolean> {
    await this.load();
    return (await this.storage.read(ownedName(kind, id))) !== undefined || this.attemptsAt(kind, id).some(isHanded);
  }

  /**
   * Who has had this object by the other journals of this machine, with the resource that each says it was made for. They are looked through once.
   */
  async holdersElsewhere(kind: string, id: string): Promise<{ holders: Holders; maker: Maker }[]> {
    this.handedElsewhere ??= this.readHandedElsewhere();
    return ((await this.handedElsewhere).get(holderName({ kind, id })) ?? []).map((storage) => ({
      holders: new Holders(storage),
      maker: async () => this.parse((await textIn(storage, ownedName(kind, id))) ?? "")?.attempt.key,
    }));
  }

  /** The other journals by the names of their entries. */
  private async readHandedElsewhere(): Promise<Map<string, Storage[]>> {
    const found = new Map<string, Storage[]>();
    for (const storage of this.elsewhere())
      for (const name of await namesIn(storage)) found.set(name, [...(found.get(name) ?? []), storage]);
    return found;
  }

  /** To be called, and awaited, before the POST. @throws where it can't be noted: then nothing may be sent. */
  async begin(attempt: Attempt): Promise<void> {
    await this.load();
    this.attempts.set(attempt.id, { ...attempt, trust: "account" });
    try {
      await this.write(attempt, { begin: attempt });
    } catch (cause) {
      // What is not sent can't exist. On a full disk the file is there all the same, and empty.
      await this.drop(attempt).catch(() => undefined);
      if (cause instanceof JournalNotPrivateError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      const what = `The ${attempt.kind} ${JSON.stringify(attempt.name)} was not created, and nothing was sent`;
      throw new Error(`${what}, since the journal could not note it: ${why}`, { cause });
    }
  }

  /** The same attempt is about to be sent again, at this time. */
  async again(attempt: Attempt, at: number): Promise<void> {
    await this.write(attempt, { again: at });
  }

  /** This process is busy with the attempt from now on; without `owner`, nobody is. */
  async busyWith(attempt: Attempt, owner: Attempt["owner"]): Promise<void> {
    const current = this.attempts.get(attempt.id);
    if (current) this.attempts.set(attempt.id, { ...current, owner });
    await this.write(attempt, { owner: owner ?? null });
  }

  /** @param at the creation time that the platform gave. */
  async made(attempt: Attempt, id: string, at?: string): Promise<void> {
    const current = this.attempts.get(attempt.id);
    if (current) this.attempts.set(attempt.id, { ...current, made: id, ...(at !== undefined && { madeAt: at }) });
    await this.write(attempt, { made: id, ...(at !== undefined && { at }) });
  }

  /** Ends the attempt: nothing was made, or what was made is gone. */
  async drop(attempt: Attempt): Promise<void> {
    this.attempts.delete(attempt.id);
    this.doubted.delete(attempt.id);
    await this.storage.remove(pending + attempt.id);
  }

  /** The engine has named this object: it is in the state, unless this very run has handed it over. */
  async confirm(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) {
      if (this.handedHere.has(attempt.id)) continue;
      this.attempts.delete(attempt.id);
      await this.storage.rename(pending + attempt.id, ownedName(kind, id));
    }
  }

  /** Another resource than the one that it was made for is about to take the object over. */
  async noteAdoption(kind: string, id: string, key: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) {
      if (attempt.key === key || attempt.mayBeAdopted) continue;
      if (isHanded(attempt)) {
        await this.confirm(kind, id);
        continue;
      }
      await this.write(attempt, { mayBeAdopted: true });
      this.attempts.set(attempt.id, { ...attempt, mayBeAdopted: true });
    }
  }

  /** The object is gone from the platform. */
  async release(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) await this.drop(attempt);
    await this.storage.remove(ownedName(kind, id));
  }

  /**
   * The id was handed to the engine, which records it unless it dies first or can't write its state.
   */
  handedOver(kind: string, id: string): void {
    for (const attempt of this.attemptsAt(kind, id)) {
      this.handedHere.add(attempt.id);
      this.attempts.set(attempt.id, { ...attempt, isHanded: true, wasHanded: true });
      void this.storage.jot(pending + attempt.id, this.textOf(attempt, { isHanded: true })).catch(() => undefined);
    }
  }

  /** The engine was handed something in this run. */
  get hasHandedOver(): boolean {
    return this.handedHere.size > 0;
  }

  private async pendingIn(storage: Storage): Promise<{ attempt: Attempt; trust: Trust | undefined }[]> {
    const names = (await namesIn(storage)).filter((name) => name.startsWith(pending));
    const texts = await Promise.all(names.map((name) => storage.read(name)));
    return texts.flatMap((text) => this.parse(text ?? "") ?? []);
  }

  /** Unconfirmed attempts that made this object. */
  private attemptsAt(kind: string, id: string): Believed[] {
    // An id that follows from the inputs is the same in every account: an attempt with another key may mean another's object.
    const isMeant = ({ trust, name }: Believed) => trust === "account" || name !== id;
    return [...this.attempts.values()].filter((each) => each.kind === kind && each.made === id && isMeant(each));
  }

  private write(attempt: Attempt, line: Line, name = pending + attempt.id): Promise<void> {
    return this.storage.append(name, this.textOf(attempt, line));
  }

  private textOf(attempt: Attempt, line: Line): string {
    const marks = this.sealOf(attempt.id).marksOf(line);
    // The leading newline ends a line that a crash cut short.
    return `\n${JSON.stringify({ ...line, ...marks })}\n`;
  }

  private load(): Promise<void> {
    this.loading ??= this.readAll();
    return this.loading;
  }

  private async readAll(): Promise<void> {
    for (const name of await this.storage.names()) {
      if (name.startsWith(pending)) await this.readOne(name);
    }
  }

  private async readOne(name: string): Promise<Believed | undefined> {
    const id = name.slice(pending.length);
    const entry = this.parse((await this.storage.read(name)) ?? "");
    this.attempts.delete(id);
    this.doubted.delete(id);
    if (entry?.attempt.id !== id) return undefined;
    if (!entry.trust) {
      this.doubted.set(id, entry.attempt);
      return undefined;
    }
    const believed = { ...entry.attempt, trust: entry.trust };
    this.attempts.set(id, believed);
    return believed;
  }

  /**
   * Reads an entry. A crash may cut the last line. In an entry that is believed, a line that nothing vouches for counts as not written.
   */
  private parse(text: string): { attempt: Attempt; trust: Trust | undefined } | undefined {
    let attempt: Attempt | undefined;
    let trust: Trust | undefined;
    for (const raw of text.split("\n")) {
      const read = toLine(raw);
      if (!read) continue;
      const { line, marks, said } = read;
      if ("begin" in line) {
        if (attempt) continue;
        attempt = line.begin;
        trust = this.trustOf(attempt, said, marks);
        continue;
      }
      if (!attempt || (trust !== undefined && !this.trustOf(attempt, said, marks))) continue;
      if ("again" in line) attempt = { ...attempt, startedAt: line.again };
      else if ("isHanded" in line) attempt = { ...attempt, isHanded: true, wasHanded: true };
      else if ("isRetired" in line) attempt = { ...attempt, isRetired: true };
      else if ("mayBeAdopted" in line) attempt = { ...attempt, mayBeAdopted: true };
      else if ("made" in line)
        attempt = { ...attempt, made: line.made, ...(line.at !== undefined && { madeAt: line.at }) };
      // Whoever takes the attempt up has still to hand over what it made.
      else attempt = { ...attempt, owner: line.owner ?? undefined, isHanded: undefined };
    }
    return attempt && { attempt, trust };
  }

  private trustOf(attempt: Attempt, said: object, marks: Marks): Trust | undefined {
    if (marks.mac === undefined && marks.machineMac === undefined) return this.trustsUnmarked ? "home" : undefined;
    return this.sealOf(attempt.id).voucherOf(said, marks);
  }
}

/** It is in a state, or was to be stored there. */
const isHanded = ({ made, wasHanded }: Attempt): boolean => made !== undefined && wasHanded === true;

function ownedName(kind: string, id: string): string {
  return `${owned}${kind}-${encodeURIComponent(id)}`;
}

async function namesIn(storage: Storage): Promise<string[]> {
  try {
    return await storage.names();
  } catch (error) {
    if (!(error instanceof JournalNotPrivateError)) throw error;
    return [];
  }
}

const textIn = (storage: Storage, name: string): Promise<string | undefined> =>
  storage.read(name).catch(() => undefined);

function toLine(raw: string): { line: Line; marks: Marks; said: object } | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    const line = Line.safeParse(parsed).data;
    if (!line) return undefined;
    const { mac, machineMac, ...said } = parsed as Record<string, unknown>;
    const text = (mark: unknown) => (typeof mark === "string" ? mark : undefined);
    return { line, marks: { mac: text(mac), machineMac: text(machineMac) }, said };
  } catch {
    return undefined;
  }
}
