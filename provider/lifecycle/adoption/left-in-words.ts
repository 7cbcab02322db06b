import type { Listed } from "../../state/identity";
import { amountOf, amountText } from "../../cost/money";
import type { Catalog } from "../../cost/pricing";
import { kinds } from "../../kinds";
import type { KindName } from "../../kinds/names";
import type { Operations } from "../../kinds/operations";
import { isFree, isHourly, priceOf } from "../../kinds/prices";
import { hidden } from "../../state/state";
import type { Props } from "../../table/props";
import type { Resource } from "../../table/resource";

/** `Pod p1 ("trainer-c…", RUNNING, made 2026-05-04T09:00:00Z, 0.40 USD/h)`. */
export function leftInWords(
  kind: KindName,
  object: Listed & { readonly status?: unknown },
  prices: Catalog | undefined,
): string {
  const { id, name, status, createdAt } = object;
  const facts = [
    JSON.stringify(name),
    typeof status === "string" && status,
    createdAt && `made ${createdAt}`,
    costOf(kind, object, prices),
  ];
  return `${kind} ${id} (${facts.filter(Boolean).join(", ")})`;
}

/** What an object costs, as far as these prices tell; undefined where it costs nothing. */
function costOf(kind: KindName, object: Listed, prices: Catalog | undefined): string | undefined {
  if (isFree(kind)) return undefined;
  if (!prices || !isHourly(kind)) return "billed";
  return amountText(amountOf(priceOf(kind, pricedProps(kind, object), prices)));
}

/** What the price of an object depends on. */
export function pricedProps(kind: KindName, object: Listed): Props {
  const { resource, operations }: { resource: Resource; operations: Operations } = kinds[kind];
  return operations.observe(object, { [hidden.declared]: Object.keys(resource.inputs) });
}

/**
 * What people can do about what no state has: it may have been kept on purpose.
 *
 * @param deleting a command that deletes it. Without one, each way is valid on every machine.
 */
export function waysOn(kind: KindName, id: string, deleting?: string): string {
  const { resource, operations }: { resource: Resource; operations: Operations } = kinds[kind];
  const letGo = `run \`compute doctor --let-go ${id}\``;
  if (operations.isUnlisted) return `${letGo}, which forgets it; the next \`up\` makes another`;
  const adopt = resource.inputs.adopt ? `to keep it, give its resource \`adopt: { id: "${id}" }\`; ` : "";
  const leave = operations.rename ? `to leave it alone, ${letGo}, and the next \`up\` makes another beside it; ` : "";
  return `${adopt}${leave}delete it only if nobody needs it${deleting === undefined ? "" : `: \`${deleting}\``}`;
}
