import { hidden } from "../state/state";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";

/**
 * A name that `check` made is made anew for a replacement; one that the program gives stays, and may be taken only once:
 * the old object has to be deleted first.
 */
export const keepsUniqueName = ({ uniqueNames }: Resource, state: Props, news: Props): boolean =>
  uniqueNames === true && news[hidden.autoName] === undefined && state.name === news.name;
