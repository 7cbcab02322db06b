import * as z from "zod";
import { Attempt } from "./attempt";
import type { Storage } from "./storage";

/** A line of an entry: the whole attempt first, then what became of it. */
const Line = z.union([
  z.object({ begin: Attempt }),
  z.object({ again: z.number() }),
  z.object({ made: z.string() }),
  z.object({ owner: Attempt.shape.owner.unwrap().nullable() }),
]);
type Line = z.infer<typeof Line>;

const pending = "attempt-";
const owned = "owned-";

/**
 * The write-ahead journal of creates. An entry is written before the POST, learns the id when the answer comes, and is
 * confirmed when the engine shows that it has the id. Only an unconfirmed entry is ever resumed.
 *
 * A confirmed entry stays under the object's own name until the object is deleted, so that no other stack of this
 * machine takes the object for its own.
 */
export class Journal {
  /** Unconfirmed attempts by their id. */
  private readonly attempts = new Map<string, Attempt>();
  /** When each attempt's id was handed to the engine. */
  private readonly handed = new Map<string, number>();
  private loading: Promise<void> | undefined;

  constructor(private readonly storage: Storage) {}

  /** Unconfirmed attempts of earlier runs and of this one. */
  async unconfirmed(): Promise<Attempt[]> {
    await this.load();
    return [...this.attempts.values()];
  }

  /** The same, with what other processes have begun or ended since we last looked. */
  async unconfirmedNow(): Promise<Attempt[]> {
    await this.load();
    const names = new Set((await this.storage.names()).filter((name) => name.startsWith(pending)));
    for (const [id] of this.attempts) if (!names.has(pending + id)) this.attempts.delete(id);
    for (const name of names) if (!this.attempts.has(name.slice(pending.length))) await this.readOne(name);
    return [...this.attempts.values()];
  }

  /** As it stands on disk now: an orphaned process may still be finishing the attempt. */
  async reread(attempt: Attempt): Promise<Attempt | undefined> {
    return this.readOne(pending + attempt.id);
  }

  /** Objects that some resource of this machine owns. */
  async ownedIds(kind: string): Promise<Set<string>> {
    const names = await this.ownedNames(kind);
    return new Set(names.map((name) => decodeURIComponent(name.slice(ownedName(kind, "").length))));
  }

  /** The attempts that made what resources of this machine own. */
  async owned(kind: string): Promise<Attempt[]> {
    const texts = await Promise.all((await this.ownedNames(kind)).map((name) => this.storage.read(name)));
    return texts.flatMap((text) => parse(text ?? "") ?? []);
  }

  private async ownedNames(kind: string): Promise<string[]> {
    return (await this.storage.names()).filter((name) => name.startsWith(ownedName(kind, "")));
  }

  /** To be called, and awaited, before the POST. */
  async begin(attempt: Attempt): Promise<void> {
    await this.load();
    this.attempts.set(attempt.id, attempt);
    await this.write(attempt, { begin: attempt });
  }

  /** The same attempt is about to be sent again, at this time. */
  async again(attempt: Attempt, at: number): Promise<void> {
    await this.write(attempt, { again: at });
  }

  /** This process is busy with it from now on; without one, nobody is. */
  async own(attempt: Attempt, owner: Attempt["owner"]): Promise<void> {
    const { owner: _, ...current } = this.attempts.get(attempt.id) ?? attempt;
    this.attempts.set(attempt.id, owner ? { ...current, owner } : current);
    await this.write(attempt, { owner: owner ?? null });
  }

  async made(attempt: Attempt, id: string): Promise<void> {
    const current = this.attempts.get(attempt.id) ?? attempt;
    this.attempts.set(attempt.id, { ...current, made: id });
    await this.write(attempt, { made: id });
  }

  /** Nothing was made, or what was made is gone. */
  async drop(attempt: Attempt): Promise<void> {
    this.attempts.delete(attempt.id);
    await this.storage.remove(pending + attempt.id);
  }

  /** The engine has named this object: it is in the state. */
  async confirm(kind: string, id: string): Promise<void> {
    await this.load();
    for (const attempt of this.of(kind, id)) {
      this.attempts.delete(attempt.id);
      await this.storage.rename(pending + attempt.id, ownedName(kind, id));
    }
  }

  /** The object is gone from the platform. */
  async release(kind: string, id: string): Promise<void> {
    await this.confirm(kind, id);
    await this.storage.remove(ownedName(kind, id));
  }

  /** The id was handed to the engine, which records it unless it dies first. */
  handedOver(kind: string, id: string, at: number): void {
    for (const attempt of this.of(kind, id)) this.handed.set(attempt.id, at);
  }

  /** What the engine was handed until then is in its state. Does not wait, since the process is ending. */
  confirmHandedOver(until: number): void {
    for (const [id, at] of this.handed) {
      const attempt = this.attempts.get(id);
      if (at > until || attempt?.made === undefined) continue;
      this.storage.renameNow(pending + id, ownedName(attempt.kind, attempt.made));
      this.attempts.delete(id);
      this.handed.delete(id);
    }
  }

  private of(kind: string, id: string): Attempt[] {
    return [...this.attempts.values()].filter((attempt) => attempt.kind === kind && attempt.made === id);
  }

  private write(attempt: Attempt, line: Line): Promise<void> {
    // The leading newline ends a line that a crash cut short.
    return this.storage.append(pending + attempt.id, `\n${JSON.stringify(line)}\n`);
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

  private async readOne(name: string): Promise<Attempt | undefined> {
    const attempt = parse((await this.storage.read(name)) ?? "");
    if (attempt) this.attempts.set(attempt.id, attempt);
    else this.attempts.delete(name.slice(pending.length));
    return attempt;
  }
}

function ownedName(kind: string, id: string): string {
  return `${owned}${kind}-${encodeURIComponent(id)}`;
}

/** Reads an entry. A crash may cut the last line: what it would have said did not happen, or is found out again. */
function parse(text: string): Attempt | undefined {
  let attempt: Attempt | undefined;
  for (const raw of text.split("\n")) {
    const line = toLine(raw);
    if (!line) continue;
    if ("begin" in line) attempt = line.begin;
    else if (attempt && "again" in line) attempt = { ...attempt, startedAt: line.again };
    else if (attempt && "made" in line) attempt = { ...attempt, made: line.made };
    else if (attempt && "owner" in line) attempt = { ...attempt, owner: line.owner ?? undefined };
  }
  return attempt;
}

function toLine(raw: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(raw)).data;
  } catch {
    return undefined;
  }
}
