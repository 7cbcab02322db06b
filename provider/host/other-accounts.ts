import { counted } from "../../values/many";
import { differenceOf, inWords, type Sighting } from "../state/sighting";

/** The result of a read. The key may be refused (401) or lack permission (403); "unknown" is any other failure. */
export type Sight = "there" | "gone" | "refused" | "forbidden" | "unknown";

/** An object of this stack that was last seen at another address or with another key. */
export interface SeenElsewhere {
  readonly kind: string;
  readonly id: string;
  readonly seen: Sighting;
  readonly here: Sighting;
  /** Its id is the same in every account, like that of an SSH key, so finding it does not identify the account. */
  readonly isInAnyAccount: boolean;
  look(): Promise<Sight>;
}

/** Detects that a run uses another account than its stack: its objects are then apart from the others, out of its reach. */
export class Accounts {
  private readonly elsewhere = new Map<string, SeenElsewhere>();
  /** Pairs of sightings in the same account: an object last seen with one was found with the other. */
  private readonly same = new Set<string>();

  noteElsewhere(object: SeenElsewhere): void {
    // A state may contain one SSH key twice, for two accounts.
    this.elsewhere.set(`${object.kind} ${object.id} ${object.seen}`, object);
  }

  /** Notes that an object last seen with one key was found with another: the key was only rotated. */
  noteSameAccount(seen: Sighting, here: Sighting): void {
    this.same.add(pairOf({ seen, here }));
  }

  /** The warning at the end of a run. It names one object, because all objects seen with one key are in one account. */
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

/** The results of a read that prevent the run from continuing. */
const refusals: Readonly<Partial<Record<Sight, string>>> = {
  gone: "with it the platform shows no such object (404)",
  refused: "the platform refuses it (401)",
  forbidden: "the platform does not let it look (403)",
};

const sameEverywhere =
  "SSH keys are the same in every account, so nobody can tell whether both belong to one; if they do, a `refresh` records the new one";

function sentence({ kind, id, seen, here }: SeenElsewhere, others: number, why: string): string {
  const like = others === 0 ? "" : `, like ${counted(others, "other resource")}`;
  return (
    `This run uses ${differenceOf(seen, here)} than the one that last saw ${kind} ${id} of this stack${like}: ${why}. Unless both belong to one ` +
    "account, nothing but a refresh has looked at what is shown as unchanged, updates and deletions fail, and what is new is created in another account than " +
    "the rest. What to do: set compute:apiUrl and compute:apiKey, or the provider of the resource, as they were, or to a key of the same account. " +
    `That object was last seen with ${inWords(seen)}; this run uses ${inWords(here)}.`
  );
}
