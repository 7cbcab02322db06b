import type { Session } from "../host/session";
import type { Props } from "../table/props";
import type { Listed as Whole, Place } from "./need";

/** What the catalog says of one alternative. It is advisory: a create may still fail, or succeed (K-21). */
export interface Stock {
  /**
   * - `none`: nothing is free where it may be, so that waiting makes sense;
   * - `some`: something is free, so that a refusal has another reason, unless the catalog lags;
   * - `unclear`: the catalog cannot tell;
   * - `never`: no waiting helps.
   */
  readonly verdict: "none" | "some" | "unclear" | "never";
  /** The verdict in words that go on after "the catalog". */
  readonly says: string;
}

/** As much of a GPU type or CPU flavor as tells where it is. */
interface Listed {
  readonly availability?: string | undefined;
  readonly dataCenters?: readonly { readonly id: string; readonly availability: string }[] | undefined;
}

export interface Question {
  /** As the catalog has it; undefined where it has no such thing. */
  readonly listed: Listed | undefined;
  /** Data centers that it may be in; undefined means any. */
  readonly places: readonly string[] | undefined;
  /** Something is asked of the machine that the catalog does not show, such as its RAM. */
  readonly isPartial: boolean;
}

export function stockOf({ listed, places, isPartial }: Question): Stock {
  if (!listed) return { verdict: "never", says: "does not have it" };
  if (places?.length === 0) return { verdict: "never", says: "has no data center that meets all requirements" };
  const { availability, dataCenters } = listed;
  if (availability === undefined && dataCenters === undefined) return { verdict: "unclear", says: "does not tell" };
  const sites = (dataCenters ?? []).filter(
    (site) => site.availability !== "NONE" && (places?.includes(site.id) ?? true),
  );
  if (sites.length === 0)
    return { verdict: "none", says: `shows none free${places ? ` in ${places.join(", ")}` : ""}` };
  const says = `shows ${sites.map((site) => `${site.availability} in ${site.id}`).join(", ")}`;
  return { verdict: isPartial ? "unclear" : "some", says };
}

/** What to say when the catalog could not be asked. It is a help only, so that its failure is no failure of ours. */
export const notAsked: Stock = { verdict: "unclear", says: "could not be asked" };

/** The data centers that are in all of the lists; undefined where there is no list. */
export function inAll(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...rest] = lists.filter((list) => list !== undefined);
  return first?.filter((id) => rest.every((list) => list.includes(id)));
}

/** What is asked about one alternative, and how it is called. */
interface Judged {
  readonly label: string;
  readonly stock: Stock;
}

/** What a preview warns of where no alternative may be had, after the name of the resource. `waits`: the program has set waitForCapacity. */
export function stockWarning(judged: readonly Judged[], waits = false): string | undefined {
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

/** What a look at the catalog takes. */
export type Asking = Pick<Session, "client" | "catalog">;

/** Hardware that may be scarce. Inputs hold one alternative. */
export interface Hardware {
  /** In words, e.g. `2 × NVIDIA H200`. */
  label(asked: Props): string;
  /** Which of the catalog's lists shows it, as `compute catalog` names them. */
  list(asked: Props): "gpus" | "cpus";
  /** What the catalog lists for machines of this size, with stock, and where such a machine may be. Not asked for an id. */
  offers(asking: Asking, asked: Props): Promise<{ readonly catalog: readonly Whole[]; readonly place: Place }>;
  /** What the catalog says about it. */
  stock(asking: Asking, asked: Props): Promise<Stock>;
}
