/** What a refused placement was refused for, as far as that can be known. */
export interface Refused {
  readonly status: number;
  /** What the catalog says about this hardware in the allowed data centers; undefined where it was not asked. */
  readonly isFree?: boolean | undefined;
}

export type Reaction =
  /** Nothing else will be accepted either. */
  | "stop"
  /** Another placement may be accepted. */
  | "next"
  /** The same placement may be accepted later. */
  | "next or wait";

/**
 * What a refusal of a create says about other placements. 402 means the balance: no placement will do. 403 may
 * mean this pool of hardware only. 400 is both a broken rule and a lack of capacity, and only the platform's
 * sentence tells which, which we never parse: so the catalog is asked. Hardware that it says is not free is worth
 * waiting for; it is advisory (K-21), so hardware that it says is free may have been taken in between.
 */
export function reactionTo({ status, isFree }: Refused): Reaction {
  if (status === 403) return "next";
  if (status !== 400) return "stop";
  return isFree === false ? "next or wait" : "next";
}
