import type { Client } from "../../client";
import { NotFoundError } from "../../client/errors/api-errors";
import type { CatalogAnswers } from "../../provider/capacity/catalog-answers";
import { eachOf } from "../../provider/table/alternatives";
import { isObject, type Props, strings } from "../../provider/table/props";
import { similar } from "../../provider/table/spelling";
import type { Resource } from "../../provider/table/resource";

interface Asking {
  readonly client: Client;
  readonly catalog: CatalogAnswers;
}

/** What a program names by an id of the catalog, and where all such ids are. */
interface Named {
  readonly what: string;
  readonly ids: readonly unknown[];
  readonly known: () => Promise<readonly { readonly id: string }[]>;
  readonly see: string;
}

/** What the program asks for by ids that the platform does not have: a slip, and no lack of stock. One sentence each. */
export async function typos(kind: Resource["kind"], name: string, args: Props, asking: Asking): Promise<string[]> {
  // The last word of the kind is enough: a volume, a pod.
  const about = `for ${kind.replace(/^.*(?=[A-Z])/, "").toLowerCase()} ${JSON.stringify(name)}`;
  const found: string[] = [];
  for (const { what, ids, known, see } of namedIn(args, asking)) {
    const asked = ids.filter((id) => typeof id === "string");
    if (asked.length === 0) continue;
    const all = (await known()).map(({ id }) => id);
    for (const id of asked.filter((each) => !all.includes(each))) {
      const near = similar(id, all);
      const hint = near.length > 0 ? ` Did you mean ${near.map((each) => JSON.stringify(each)).join(" or ")}?` : "";
      found.push(`Unknown ${what} ${JSON.stringify(id)} ${about}.${hint} See \`${see}\`.`);
    }
  }
  return [...found, ...(await unknownTemplate(args, about, asking))];
}

const namedIn = (args: Props, { catalog }: Asking): Named[] => [
  {
    what: "GPU type",
    ids: [...idsOf("gpu", "id", args), ...idsOf("compute", "gpuTypeId", args)],
    known: () => catalog.gpus({}),
    see: "compute catalog gpus",
  },
  { what: "CPU flavor", ids: idsOf("cpu", "id", args), known: () => catalog.cpus({}), see: "compute catalog cpus" },
  {
    what: "data center",
    ids: [...strings(args.dataCenterIds), args.dataCenter],
    known: () => catalog.dataCenters({}),
    see: "compute catalog datacenters",
  },
];

const idsOf = (name: string, member: string, args: Props): unknown[] =>
  eachOf(name, args[name]).map(({ one }) => (isObject(one) ? one[member] : undefined));

async function unknownTemplate({ templateId: id }: Props, about: string, { client }: Asking): Promise<string[]> {
  if (typeof id !== "string") return [];
  try {
    await client.templates.get(id);
    return [];
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  const { templates } = await client.templates.list();
  const byName = templates.find(({ name }) => name === id);
  const near = byName
    ? [byName.id]
    : similar(
        id,
        templates.map((template) => template.id),
      );
  const hint = near.length > 0 ? ` Did you mean ${near.map((each) => JSON.stringify(each)).join(" or ")}?` : "";
  return [`Unknown template ${JSON.stringify(id)} ${about}.${hint}`];
}
