import type { RandomBytes } from "../table/names";
import type { Props } from "../table/props";
import { hidden, keyOf } from "./state";

/** A resource as a state has it: its key, and the token that it drew if its object was there before. */
export interface Entry {
  readonly key?: string | undefined;
  readonly adoption?: string | undefined;
}

/** The entry that has these outputs. */
export function entryOf(props: Props): Entry {
  const { [hidden.adoption]: adoption } = props;
  return { key: keyOf(props), adoption: typeof adoption === "string" ? adoption : undefined };
}

/**
 * The token of a resource that gets an object which was there before: when it did, and chance.
 *
 * @param now in milliseconds.
 */
export const newAdoption = (randomBytes: RandomBytes, now: number): string =>
  `${now.toString(36)}.${Buffer.from(randomBytes(6)).toString("base64url")}`;

/** When a resource got its object, in milliseconds; the one that made it had it before all others. */
export const dateOf = (adoption: string | undefined): number =>
  adoption === undefined ? Number.NEGATIVE_INFINITY : parseInt(adoption, 36);
