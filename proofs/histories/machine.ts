import { createHash } from "node:crypto";
import { Journal } from "../../provider/create/journal/journal";
import { scopeOf } from "../../provider/create/journal/place";
import { memoryStorage, type Storage } from "../../provider/create/journal/storage";
import type { MachineName } from "./life";

type MemoryStorage = ReturnType<typeof memoryStorage>;

/** A machine: the journals and the key that its provider hosts share, and the hosts that are alive. */
export class Machine {
  /** The secret of this machine and user. */
  private readonly key: Buffer;
  readonly living = new Set<number>();
  /** Tells of an engine whether it is there, by its address. */
  readonly engines = new Map<string, () => boolean>();
  private journals = new Map<string, MemoryStorage>();
  /** Which resource has what changed hands, whatever the platform and the project. */
  private holders = memoryStorage();

  constructor(readonly name: MachineName) {
    this.key = createHash("sha256").update(name).digest();
  }

  /** The journal of one platform and project, read and written in the given way. */
  openJournal(
    { apiKey, apiUrl = "" }: { readonly apiKey?: string | undefined; readonly apiUrl?: string | undefined },
    project: string,
    by: (storage: Storage) => Storage = (storage) => storage,
  ): Journal {
    const scope = scopeOf(apiUrl, project);
    const own = this.journals.get(scope) ?? memoryStorage();
    this.journals.set(scope, own);
    const others = () => [...this.journals].flatMap(([other, storage]) => (other === scope ? [] : [storage]));
    return new Journal(by(own), { apiKey, machineKey: this.key }, others, by(this.holders));
  }

  /** Everything that is written there. */
  texts(): string[] {
    return [...this.journals.values(), this.holders].flatMap(({ entries }) =>
      [...entries].map(([name, text]) => `${name}\n${text}`),
    );
  }

  /** The same machine, whose notes of anything done on the copy are its own. */
  copy(): Machine {
    const copyOf = ({ entries }: MemoryStorage): MemoryStorage => {
      const storage = memoryStorage();
      for (const [name, text] of entries) storage.entries.set(name, text);
      return storage;
    };
    const copy = new Machine(this.name);
    for (const pid of this.living) copy.living.add(pid);
    for (const [address, isThere] of this.engines) copy.engines.set(address, isThere);
    copy.journals = new Map([...this.journals].map(([scope, storage]) => [scope, copyOf(storage)]));
    copy.holders = copyOf(this.holders);
    return copy;
  }
}
