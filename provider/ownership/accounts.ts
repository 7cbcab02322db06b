import { inWords, type Sighting } from "../state/sighting";
import type { Sight } from "./earlier-objects";

/** An object of this stack that was last seen at another address, or with another key. */
export interface SeenElsewhere {
  readonly kind: string;
  readonly id: string;
  readonly seen: Sighting;
  readonly here: Sighting;
  /** It has the same id in every account, as an SSH key does: that it is found says nothing of the account. */
  readonly isInAnyAccount: boolean;
  look(): Promise<Sight>;
}

/** Whether a run uses another account than its stack is in: what it creates is apart from the rest then, and the rest is out of reach. */
export class Accounts {
  private readonly elsewhere = new Map<string, SeenElsewhere>();
  /** Pairs of sightings that are of one account: what was last seen with one of the two was found with the other. */
  private readonly same = new Set<string>();

  /** The run is about the object. */
  noteElsewhere(object: SeenElsewhere): void {
    this.elsewhere.set(`${object.kind} ${object.id}`, object);
  }

  /** What was last seen with one key was found with another, which was only rotated then. */
  noteSameAccount(seen: Sighting, here: Sighting): void {
    this.same.add(pairOf({ seen, here }));
  }

  /** None where nobody can tell: a key that was only rotated sees all that the old one saw. */
  async warnings(): Promise<string[]> {
    const all = [...this.elsewhere].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
    const warnings: string[] = [];
    // One will do: what was seen with one key is in one account.
    const first = all.find((object) => !object.isInAnyAccount && !this.same.has(pairOf(object)));
    const asked = first ?? all.find((object) => !this.same.has(pairOf(object)));
    const sight = await asked?.look();
    if (asked && (sight === "refused" || sight === "forbidden")) return [notLetIn(asked, sight)];
    if (first && sight === "there") this.noteSameAccount(first.seen, first.here);
    if (first && sight === "gone") {
      const others = all.filter((other) => other !== first && pairOf(other) === pairOf(first)).length;
      warnings.push(outOfReach(first, others));
    }
    const unclear = all.filter((object) => object.isInAnyAccount && !this.same.has(pairOf(object)));
    if (unclear.length > 0) warnings.push(inAnyAccount(unclear));
    return warnings;
  }
}

const pairOf = ({ seen, here }: Pick<SeenElsewhere, "seen" | "here">): string => `${seen} ${here}`;

function outOfReach({ kind, id, seen, here }: SeenElsewhere, others: number): string {
  const like = others === 0 ? "" : `, like ${others} other ${others === 1 ? "resource" : "resources"}`;
  return (
    `The ${kind} ${id} of this stack is not visible with ${inWords(here)}: it was last seen with ${inWords(seen)}${like}. What is shown as ` +
    "unchanged was not looked at, an update or a deletion will fail, and what is created is in another account than the rest. What to do: " +
    "set compute:apiUrl and compute:apiKey, or the provider of the resource, as they were."
  );
}

/** Nothing can be said of the account then, and whatever comes next fails. */
function notLetIn({ kind, id, seen, here }: SeenElsewhere, sight: "refused" | "forbidden"): string {
  const [refuses, other] =
    sight === "refused"
      ? [`The platform refuses ${inWords(here)} (401)`, "a key that the platform accepts"]
      : [`The platform does not let ${inWords(here)} look at the ${kind} ${id} (403)`, "a key that may do so"];
  return (
    `${refuses}, so nothing of this stack was compared with the platform: what is shown as unchanged was not looked at, and an update or a ` +
    `deletion will fail. The ${kind} ${id} was last seen with ${inWords(seen)}. What to do: set compute:apiKey, or the provider of the ` +
    `resource, to ${other}.`
  );
}

/** The first one's keys are named; a stack whose resources were seen with several is in disorder that its other warnings tell of. */
function inAnyAccount(objects: readonly SeenElsewhere[]): string {
  const { seen, here } = objects[0]!;
  const names = objects.map(({ kind, id }) => `${kind} ${id}`).join(", ");
  const [were, are, they] = objects.length === 1 ? ["was", "is", "it is"] : ["were", "are", "they are"];
  return (
    `${names} ${were} last seen with ${inWords(seen)}, and ${are} now used with ${inWords(here)}. SSH keys are the same in every account, so ` +
    "the provider can't tell whether both API keys belong to one. If they do, all is well, and a `refresh` records the new one. If they don't, " +
    `this stack changes and deletes SSH keys in the second account, while ${they} still in the first: set compute:apiKey, or the provider ` +
    "of the resource, as it was."
  );
}
