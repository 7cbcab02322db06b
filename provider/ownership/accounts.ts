import { inWords, type Sighting } from "../state/sighting";

/** What a look at an object found. The key may be refused (401), or forbidden to look (403); "unknown" is any other failure. */
export type Sight = "there" | "gone" | "refused" | "forbidden" | "unknown";

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
    // A state may have one SSH key twice, of two accounts.
    this.elsewhere.set(`${object.kind} ${object.id} ${object.seen}`, object);
  }

  /** What was last seen with one key was found with another, which was only rotated then. */
  noteSameAccount(seen: Sighting, here: Sighting): void {
    this.same.add(pairOf({ seen, here }));
  }

  /** What people are told at the end of a run. One object will do: what was seen with one key is in one account. */
  async warning(): Promise<string | undefined> {
    const sorted = [...this.elsewhere].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
    const all = sorted.filter((object) => !this.same.has(pairOf(object)));
    const asked = all.find(({ isInAnyAccount }) => !isInAnyAccount) ?? all[0];
    const sight = await asked?.look();
    if (!asked || !sight || (!asked.isInAnyAccount && sight === "there")) return undefined;
    const isUntold = refusals[sight] === undefined || (asked.isInAnyAccount && sight === "gone");
    const why = !isUntold ? refusals[sight] : all.some((each) => each.isInAnyAccount) ? sameEverywhere : undefined;
    return why && sentence(asked, all.length - 1, why);
  }
}

const pairOf = ({ seen, here }: Pick<SeenElsewhere, "seen" | "here">): string => `${seen} ${here}`;

/** What a look came to where nobody can go on. */
const refusals: Readonly<Partial<Record<Sight, string>>> = {
  gone: "with that one the platform shows no such object (404)",
  refused: "the platform refuses that one (401)",
  forbidden: "the platform does not let that one look (403)",
};

const sameEverywhere =
  "SSH keys are the same in every account, so nobody can tell whether both belong to one; if they do, a `refresh` records the new one";

function sentence({ kind, id, seen, here }: SeenElsewhere, others: number, why: string): string {
  const like = others === 0 ? "" : `, like ${others} other ${others === 1 ? "resource" : "resources"}`;
  return (
    `The ${kind} ${id} of this stack was last seen with ${inWords(seen)}${like}, and this run uses ${inWords(here)}: ${why}. Unless both belong ` +
    "to one account, what is shown as unchanged was not looked at, an update or a deletion fails or is of the other account, and what is created is " +
    "in another account than the rest. What to do: set compute:apiUrl and compute:apiKey, or the provider of the resource, as they were, or to a key " +
    "of the same account."
  );
}
