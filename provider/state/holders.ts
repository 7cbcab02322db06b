import { isOneKey, isOnePlatform, type Sighting } from "./sighting";

/** An entry of a state, as far as it tells whose object it has. */
export interface HeldEntry {
  readonly kind: string;
  readonly id: string;
  /** The resource's key in the program, from its URN. */
  readonly key: string;
  /** The key in its outputs, which its deletion names. After a rename it stays the earlier one until an update. */
  readonly storedKey?: string | undefined;
  /** The address and key with which the object was last seen. */
  readonly seen: Sighting | undefined;
  /** The object was deleted ahead of a replacement that no run has made. */
  readonly isDeleted?: boolean;
}

/** An object, and the address and key with which it is read. */
export interface Looked {
  readonly kind: string;
  readonly id: string;
  readonly here: Sighting | undefined;
  /** Its id is the same in every account, so the key tells which object is meant. */
  readonly isInAnyAccount: boolean;
}

/** The entries that have the object. One that does not say where it was seen counts as seen from here. */
export const entriesOf = <E extends HeldEntry>(all: readonly E[], { kind, id, here, isInAnyAccount }: Looked): E[] =>
  all.filter((entry) => {
    const { seen = here } = entry;
    const isSame = isInAnyAccount ? isOneKey : isOnePlatform;
    return !entry.isDeleted && entry.kind === kind && entry.id === id && (!seen || !here || isSame(seen, here));
  });

/** The entry that keeps an object of which an engine drops those of these keys (undefined for any) without deleting it. */
export function keeperOf<E extends HeldEntry>(
  entries: readonly E[],
  dropped: readonly (string | undefined)[],
): E | undefined {
  const left = [...entries];
  for (const key of dropped) {
    const at = left.findIndex((entry) => key === undefined || entry.storedKey === key || entry.key === key);
    if (at >= 0) left.splice(at, 1);
  }
  return left[0];
}
