import type { AskedObject } from "../create/journal/peers";
import type { Holder } from "../state/entry";
import type { OtherProcesses } from "./other-processes";

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

/** Writes down that the resource has the object now. @param names arguments that it changed as it took the object over. */
type WriteDown = (kind: string, id: string, holder: Holder, names?: readonly string[]) => Promise<void>;

/** What resources of this run have adopted. It is written down for later runs once the engine has it in its state. */
export class Adoptions {
  private readonly adopted = new Map<string, Adopted>();

  constructor(
    private readonly others: OtherProcesses,
    private readonly record: WriteDown,
  ) {}

  add({ kind, id }: AskedObject, { key, adoption }: Adopter): void {
    this.adopted.set(`${kind}/${id}`, { kind, id, key, adoption, names: [] });
  }

  /** The resource that has taken the object over is about to change these arguments of it. */
  noteChange(kind: string, id: string, names: Iterable<string>): void {
    const adopted = this.adopted.get(`${kind}/${id}`);
    if (adopted) this.adopted.set(`${kind}/${id}`, { ...adopted, names: [...names] });
  }

  /** The engine was handed the object, and writes it into its state at once. */
  handedOver(kind: string, id: string, at: number): void {
    const adopted = this.adopted.get(`${kind}/${id}`);
    if (adopted) this.adopted.set(`${kind}/${id}`, { ...adopted, at });
  }

  /** What the engine was handed until then is in its state. */
  async confirmUntil(until: number): Promise<void> {
    for (const adopted of this.adopted.values()) if ((adopted.at ?? Infinity) <= until) await this.confirm(adopted);
  }

  /**
   * The engine drops another entry of the object, so that it has stored that of the resource which adopted it. That is not left to
   * the end of the run, which may be killed before.
   */
  async confirmTaken(object: AskedObject): Promise<void> {
    const own = this.adopted.get(`${object.kind}/${object.id}`);
    if (own?.at !== undefined) return this.confirm(own);
    const told = (await this.others.told(object)).findLast(({ says }) => says === "took");
    if (told?.adoption !== undefined) await this.record(object.kind, object.id, told);
  }

  private async confirm({ kind, id, key, adoption, names }: Adopted): Promise<void> {
    await this.record(kind, id, { keys: [key], adoption }, names);
    this.adopted.delete(`${kind}/${id}`);
  }
}
