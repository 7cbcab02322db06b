import type { Session } from "../host/session";
import type { NeedForm } from "../table/need";
import type { Props } from "../table/props";
import type { CatalogType, Place } from "./choose";

/** The catalog's answer about one alternative. It is advisory: a create may still fail or succeed (K-21). */
export interface Stock {
  /**
   * - `none`: nothing is free at the allowed places, so waiting makes sense;
   * - `some`: something is free, so a refusal has another reason unless the catalog lags;
   * - `unclear`: the catalog can't tell;
   * - `never`: waiting does not help.
   */
  readonly verdict: "none" | "some" | "unclear" | "never";
  /** The verdict as a predicate of "the catalog". */
  readonly says: string;
}

/** The members of a GPU type or CPU flavor that tell where it is available. */
interface Availability {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

/**
 * @param listed the catalog's entry; undefined if there is none.
 * @param places the allowed data centers; undefined means any.
 * @param isPartial there is a requirement that the catalog does not show, such as RAM.
 */
export function stockOf(listed: Availability | undefined, places?: readonly string[], isPartial = false): Stock {
  if (!listed) return { verdict: "never", says: "does not have it" };
  if (places?.length === 0) return { verdict: "never", says: "has no data center that meets all requirements" };
  const { availability, dataCenters } = listed;
  if (availability === undefined && dataCenters === undefined) return { verdict: "unclear", says: "does not tell" };
  const sites = freeSites(listed, places);
  if (sites.length === 0)
    return { verdict: "none", says: `shows none free${places ? ` in ${places.join(", ")}` : ""}` };
  const says = `shows ${sites.map((site) => `${site.availability} in ${site.id}`).join(", ")}`;
  return { verdict: isPartial ? "unclear" : "some", says };
}

/** The data centers with stock, among the allowed ones. */
export const freeSites = ({ dataCenters = [] }: Availability, places?: readonly string[]) =>
  dataCenters.filter(({ id, availability }) => availability !== "NONE" && (places?.includes(id) ?? true));

/** The answer if the catalog can't be read. It is only an explanation, so its failure fails nothing. */
export const notAsked: Stock = { verdict: "unclear", says: "could not be asked" };

/** A preview's warning that no alternative is in stock, as a predicate of the resource. `waits`: the program has set waitForCapacity. */
export function stockWarning(
  judged: readonly { readonly label: string; readonly stock: Stock }[],
  waits = false,
): string | undefined {
  if (judged.length === 0 || judged.some(({ stock }) => stock.verdict === "some" || stock.verdict === "unclear"))
    return undefined;
  const each = judged.map(({ label, stock }) => `${label}: the catalog ${stock.says}`).join("; ");
  if (judged.every(({ stock }) => stock.verdict === "never"))
    return `no machine offers what it asks for, so waiting would not help. ${each}. \`up\` tries all the same.`;
  return (
    `no stock right now. ${each}. Stock changes by the minute, so \`up\` tries all the same. ` +
    `To be safer, allow more data centers or alternatives, or ${waits ? "a longer" : "set"} waitForCapacity.`
  );
}

/** The part of a catalog query that asks for stock. */
export const withStock = <Product extends string>(product: Product) => ({
  include: ["AVAILABILITY" as const],
  product: [product],
});

/** The parts of a session that a catalog read needs. */
export type Asking = Pick<Session, "client" | "catalog">;

/** Hardware that may be scarce. Inputs hold one alternative. */
export interface Hardware {
  /** In words, e.g. `2 × NVIDIA H200`. */
  label(inputs: Props): string;
  asked(inputs: Props): { readonly form: NeedForm; readonly one: Props };
  /** The catalog's list for machines of this size, with stock, and the allowed places. */
  offers(asking: Asking, inputs: Props): Promise<{ readonly catalog: readonly CatalogType[]; readonly place: Place }>;
  /** Tells whether it has a requirement that the catalog does not show, such as RAM. */
  isPartial(inputs: Props): boolean;
}
