import * as z from "zod";
import type { ClusterRecord } from "../clusters/record";
import type { PodRecord } from "../pods/record";
import type { EndpointRecord } from "../serverless/record";
import { DumpHead, dumpParts } from "./dump-schema";
import { parsed } from "../kernel/schema";
import { violationsOf } from "../kernel/violations";
import { badRequest, Refusal } from "../kernel/refusal";

type Dump = Readonly<Record<string, unknown>>;

const shownViolations = 10;

/** Checks a dump, references included, before any of it is loaded. @throws Refusal 400 for another version, 422 for the rest. */
export function checkDump(dump: Dump): void {
  if (dump.version !== 1)
    throw badRequest(`not a state of this emulator: version ${JSON.stringify(dump.version)?.slice(0, 20)}, want 1`);
  const schema = z.looseObject({ ...DumpHead.shape, ...optionalParts });
  const isRight = parsed(schema, dump)?.success === true;
  const found = isRight ? strayReferences(dump as unknown as Parts) : violationsOf(schema, dump);
  if (isRight && found.length === 0) {
    for (const account of Object.values((dump.accounts ?? {}) as Readonly<Record<string, Dump>>))
      checkDump({ ...account, now: dump.now, accounts: undefined });
    return;
  }
  const shown = found.length > 0 ? found.slice(0, shownViolations) : ["$: does not match the form of a dump"];
  throw new Refusal(422, `this is not a dump that can be loaded: ${shown[0]}`, shown);
}

const optionalParts = Object.fromEntries(Object.entries(dumpParts).map(([name, part]) => [name, part.optional()]));

interface Parts {
  readonly now: number;
  readonly pods?: readonly z.infer<typeof PodRecord>[];
  readonly clusters?: readonly z.infer<typeof ClusterRecord>[];
  readonly endpoints?: readonly z.infer<typeof EndpointRecord>[];
}

function strayReferences({ now, pods = [], clusters = [], endpoints = [] }: Parts): string[] {
  const podIds = new Set(pods.map(({ id }) => id));
  const clusterIds = new Set(clusters.map(({ id }) => id));
  return [
    ...pods.flatMap(({ cluster }, i) =>
      cluster && !clusterIds.has(cluster.id) ? [`$.pods[${i}].cluster.id: names no cluster of the dump`] : [],
    ),
    ...clusters.flatMap(({ podIds: members }, i) =>
      members.length > 0 && members.every((id) => podIds.has(id))
        ? []
        : [`$.clusters[${i}].podIds: names pods that are not in the dump, or none`],
    ),
    ...endpoints.flatMap(({ activeAt, queue, jobs, workers }, i) => {
      const jobIds = new Set(jobs.map(({ id }) => id));
      const strays = [...queue, ...workers.flatMap(({ jobId = [] }) => jobId)].filter((id) => !jobIds.has(id));
      return [
        ...(strays.length > 0 ? [`$.endpoints[${i}]: its queue or a worker names a job that is not in it`] : []),
        ...(activeAt > now ? [`$.endpoints[${i}].activeAt: is after the dump itself`] : []),
      ];
    }),
  ];
}
