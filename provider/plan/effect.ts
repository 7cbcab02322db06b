import type { Price } from "../cost/pricing";
import type { KindName } from "../kinds/names";
import type { Props } from "../table/props";

/** What a step does to an object. */
export const deeds = [
  /** There is a new one. */
  "make",
  /** One that is there comes under management, by `adopt` or an import. */
  "adopt",
  /** One that an interrupted run made for the resource comes under management. */
  "take over",
  "change",
  /** A change that starts the container once more. */
  "restart",
  /** Nothing happens to it. */
  "stay",
  "delete",
  /** The state lets go of it, and it stays on the platform. */
  "keep",
  /** The state lets go of what the platform does not have any more. */
  "forget",
] as const;
export type Deed = (typeof deeds)[number];

/** Why an object stays that the state lets go of: the option `retainOnDelete`, or another resource has it. */
export const reasonsToKeep = ["retained", "held"] as const;

/** What one step of a plan does to one object. All that people are told of it is this in words. */
export interface Effect {
  readonly urn: string;
  readonly kind: KindName;
  /** What the program calls the resource. */
  readonly name: string;
  /** Undefined of an object that is yet to be made. */
  readonly id?: string;
  readonly does: Deed;
  readonly why?: (typeof reasonsToKeep)[number];
  /** An earlier run has replaced it, and did not come to delete it. */
  readonly isLeftOver?: true;
  /** It gives way to another object of the same resource. */
  readonly isReplaced?: true;
  /** What is lost with it, in words. */
  readonly data?: string;
  /** What decides its price, before and after; undefined where it is not there then, or is charged nothing for running. */
  readonly before?: Props;
  readonly after?: Props;
}

/** An effect with its prices. */
export interface PricedEffect extends Effect {
  readonly price: readonly [before: Price | undefined, after: Price | undefined];
}

/** What only the provider's process knows of the object that a resource has after a step: it has looked. */
export interface Foreseen extends Pick<Effect, "id" | "before" | "after"> {
  readonly does: Exclude<Deed, "delete" | "keep" | "forget">;
  /** The object that the resource had is gone from the platform. */
  readonly isGone?: true;
}
