import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../client";
import { visible } from "../../client/errors/visible";
import type { Stock } from "../../provider/capacity/stock";
import type { Kind } from "../../provider/kinds/kind";
import type { KindName } from "../../provider/kinds/names";
import type { Props } from "../../provider/table/props";
import { connection } from "../data-sources/connection";
import type { Kind as Described } from "../resource";
import { isKnown, knownValue } from "../known-value";
import type { typos as Typos } from "./typos";

/** A preview must not hang on a platform that does not answer. */
const patienceMs = 3_000;

/** Arguments whose values the platform has a list of. */
const inCatalog = ["gpu", "cpu", "compute", "dataCenterIds", "dataCenter", "templateId"];

/** What is asked about one alternative, and how it is called. */
interface Judged {
  readonly label: string;
  readonly stock: Stock;
}

/** The warning, or undefined where some alternative may be had. */
export function stockWarning(kind: string, name: string, judged: readonly Judged[]): string | undefined {
  if (judged.length === 0 || judged.some(({ stock }) => stock.verdict === "some" || stock.verdict === "unclear")) {
    return undefined;
  }
  const each = judged.map(({ label, stock }) => `${label}: the catalog ${stock.says}`).join("; ");
  if (judged.every(({ stock }) => stock.verdict === "never"))
    return `${kind} ${JSON.stringify(name)} asks for what no machine offers, so waiting would not help. ${each}. \`up\` tries all the same.`;
  return (
    `No stock right now for ${kind} ${JSON.stringify(name)}. ${each}. Stock changes by the minute, so \`up\` tries all the same. ` +
    "To be safer, allow more data centers or alternatives, or set waitForCapacity."
  );
}

/**
 * Warns in a preview when the hardware of what is to be created or replaced has no stock where the program allows it. What
 * stays is not asked about, and an up asks nothing: there the create itself is the answer.
 */
export function watchStock(
  { kind, alternatives = [] }: Pick<Described, "kind" | "alternatives">,
  name: string,
  resource: pulumi.CustomResource,
  args: Readonly<Record<string, unknown>>,
): void {
  if (!pulumi.runtime.isDryRun() || inCatalog.every((argument) => args[argument] === undefined)) return;
  // In a preview only what exists and stays has an id.
  void isKnown(resource.id).then(
    async (stays) => {
      if (stays) return;
      const done = pulumi.runtime.rpcKeepAlive();
      try {
        const asked = await knownValue(
          pulumi.output(Object.fromEntries([...inCatalog, "cloud"].map((argument) => [argument, args[argument]]))),
        );
        for (const message of asked ? await warnings(kind, name, alternatives, asked) : [])
          await pulumi.log.warn(visible(message), resource);
      } catch (error) {
        // Stock that can't be looked up is no reason to fail a preview.
        await pulumi.log.debug(`no stock for ${kind} ${name}: ${String(error)}`);
      } finally {
        done();
      }
    },
    () => undefined,
  );
}

/** What the catalog does not have at all is a slip, and no lack of stock. It is looked for only where something is missing. */
async function warnings(
  kind: KindName,
  name: string,
  alternatives: readonly string[],
  asked: Props,
): Promise<string[]> {
  // Only what may be scarce has alternatives.
  const judged = alternatives.length > 0 ? await judge(kind, asked) : [];
  const isPlain = judged.length > 0 && judged.every(({ stock }) => stock.verdict === "some");
  const client = connection();
  const { typos } = slipping();
  const slips =
    isPlain && asked.templateId === undefined
      ? []
      : await typos(kind, name, asked, { client, catalog: catalogOf(client) });
  const scarce = slips.length > 0 ? undefined : stockWarning(kind, name, judged);
  return scarce === undefined ? slips : [scarce];
}

async function judge(kind: KindName, inputs: Props): Promise<Judged[]> {
  const { alternativesOf, declaration, hardware } = parts(kind);
  const client = connection();
  const asking = { client, catalog: catalogOf(client) };
  const judged: Judged[] = [];
  if (!hardware) return judged;
  for (const form of alternativesOf(declaration, inputs)) {
    judged.push({ label: hardware.label(form), stock: await hardware.stock(asking, form) });
  }
  return judged;
}

type CatalogAnswers = InstanceType<typeof import("../../provider/capacity/catalog-answers").CatalogAnswers>;

/** What the catalog said, by the client that asked: each run has its own. */
const answers = new WeakMap<Client, CatalogAnswers>();

/* eslint-disable @typescript-eslint/no-require-imports -- only previews of new hardware need the provider and its client */
function catalogOf(client: Client): CatalogAnswers {
  const known = answers.get(client);
  if (known) return known;
  const { CatalogAnswers } =
    require("../../provider/capacity/catalog-answers") as typeof import("../../provider/capacity/catalog-answers");
  const { systemClock } = require("../../client") as typeof import("../../client");
  const { timeLimit } = require("../../client/time-limit") as typeof import("../../client/time-limit");
  const made = new CatalogAnswers(client, systemClock, () => ({ signal: timeLimit(patienceMs) }));
  answers.set(client, made);
  return made;
}

function slipping() {
  return require("./typos") as { typos: typeof Typos };
}

function parts(kind: KindName) {
  const { alternativesOf } =
    require("../../provider/table/alternatives") as typeof import("../../provider/table/alternatives");
  const { kinds } = require("../../provider/kinds") as typeof import("../../provider/kinds");
  const { resource, operations }: Kind = kinds[kind];
  return { alternativesOf, declaration: resource, hardware: operations.hardware };
}
/* eslint-enable @typescript-eslint/no-require-imports */
