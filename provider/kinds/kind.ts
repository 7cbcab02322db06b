import type { Pricing } from "../cost/pricing";
import type { Resource } from "../table/resource";
import type { KindName } from "./names";
import type { Operations } from "./operations";

/** A kind as its folder describes it: the table, how it reaches the platform, and what it costs. */
export interface Kind<N extends KindName = KindName> {
  readonly resource: Resource & { readonly kind: N };
  readonly operations: Operations;
  readonly pricing: Pricing;
}
