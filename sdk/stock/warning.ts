import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../client";
import { visible } from "../../client/errors/visible";
import type { Stock } from "../../provider/capacity/stock";
import type { Props } from "../../provider/table/props";
import type { Resource } from "../../provider/table/resource";
import { connection } from "../data-sources/connection";
import { isKnown, settled } from "../settled";

/** A preview must not hang on a platform that does not answer. */
const patienceMs = 3_000;

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
  kind: Resource["kind"],
  name: string,
  resource: pulumi.CustomResource,
  args: Readonly<Record<string, unknown>>,
): void {
  if (!pulumi.runtime.isDryRun() || kind === "RegistryCredential") return;
  // In a preview only what exists and stays has an id.
  void isKnown(resource.id).then(
    async (stays) => {
      if (stays) return;
      const done = pulumi.runtime.rpcKeepAlive();
      try {
        const { gpu, cpu, compute, cloud, dataCenterIds, dataCenter, templateId } = args;
        const asked = await settled(pulumi.output({ gpu, cpu, compute, cloud, dataCenterIds, dataCenter, templateId }));
        for (const message of asked ? await warnings(kind, name, asked) : [])
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
async function warnings(kind: "Pod" | "Cluster" | "NetworkVolume", name: string, asked: Props): Promise<string[]> {
  const judged = kind === "NetworkVolume" ? [] : await judge(kind, asked);
  const isPlain = judged.every(({ stock }) => stock.verdict === "some") && asked.templateId === undefined;
  const client = connection();
  const slips =
    kind !== "NetworkVolume" && isPlain
      ? []
      : await parts().typos(kind, name, asked, { client, catalog: catalogOf(client) });
  const scarce = slips.length > 0 ? undefined : stockWarning(kind, name, judged);
  return scarce === undefined ? slips : [scarce];
}

async function judge(kind: "Pod" | "Cluster", inputs: Props): Promise<Judged[]> {
  const { candidates, pod, cluster, podHardware, clusterHardware } = parts();
  const [declaration, hardware] = kind === "Pod" ? [pod, podHardware] : [cluster, clusterHardware];
  const client = connection();
  const asking = { client, catalog: catalogOf(client) };
  const judged: Judged[] = [];
  for (const form of candidates(declaration, inputs)) {
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
  const made = new CatalogAnswers(client, systemClock, () => ({ signal: AbortSignal.timeout(patienceMs) }));
  answers.set(client, made);
  return made;
}

function parts() {
  const { candidates } =
    require("../../provider/table/alternatives") as typeof import("../../provider/table/alternatives");
  const { pod } = require("../../provider/kinds/pod/fields") as typeof import("../../provider/kinds/pod/fields");
  const { cluster } =
    require("../../provider/kinds/cluster/fields") as typeof import("../../provider/kinds/cluster/fields");
  const { podHardware, clusterHardware } =
    require("../../provider/kinds/shared/hardware") as typeof import("../../provider/kinds/shared/hardware");
  const { typos } = require("./typos") as typeof import("./typos");
  return { candidates, pod, cluster, podHardware, clusterHardware, typos };
}
/* eslint-enable @typescript-eslint/no-require-imports */
