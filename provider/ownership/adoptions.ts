import type { JournalAccess } from "../create/journal/opened";
import type { AskedObject } from "../create/journal/peers";

/** A resource that adopts an object, and which adoption that is. */
export interface Adopter {
  readonly key: string;
  readonly adoption: string;
}

/** An object that a resource of this run adopted. */
interface Adopted extends Adopter {
  readonly kind: string;
  readonly id: string;
  /** Arguments that the resource changes as it takes the object over. */
  readonly names: readonly string[];
  /** When the engine was handed the object. */
  readonly at?: number;
}

/**
 * What resources of this run have adopted. It is written down for later runs as the engine is handed it, since this run may be killed at
 * any time, and once more when the engine is known to have it in its state.
 */
export class Adoptions {
  private readonly adopted = new Map<string, Adopted>();

  constructor(private readonly access: JournalAccess) {}

  add({ kind, id }: AskedObject, { key, adoption }: Adopter): void {
    this.adopted.set(`${kind}/${id}`, { kind, id, key, adoption, names: [] });
  }

  /** The resource that has taken the object over is about to change these arguments of it. */
  noteChange(kind: string, id: string, names: Iterable<string>): void {
    const adopted = this.adopted.get(`${kind}/${id}`);
    if (adopted) this.adopted.set(`${kind}/${id}`, { ...adopted, names: [...names] });
  }

  /** The engine is about to be handed the object, and writes it into its state at once. */
  async handedOver(kind: string, id: string, at: number): Promise<void> {
    const adopted = this.adopted.get(`${kind}/${id}`);
    if (!adopted) return;
    this.adopted.set(`${kind}/${id}`, { ...adopted, at });
    const { journal, backend, process } = await this.access.open();
    await journal.holders.recordHanding(adopted, { ...holderIn(adopted), backend, stack: this.access.stack }, process);
  }

  /** What the engine was handed until then is in its state. */
  async confirmUntil(until: number): Promise<void> {
    for (const [place, adopted] of this.adopted) {
      if ((adopted.at ?? Infinity) > until) continue;
      const { journal, backend } = await this.access.open();
      await journal.holders.record(adopted, { ...holderIn(adopted), backend, stack: this.access.stack }, adopted.names);
      this.adopted.delete(place);
    }
  }
}

const holderIn = ({ key, adoption }: Adopter) => ({ keys: [key], adoption });
