import { createHash } from "node:crypto";
import { scopeOf } from "../../provider/create/journal/place";
import { memoryStorage } from "../../provider/create/journal/storage";
import type { MachineName } from "./life";

type MemoryStorage = ReturnType<typeof memoryStorage>;

/** What the provider hosts of one machine share: journals, a key, and who is alive. */
export class Machine {
  /** The secret of this machine and user. */
  readonly key: Buffer;
  readonly living = new Set<number>();
  /** Engines that run, or that were killed with their hosts left behind, by address: whether each is there. */
  readonly engines = new Map<string, () => boolean>();
  private readonly journals = new Map<string, MemoryStorage>();
  /** Who has what changed hands, whatever the platform and the project. */
  readonly holders = memoryStorage();

  constructor(readonly name: MachineName) {
    this.key = createHash("sha256").update(name).digest();
  }

  /** The journal of one platform and project. */
  journal(apiUrl: string, project: string): MemoryStorage {
    const scope = scopeOf(apiUrl, project);
    const known = this.journals.get(scope) ?? memoryStorage();
    this.journals.set(scope, known);
    return known;
  }

  /** The journals of other platforms and projects. */
  otherJournals(apiUrl: string, project: string): MemoryStorage[] {
    const scope = scopeOf(apiUrl, project);
    return [...this.journals].flatMap(([other, storage]) => (other === scope ? [] : [storage]));
  }

  /** Everything that is written there. */
  texts(): string[] {
    return [...this.journals.values(), this.holders].flatMap(({ entries }) =>
      [...entries].map(([name, text]) => `${name}\n${text}`),
    );
  }

  /** The same machine, on which nothing is remembered of what is done from now on. */
  copy(): Machine {
    const copy = new Machine(this.name);
    for (const pid of this.living) copy.living.add(pid);
    for (const [address, isThere] of this.engines) copy.engines.set(address, isThere);
    for (const [scope, { entries }] of this.journals) {
      const storage = memoryStorage();
      for (const [name, text] of entries) storage.entries.set(name, text);
      copy.journals.set(scope, storage);
    }
    for (const [name, text] of this.holders.entries) copy.holders.entries.set(name, text);
    return copy;
  }
}
