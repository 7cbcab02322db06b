import * as z from "zod";
import { JournalNotPrivateError } from "../errors";
import { Attempt, type Believed, type Trust } from "./attempt";
import { Changes } from "./changes";
import { Holders } from "./holders";
import { type Marks, Seal, type Secrets } from "./seal";
import type { Storage } from "./storage";
import { addressDigest } from "../../state/sighting";

/** A line of an entry: the whole attempt first, then what became of it. */
const Line = z.union([
  z.object({ begin: Attempt }),
  z.object({ again: Attempt.shape.startedAt }),
  z.object({ made: z.string(), at: z.string().optional() }),
  z.object({ isHanded: z.literal(true) }),
  z.object({ owner: Attempt.shape.owner.unwrap().nullable() }),
]);
type Line = z.infer<typeof Line>;

/** An entry of which it may be that nothing vouches for it. */
export interface ReadAttempt {
  readonly attempt: Attempt;
  readonly trust: Trust | undefined;
}

const pending = "attempt-";
const owned = "owned-";

/**
 * The write-ahead journal of creates. An entry is written before the POST, learns the id when the answer comes, notes that the engine
 * was handed the object, and counts as stored once a later run names the object. Until then a create of the resource takes it up.
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

  /** Updates and deletes, in the same folder. */
  readonly changes: Changes;
  /** Who has what changed hands, on this machine. */
  readonly holders: Holders;

  /**
   * @param elsewhere the journals of this machine for other addresses and projects.
   * @param ofHolders one for all addresses and projects.
   */
  constructor(
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly elsewhere: () => readonly Storage[] = () => [],
    ofHolders: Storage = storage,
  ) {
    this.changes = new Changes(storage);
    this.holders = new Holders(ofHolders);
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

  /** Unconfirmed attempts, with those that other processes have begun or ended since we last looked. */
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

  /** Unconfirmed attempts in the other journals of this machine. Only an operation at their own address acts upon them. */
  async unconfirmedElsewhere(): Promise<ReadAttempt[]> {
    const journals = await Promise.all(this.elsewhere().map((storage) => this.pendingIn(storage)));
    return journals.flat();
  }

  /** The attempt as it stands on disk now: a process that lost its engine may still be finishing it. */
  async reread(attempt: Attempt): Promise<Believed | undefined> {
    return this.readOne(pending + attempt.id);
  }

  /** The attempts that made what the engine was handed on this machine, of this kind or of all, as far as it was not found gone. */
  async owned(kind?: string): Promise<Believed[]> {
    await this.load();
    const named = (await this.storage.names()).flatMap((name) => {
      const [, of, id] = /^owned-([^-]+)-(.+)$/.exec(name) ?? [];
      return of !== undefined && id !== undefined ? [{ kind: of, id: decodeURIComponent(id) }] : [];
    });
    const asked = named.filter((each) => kind === undefined || each.kind === kind);
    const makers = await Promise.all(asked.map((each) => this.ownerOf(each.kind, each.id)));
    const unnamed = [...this.attempts.values()].filter(isHanded);
    return [
      ...makers.flatMap((maker) => maker ?? []),
      ...unnamed.filter((each) => kind === undefined || each.kind === kind),
    ];
  }

  /** The attempt that made the object, where this machine did and the engine was handed it. */
  async makerOf(kind: string, id: string): Promise<Believed | undefined> {
    await this.load();
    return (await this.ownerOf(kind, id)) ?? this.attemptsAt(kind, id).find(isHanded);
  }

  /**
   * The attempt that made the object, from the other journals of this machine. Nothing need vouch for it: people are told, and nothing
   * else comes of it. Ids are the platform's, and one at another address may have given the same.
   */
  async makerElsewhere(kind: string, id: string, address: string | undefined): Promise<ReadAttempt | undefined> {
    for (const storage of this.elsewhere()) {
      const text = await storage.read(ownedName(kind, id)).catch(() => undefined);
      const isIt = ({ attempt }: ReadAttempt) => attempt.kind === kind && attempt.made === id && isHanded(attempt);
      const read = this.parse(text ?? "") ?? (await this.pendingIn(storage)).find(isIt);
      const at = read?.attempt.address;
      if (read && at !== undefined && addressDigest(at) === address) return read;
    }
    return undefined;
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
      throw new Error(`${what}, since the journal could not note it: ${why}`, {
        cause,
      });
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
    if (current)
      this.attempts.set(attempt.id, {
        ...current,
        made: id,
        ...(at !== undefined && { madeAt: at }),
      });
    await this.write(attempt, { made: id, ...(at !== undefined && { at }) });
  }

  /** Ends the attempt: nothing was made, or what was made is gone. */
  async drop(attempt: Attempt): Promise<void> {
    this.attempts.delete(attempt.id);
    this.doubted.delete(attempt.id);
    await this.storage.remove(pending + attempt.id);
  }

  /** The engine names this object: it is in the state, unless it is this very process that has handed it over. */
  async confirm(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id))
      if (!this.handedHere.has(attempt.id)) await this.store(attempt, ownedName(kind, id));
  }

  /** The state has the object, whoever has handed it over: the engine deletes it, or has it of another resource. */
  async noteStored(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) await this.store(attempt, ownedName(kind, id));
  }

  /** The object is gone from the platform. */
  async release(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) await this.drop(attempt);
    await this.storage.remove(ownedName(kind, id));
  }

  /** The id was handed to the engine, which records it unless it dies first or can't write its state. */
  handedOver(kind: string, id: string): void {
    for (const attempt of this.attemptsAt(kind, id)) {
      this.handedHere.add(attempt.id);
      this.attempts.set(attempt.id, { ...attempt, isHanded: true });
      void this.storage.jot(pending + attempt.id, this.textOf(attempt, { isHanded: true })).catch(() => undefined);
    }
  }

  private async store(attempt: Attempt, name: string): Promise<void> {
    this.attempts.delete(attempt.id);
    await this.storage.rename(pending + attempt.id, name);
  }

  private async ownerOf(kind: string, id: string): Promise<Believed | undefined> {
    const entry = this.parse((await this.storage.read(ownedName(kind, id))) ?? "");
    return entry?.trust && { ...entry.attempt, trust: entry.trust };
  }

  private async pendingIn(storage: Storage): Promise<ReadAttempt[]> {
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

  private write(attempt: Attempt, line: Line): Promise<void> {
    return this.storage.append(pending + attempt.id, this.textOf(attempt, line));
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
    for (const name of await this.storage.names()) if (name.startsWith(pending)) await this.readOne(name);
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

  /** Reads an entry. A crash may cut the last line. In an entry that is believed, a line that nothing vouches for counts as not written. */
  private parse(text: string): ReadAttempt | undefined {
    let attempt: Attempt | undefined;
    let trust: Trust | undefined;
    for (const raw of text.split("\n")) {
      const read = toLine(raw);
      if (!read) continue;
      const { line, marks, said } = read;
      if ("begin" in line) {
        if (attempt) continue;
        attempt = line.begin;
        trust = this.sealOf(attempt.id).voucherOf(said, marks);
        continue;
      }
      if (!attempt || (trust !== undefined && !this.sealOf(attempt.id).voucherOf(said, marks))) continue;
      if ("again" in line) attempt = { ...attempt, startedAt: line.again };
      else if ("isHanded" in line) attempt = { ...attempt, isHanded: true };
      else if ("made" in line)
        attempt = {
          ...attempt,
          made: line.made,
          ...(line.at !== undefined && { madeAt: line.at }),
        };
      else attempt = { ...attempt, owner: line.owner ?? undefined };
    }
    return attempt && { attempt, trust };
  }
}

const isHanded = ({ made, isHanded }: Attempt): boolean => made !== undefined && isHanded === true;

const ownedName = (kind: string, id: string): string => `${owned}${kind}-${encodeURIComponent(id)}`;

/** Others may have written to a folder that is not private: nothing in it is worth telling. */
async function namesIn(storage: Storage): Promise<string[]> {
  try {
    return await storage.names();
  } catch (error) {
    if (!(error instanceof JournalNotPrivateError)) throw error;
    return [];
  }
}

/** A line with its marks, and with all that it says beside them. */
function toLine(raw: string): { line: Line; marks: Marks; said: object } | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    const line = Line.safeParse(parsed).data;
    if (!line) return undefined;
    const { mac, machineMac, ...said } = parsed as Record<string, unknown>;
    const text = (mark: unknown) => (typeof mark === "string" ? mark : undefined);
    return {
      line,
      marks: { mac: text(mac), machineMac: text(machineMac) },
      said,
    };
  } catch {
    return undefined;
  }
}
