import type { RandomBytes } from "../table/names";
import type { Props } from "../table/props";
import { hidden, keyOf } from "./state";

/**
 * A resource as a state has it: its key, and the adoption by which it got its object, where it was by one. An SSH key has one however it
 * got there, but in states of earlier builds.
 */
export interface StateEntry {
  readonly key?: string | undefined;
  readonly adoption?: string | undefined;
  /** The outputs have `adopt`, which is all that states of earlier builds say of an adoption. */
  readonly hasAdopted?: boolean;
}

/** A resource of the program that has an object: the keys that it had before it was renamed, and its own as the last. */
export interface Holder {
  readonly keys: readonly string[];
  readonly adoption?: string | undefined;
}

/** The entry that has these outputs. */
export function entryOf(props: Props): StateEntry {
  const { [hidden.adoption]: adoption } = props;
  return {
    key: keyOf(props),
    adoption: typeof adoption === "string" ? adoption : undefined,
    hasAdopted: props.adopt !== undefined,
  };
}

/**
 * Whether the entry is that of the holder. Where one of them was adopted, the adoption alone tells: a resource that was renamed, and
 * not updated since, has the key of its earlier name in its entry, and by now that may be the key of another one.
 */
export function isEntryOf({ keys, adoption }: Holder, entry: StateEntry): boolean {
  if (adoption !== entry.adoption) return false;
  return adoption !== undefined || (entry.key !== undefined && keys.includes(entry.key));
}

/** Tells one adoption from all others. */
export const newAdoption = (randomBytes: RandomBytes): string => Buffer.from(randomBytes(6)).toString("base64url");

/**
 * The adoption of an object whose id follows from its inputs, such as an SSH key: any machine may take it out and put it in again. So it
 * says when it was, too.
 *
 * @param now in milliseconds.
 */
export const newDatedAdoption = (randomBytes: RandomBytes, now: number): string =>
  `${now.toString(36)}.${newAdoption(randomBytes)}`;

/** Which of the two got the object later, by the clocks of their machines; undefined where not both say when. */
export function laterOf(holder: Holder, entry: StateEntry): "holder" | "entry" | undefined {
  const [held, entered] = [dateOf(holder.adoption), dateOf(entry.adoption)];
  if (held === undefined || entered === undefined) return undefined;
  return held > entered ? "holder" : "entry";
}

/** The alphabet of what chance draws has no dot, at which the number ends. */
const dateOf = (adoption = ""): number | undefined => (adoption.includes(".") ? parseInt(adoption, 36) : undefined);
