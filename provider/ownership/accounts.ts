import { inWords, type Sighting } from "../state/sighting";
import type { Sight } from "./forgotten";

/** An object of this stack that was last seen at another address, or with another key. */
export interface SeenElsewhere {
  readonly kind: string;
  readonly id: string;
  readonly seen: Sighting;
  readonly here: Sighting;
  look(): Promise<Sight>;
}

/** Whether a run uses another account than its stack is in: what it creates is apart from the rest then, and the rest is out of reach. */
export class Accounts {
  private elsewhere: SeenElsewhere | undefined;
  private created: { readonly kind: string; readonly name: string; readonly here: Sighting } | undefined;

  /** The first one will do: a stack is in one account. */
  noteElsewhere(object: SeenElsewhere): void {
    this.elsewhere ??= object;
  }

  /** A preview or an up creates a resource. */
  noteCreate(kind: string, name: string, here: Sighting): void {
    this.created ??= { kind, name, here };
  }

  /** In a sentence. Undefined where it does not, or where nobody can tell: a key that was only rotated sees all that the old one saw. */
  async warning(): Promise<string | undefined> {
    const { elsewhere, created } = this;
    if (!elsewhere || (await elsewhere.look()) !== "gone") return undefined;
    const { kind, id, seen, here } = elsewhere;
    if (!created)
      return (
        `The ${kind} ${id} of this stack is not visible with ${inWords(here)}: it was last seen with ${inWords(seen)}. What is shown as ` +
        "unchanged was not looked at, and an update or a deletion will fail. What to do: set compute:apiUrl and compute:apiKey, or the " +
        "provider of the resource, as they were."
      );
    return (
      `${created.kind} ${JSON.stringify(created.name)} is created with ${inWords(created.here)}, which does not see the ${kind} ${id} of ` +
      `this stack: that was last seen with ${inWords(seen)}. The stack is then in two accounts, and no key sees all of it. What to ` +
      "do, unless that is meant: set compute:apiUrl and compute:apiKey as they were before you run `up`; what was created by mistake, " +
      "take out of the program and run `up` with the key that created it."
    );
  }
}
