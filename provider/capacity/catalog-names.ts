import { namedOf } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { eachOf } from "../table/alternatives";
import { formatPath, isObject, type Path, type Props, strings } from "../table/props";
import type { CatalogList, Resource } from "../table/resource";
import { similar } from "../table/spelling";
import { isUnknown } from "../table/unknown";
import type { CatalogAnswers } from "./catalog-answers";

/** An id in the program that is not in the catalog. */
export interface Slip {
  readonly path: string;
  readonly id: string;
  readonly list: CatalogList;
  readonly others: readonly string[];
}

/** Finds ids in these arguments that are not in the catalog: typing errors rather than a lack of stock. Unknown values are skipped. */
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

/** The slips with which nothing can be made: one alternative in the catalog is enough, and what is excluded need not exist. */ // CH-14, K-10, K-20
export function fatalSlips({ inputs }: Pick<Resource, "inputs">, props: Props, slips: readonly Slip[]): Slip[] {
  const asked = slips.filter(({ path, others }) => others.length > 0 && !/\.(excluding|excludedTypes)\b/.test(path));
  return asked.filter(({ path }) => {
    const name = /^\w*/.exec(path)![0];
    if (!ownMember(inputs, name)?.alternatives) return true;
    const alternatives = eachOf(name, ownMember(props, name)).map((each) => formatPath(each.path));
    return alternatives.every((one) => asked.some((slip) => slip.path.startsWith(`${one}.`)));
  });
}

/** `gpu.id "L40" is not in the catalog; did you mean "NVIDIA L40S"?` An id without a similar one is followed by all names. */
export function slipSentence(slip: Slip): string {
  const hint = didYouMean(slip.id, slip.others);
  return hint === undefined ? `${bare(slip)}. ${thoseThatExist([slip])}` : `${bare(slip)}${hint}`;
}

/** The sentences for several ids, always with all names. */
export const slipSentences = (slips: readonly Slip[]): string =>
  [...slips.map((slip) => `${bare(slip)}${didYouMean(slip.id, slip.others) ?? "."}`), thoseThatExist(slips)].join(" ");

/** The same as a failure of the argument. */
export const slipFailure = (slip: Slip): { readonly property: string; readonly reason: string } => ({
  property: slip.path,
  reason: slipSentence(slip).slice(slip.path.length + 1),
});

const bare = ({ path, id }: Slip): string => `${path} ${JSON.stringify(id)} is not in the catalog`;

/** `; did you mean "NVIDIA L40S"?` */
export function didYouMean(id: string, others: readonly string[]): string | undefined {
  const near = similar(id, others).map((each) => JSON.stringify(each));
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : undefined;
}

const mostNamed = 12;

function thoseThatExist(slips: readonly Slip[]): string {
  const lists = [...new Map(slips.map(({ list, others }) => [list, others]))];
  const each = lists.map(
    ([list, ids]) => `${namedOf(ids, mostNamed) || "none"} (\`compute catalog ${commandOf[list]}\`)`,
  );
  return `Those that exist: ${each.join("; ")}.`;
}

const commandOf: Readonly<Record<CatalogList, string>> = {
  gpus: "gpus",
  pools: "gpus",
  cpus: "cpus",
  dataCenters: "datacenters",
};
