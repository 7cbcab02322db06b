import type { Attempt } from "../create/journal/attempt";
import type { Journal } from "../create/journal/journal";

/** Where an attempt of a resource of this stack would be written down. */
interface Place {
  readonly journal: Pick<Journal, "owned" | "holders">;
  readonly backend: string;
}

/**
 * Objects that earlier runs made for a resource which the engine does not have: its state was brought back from a backup or
 * is lost, or somebody took the resource out of it.
 */
export class Forgotten {
  /** What was there when this process first asked, by kind: many new resources ask. */
  private readonly owned = new Map<string, Promise<readonly Attempt[]>>();

  /** Ids. A resource that handed its object on by `adopt`, or that was renamed, has forgotten nothing. */
  async of({ journal, backend }: Place, kind: string, key: string): Promise<string[]> {
    const owned = this.owned.get(kind) ?? journal.owned(kind);
    this.owned.set(kind, owned);
    const ids: string[] = [];
    for (const { made: id, ...attempt } of await owned) {
      if (id === undefined || attempt.key !== key || attempt.backend !== backend) continue;
      if (!(await journal.holders.isTakenFrom({ kind, id }, key, key))) ids.push(id);
    }
    return ids;
  }
}
