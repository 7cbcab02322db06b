import { jsonIn } from "../../values/json";
import { getOrMake } from "../../values/many";
import * as z from "zod";
import { JournalNotPrivateError } from "./errors";
import { Attempt, type Noted } from "./attempt";
import { Changes } from "./changes";
import { Seal } from "./seal";
import type { Storage } from "./storage";

/** A line of an entry: first the whole attempt, then each change to it. */
const Line = z.union([
  z.object({ begin: Attempt }),
  z.object({ again: Attempt.shape.startedAt }),
  z.object({ made: z.string(), at: z.string().optional() }),
  z.object({ isHanded: z.literal(true) }),
  z.object({ owner: Attempt.shape.owner.unwrap().nullable() }),
]);
type Line = z.infer<typeof Line>;

/** The user of a journal: the key that signs lines, and a digest of the platform's address. */
export interface Whose {
  readonly apiKey?: string | undefined;
  readonly address?: string | undefined;
}

const pending = "attempt-";

/**
 * The write-ahead journal of running creates and changes, shared by all projects and addresses. The entry of a create is
 * written before the POST and learns the id from the answer. It is removed once a later run names the object or a state
 * contains it.
 */
export class Journal {
  /** Unconfirmed attempts by their id, as last read. */
  private readonly attempts = new Map<string, Noted>();
  /** Attempts whose object this process handed over to the engine. */
  private readonly handedHere = new Set<string>();
  /** A cache, because deriving keys takes longer than using them. */
  private readonly seals = new Map<string, Seal>();
  private loading: Promise<unknown> | undefined;

  readonly changes: Changes;

  constructor(
    private readonly storage: Storage,
    private readonly whose: Whose,
  ) {
    this.changes = new Changes(storage);
  }

  sealOf(id: string): Seal {
    return getOrMake(this.seals, id, () => new Seal(id, this.whose.apiKey));
  }

  /** The unconfirmed attempts, including those that other processes began or ended since the last call. */
  async unconfirmed(): Promise<Noted[]> {
    // Each create asks this, with as many entries as there are creates, so untouched entries must cost little.
    const ids = (await this.storage.names()).flatMap((name) =>
      name.startsWith(pending) ? [name.slice(pending.length)] : [],
    );
    const unread = ids.filter((id) => !this.attempts.has(id));
    if (ids.length - unread.length < this.attempts.size) {
      const there = new Set(ids);
      for (const [id] of this.attempts) if (!there.has(id)) this.attempts.delete(id);
    }
    for (const id of unread) await this.readPending(pending + id);
    return [...this.attempts.values()];
  }

  /** The attempt as it is on disk now: a process that lost its engine may still be finishing it. */
  reread({ id }: Attempt): Promise<Noted | undefined> {
    return this.readPending(pending + id);
  }

  /** Notes an attempt; await it before the POST. @throws if it can't be noted, in which case nothing may be sent. */
  async begin(attempt: Attempt): Promise<void> {
    await this.load();
    const { address } = this.whose;
    const begun = { ...attempt, ...(address !== undefined && { address }) };
    this.attempts.set(attempt.id, { ...begun, isVouched: true, isElsewhere: false });
    try {
      await this.write(attempt, { begin: begun });
    } catch (cause) {
      // Nothing was sent, so nothing can exist. A full disk may have left an empty file.
      await this.drop(attempt).catch(() => undefined);
      if (cause instanceof JournalNotPrivateError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      const what = `The ${attempt.kind} ${JSON.stringify(attempt.name)} was not created, and nothing was sent`;
      throw new Error(`${what}, since the journal could not note it: ${why}`, { cause });
    }
  }

  again(attempt: Attempt, at: number): Promise<void> {
    return this.note(attempt, { again: at });
  }

  /** Notes the process that is busy with the attempt; none without `owner`. */
  busyWith(attempt: Attempt, owner: Attempt["owner"]): Promise<void> {
    return this.note(attempt, { owner: owner ?? null });
  }

  /** @param at the creation time according to the platform. */
  made(attempt: Attempt, id: string, at?: string): Promise<void> {
    return this.note(attempt, { made: id, ...(at !== undefined && { at }) });
  }

  /** Ends the attempt: nothing was made, or the object is gone. */
  async drop({ id }: Attempt): Promise<void> {
    this.attempts.delete(id);
    await this.storage.remove(pending + id);
  }

  /** Confirms an object that the engine names: it is in the state, unless this very process handed it over. */
  async confirm(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) if (!this.handedHere.has(attempt.id)) await this.drop(attempt);
  }

  /** Ends the attempts at an object that is in a state or gone from the platform. */
  async noteStored(kind: string, id: string, isMeant = (_attempt: Attempt) => true): Promise<void> {
    await this.load();
    for (const attempt of this.attemptsAt(kind, id)) if (isMeant(attempt)) await this.drop(attempt);
  }

  /** Notes that the id was handed over to the engine, which records it unless it dies first or can't write its state. */
  handedOver(kind: string, id: string): void {
    for (const attempt of this.attemptsAt(kind, id)) {
      this.handedHere.add(attempt.id);
      this.attempts.set(attempt.id, { ...attempt, isHanded: true });
      void this.write(attempt, { isHanded: true }, false).catch(() => undefined);
    }
  }

  /** Unconfirmed attempts that made this object. */
  private attemptsAt(kind: string, id: string): Noted[] {
    // An id that follows from the inputs is the same in every account, so an attempt of another key may be about somebody
    // else's object.
    const isMeant = ({ isVouched, isElsewhere, name }: Noted) => !isElsewhere && (isVouched || name !== id);
    return [...this.attempts.values()].filter((each) => each.kind === kind && each.made === id && isMeant(each));
  }

  private async note(attempt: Attempt, line: Line): Promise<void> {
    const current = this.attempts.get(attempt.id);
    if (current) this.attempts.set(attempt.id, after(current, line));
    await this.write(attempt, line);
  }

  private write({ id }: Attempt, line: Line, isLasting = true): Promise<void> {
    // The leading newline ends a line that a crash cut short.
    const text = `\n${JSON.stringify({ ...line, mac: this.sealOf(id).markOf(line) })}\n`;
    return this.storage.append(pending + id, text, isLasting);
  }

  private load(): Promise<unknown> {
    return (this.loading ??= this.unconfirmed());
  }

  private async readPending(name: string): Promise<Noted | undefined> {
    const id = name.slice(pending.length);
    const entry = await this.readEntry(name);
    this.attempts.delete(id);
    if (entry?.id !== id) return undefined;
    this.attempts.set(id, entry);
    return entry;
  }

  /** Reads an entry. A crash may truncate the last line. In an entry signed with this key, unsigned lines are ignored. */
  private async readEntry(name: string): Promise<Noted | undefined> {
    let read: Noted | undefined;
    for (const raw of ((await this.storage.read(name)) ?? "").split("\n")) {
      const { line, said, mark } = toLine(raw) ?? {};
      if (!line || !said) continue;
      if ("begin" in line) {
        const isVouched = this.sealOf(line.begin.id).vouchesFor(said, mark);
        read ??= { ...line.begin, isVouched, isElsewhere: line.begin.address !== this.whose.address };
      } else if (read && (!read.isVouched || this.sealOf(read.id).vouchesFor(said, mark))) read = after(read, line);
    }
    return read;
  }
}

function after<T extends Attempt>(attempt: T, line: Line): T {
  if ("again" in line) return { ...attempt, startedAt: line.again };
  if ("isHanded" in line) return { ...attempt, isHanded: true };
  if ("made" in line) return { ...attempt, made: line.made, ...(line.at !== undefined && { madeAt: line.at }) };
  return "owner" in line ? { ...attempt, owner: line.owner ?? undefined } : attempt;
}

/** A parsed line, and its signed content. */
function toLine(raw: string): { readonly line: Line; readonly said: object; readonly mark: unknown } | undefined {
  const { mac, ...said } = { ...(jsonIn(raw) as Readonly<Record<string, unknown>> | undefined) };
  const line = Line.safeParse(said).data;
  return line && { line, said, mark: mac };
}
