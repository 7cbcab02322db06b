import { getOrMake } from "../../values/many";
import { Log } from "./log";

/** The logs of all pods or all workers, by id. Nothing here is saved: a restarted emulator starts empty logs. */
export class LogBook {
  private readonly logs = new Map<string, Log>();

  /** The log of that id, begun if need be. */
  of(id: string): Log {
    return getOrMake(this.logs, id, () => new Log());
  }

  /** Its source is gone: readers get the rest, and the log is forgotten (L-13, L-17). */
  end(id: string): void {
    this.logs.get(id)?.close();
    this.logs.delete(id);
  }

  clear(): void {
    for (const id of [...this.logs.keys()]) this.end(id);
  }
}
