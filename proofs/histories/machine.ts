import { Journal } from "../../provider/journal/journal";
import { memoryStorage, type Storage } from "../../provider/journal/storage";
import { addressDigest } from "../../provider/state/sighting";
import type { MachineName } from "./life";

/** A machine: the journal that its provider hosts share, and the hosts that are alive. */
export class Machine {
  readonly living = new Set<number>();
  private readonly journal = memoryStorage();

  constructor(readonly name: MachineName) {}

  /** The journal as it is used with these settings, read and written in the given way. */
  openJournal(
    { apiKey, apiUrl = "" }: { readonly apiKey?: string | undefined; readonly apiUrl?: string | undefined },
    by: (storage: Storage) => Storage = (storage) => storage,
  ): Journal {
    return new Journal(by(this.journal), { apiKey, address: addressDigest(apiUrl) });
  }

  /** Everything that is written there. */
  texts(): string[] {
    return [...this.journal.entries].map(([name, text]) => `${name}\n${text}`);
  }

  /** A copy of the machine, with notes of its own from here on. */
  copy(): Machine {
    const copy = new Machine(this.name);
    for (const pid of this.living) copy.living.add(pid);
    for (const [name, text] of this.journal.entries) copy.journal.entries.set(name, text);
    return copy;
  }
}
