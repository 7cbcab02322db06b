import { quoted } from "../../../values/shell";
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

/** The cost of an object in words, by these prices if there are any; undefined if it is free. */
export function costOf(kind: KindName, object: Listed, prices: Catalog | undefined): string | undefined {
  if (isFree(kind)) return undefined;
  if (!prices || !isHourly(kind)) return "billed";
  return amountText(amountOf(priceOf(kind, pricedProps(kind, object), prices)));
}

export function pricedProps(kind: KindName, object: Listed): Props {
  const { resource, operations }: { resource: Resource; operations: Operations } = kinds[kind];
  return operations.observe(object, { [hidden.declared]: Object.keys(resource.inputs) });
}

/** The resource for which an object was made, in words, and the object that it has now. */
export interface Maker {
  readonly called?: string | undefined;
  readonly urn?: string | undefined;
  readonly has?: string | undefined;
}

/** `an earlier run made Pod p1 (…) for web, which has p2 by now, and no state has it`. */
export const madeAndLeft = (objects: string, { called, has }: Maker, state = "no state has it"): string =>
  `an earlier run${called === undefined ? " of this stack" : ""} made ${objects}` +
  `${called === undefined ? "" : ` for ${called}`}${has === undefined ? "" : `, which has ${has} by now`}, and ${state}`;

/** Why an object may be left, and what people can do about it. */
export const whatToDo = (kind: KindName, id: string, maker: Maker, deleting?: string): string =>
  `An interrupted run left it, or somebody kept it on purpose, with \`state delete\` or \`retainOnDelete\`. What to do: ${waysOn(kind, id, maker, deleting)}.`;

/** What people can do about an object that no state has. @param deleting a command that deletes it on this machine. */
export function waysOn(
  kind: KindName,
  id: string,
  { called, has, urn = "URN" }: Maker = {},
  deleting?: string,
): string {
  const { resource, operations }: { resource: Resource; operations: Operations } = kinds[kind];
  const letGo = `run \`compute doctor --let-go ${quoted(id)}\``;
  const ofProgram = called === undefined ? " of a program that has its resource" : "";
  if (operations.isUnlisted) return `${letGo}, which forgets it; the next \`up\`${ofProgram} makes another`;
  const given = `give its resource \`adopt: { id: ${JSON.stringify(id)} }\``;
  const adopt = !resource.inputs.adopt
    ? ""
    : has === undefined
      ? `to keep it, ${given}; `
      : `to have it in place of ${has}, ${given} and run \`up --replace ${quoted(urn)}\`; `;
  const another = has === undefined ? `, and the next \`up\`${ofProgram} makes another beside it` : "";
  const leave = operations.rename ? `to leave it alone, ${letGo}${another}; ` : "";
  return `${adopt}${leave}delete it only if nobody needs it${deleting === undefined ? "" : `: \`${deleting}\``}`;
}
