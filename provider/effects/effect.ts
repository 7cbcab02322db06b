import type { Price } from "../cost/pricing";
import type { KindName } from "../kinds/names";
import type { Props } from "../table/props";

export const deeds = [
  "make",
  /** An existing object comes under management, by `adopt` or an import. */
  "adopt",
  /** An object that an interrupted run made for the resource comes under management. */
  "take over",
  "change",
  /** A change starts the container of an object that has stopped or ended, restarts it, or stops it. */
  "start",
  "restart",
  "stop",
  "stay",
  "delete",
  /** The object leaves the state and stays on the platform. */
  "keep",
  /** An object that is gone from the platform leaves the state. */
  "forget",
] as const;
export type Deed = (typeof deeds)[number];

/** The reasons why an object that leaves the state stays on the platform: the option `retainOnDelete`, or another owner. */
export const reasonsToKeep = ["retained", "held"] as const;

/** The effect of one step of a plan on one object. Every display words this. */
export interface Effect {
  readonly urn: string;
  readonly kind: KindName;
  /** The resource's name in the program. */
  readonly name: string;
  /** Undefined for an object that is still to be created. */
  readonly id?: string;
  readonly does: Deed;
  /** Only `up` can tell whether it comes to that. */
  readonly isPossible?: true;
  readonly why?: (typeof reasonsToKeep)[number];
  /** An earlier run replaced it but did not delete it. */
  readonly isLeftOver?: true;
  /** `retainOnDelete` keeps it, and later runs ask about it until it is let go. */
  readonly isAskedAbout?: true;
  /** Another object of the same resource replaces it. */
  readonly isReplaced?: true;
  /** The data that is lost with it, in words. */
  readonly data?: string;
  /** The names of the first resources of its kind that the plan creates: the program may have renamed it to one of them. */
  readonly created?: readonly string[];
  /** The properties that determine its price, before and after; undefined if it does not exist at that time or is free. */
  readonly before?: Props;
  readonly after?: Props;
}

/** Of the effects in one row of a display, the one of the step itself; the others are on the objects that it replaces. */
export const ownOf = <E extends Effect>(effects: readonly E[]): E | undefined =>
  effects.findLast(({ isReplaced }) => !isReplaced);

export interface PricedEffect extends Effect {
  readonly price: readonly [before: Price | undefined, after: Price | undefined];
}

/** The provider's knowledge of a resource's object after a step, from reading the platform. */
export interface StepFacts extends Pick<Effect, "id" | "isPossible" | "before" | "after"> {
  readonly does: Exclude<Deed, "delete" | "keep" | "forget">;
  /** The resource's old object is gone from the platform. */
  readonly isGone?: true;
  /** `up` refuses the replacement if it destroys data: whether the object is replaced is unknown until then. */
  readonly keepsData?: true;
}
