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
