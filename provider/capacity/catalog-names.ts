import { ownMember } from "../../values/own-member";
import { eachOf } from "../table/alternatives";
import { formatPath, isObject, type Path, type Props, strings } from "../table/props";
import type { CatalogList, Resource } from "../table/resource";
import { similar } from "../table/spelling";
import { isUnknown } from "../table/unknown";
import type { CatalogAnswers } from "./catalog-answers";

/** An id of the program that the catalog does not have. */
export interface Slip {
  readonly path: string;
  readonly id: string;
  readonly list: CatalogList;
  /** All that the list has. */
  readonly others: readonly string[];
}

/** Ids among these arguments that the catalog does not have: slips, and no lack of stock. What is not known yet is left out. */
export async function slipsIn(
  { inputs }: Pick<Resource, "inputs">,
  props: Props,
  catalog: CatalogAnswers,
  names: readonly string[] = Object.keys(inputs),
): Promise<Slip[]> {
  const found: Slip[] = [];
  for (const { path, id, list } of names.flatMap((name) =>
    idsIn(name, ownMember(inputs, name)?.listedIn, ownMember(props, name)),
  )) {
    if (isUnknown(id)) continue;
    const others = await catalog.withoutId(list, id);
    if (others) found.push({ path: formatPath(path), id, list, others });
  }
  return found;
}

type Place = { readonly path: Path; readonly id: string; readonly list: CatalogList };

function idsIn(name: string, listedIn: Resource["inputs"][string]["listedIn"], value: unknown): Place[] {
  if (listedIn === undefined) return [];
  if (typeof listedIn === "string") return placesOf([name], value, listedIn);
  return eachOf(name, value).flatMap(({ path, one }) =>
    Object.entries(listedIn).flatMap(([member, list]) =>
      isObject(one) ? placesOf([...path, member], ownMember(one, member), list) : [],
    ),
  );
}

function placesOf(path: Path, value: unknown, list: CatalogList): Place[] {
  if (typeof value === "string") return [{ path, id: value, list }];
  return strings(value).map((id, at) => ({ path: [...path, at], id, list }));
}

/** `gpu.id "L40" is not in the catalog; did you mean "NVIDIA L40S"?` What is like no other gets the names of all. */
export function slipSentence(slip: Slip): string {
  const hint = didYouMean(slip.id, slip.others);
  return hint === undefined ? `${bare(slip)}. ${thoseThatExist([slip])}` : `${bare(slip)}${hint}`;
}

/** The same of several, and the names of all in any case. */
export const slipSentences = (slips: readonly Slip[]): string =>
  [...slips.map((slip) => `${bare(slip)}${didYouMean(slip.id, slip.others) ?? "."}`), thoseThatExist(slips)].join(" ");

const bare = ({ path, id }: Slip): string => `${path} ${JSON.stringify(id)} is not in the catalog`;

/** `; did you mean "NVIDIA L40S"?` */
export function didYouMean(id: string, others: readonly string[]): string | undefined {
  const near = similar(id, others).map((each) => JSON.stringify(each));
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : undefined;
}

const mostNamed = 12;

/** Of a long list the first, and how many more there are. */
function thoseThatExist(slips: readonly Slip[]): string {
  const lists = [...new Map(slips.map(({ list, others }) => [list, others]))];
  const each = lists.map(([list, ids]) => {
    const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
    return `${ids.slice(0, mostNamed).join(", ") || "none"}${more} (\`compute catalog ${commandOf[list]}\`)`;
  });
  return `Those that exist: ${each.join("; ")}.`;
}

const commandOf: Readonly<Record<CatalogList, string>> = {
  gpus: "gpus",
  pools: "gpus",
  cpus: "cpus",
  dataCenters: "datacenters",
};
