import { describe, expect, it } from "@jest/globals";
import type * as z from "zod";
import { contract } from "../../api";
import { SshKeys } from "../../api/account";
import { DataCenter, GpuType } from "../../api/catalog";
import { Cluster, ClusterCreate } from "../../api/clusters";
import type { Endpoint } from "../../api/endpoint";
import { NetworkVolume, NetworkVolumeCreate } from "../../api/network-volumes";
import { Pod, PodCreate } from "../../api/pods";
import { Problem } from "../../api/shared";
import { Job, JobRequest, QueueHealth, StreamAnswer } from "../../api/queue";
import { Registry, RegistryCreate } from "../../api/registries";
import { EndpointCreate, ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { Template } from "../../api/templates";
import { checkerFor } from "../../client/http/shape-check";
import { operations, samples, toPath } from "./contract-document";

const declared = Object.values(contract).flatMap((group) => Object.values(group as Record<string, Endpoint>));

describe("operations", () => {
  // Two headings stand for several operations each, in prose.
  const families = ["O-27", "O-40"];

  it("each one in the document is declared with its method and path, and the other way round", () => {
    const line = ({ id, method, path }: { id: string; method: string; path: string }) =>
      `${id} ${method} ${toPath(path)}`;
    const own = ({ id }: { id: string }) => !families.includes(id);
    expect(declared.filter(own).map(line).sort()).toEqual(operations.filter(own).map(line).sort());
  });

  it("only what may be sent twice is declared idempotent: no create is (A-31)", () => {
    const creates = declared.filter(({ method, body, path }) => method === "POST" && body && !path.includes("action"));
    expect(creates.length).toBeGreaterThan(10);
    expect(creates.filter(({ idempotent }) => idempotent)).toEqual([]);
    expect(
      declared.filter(({ method, id }) => method === "GET" && id !== "J-5").every(({ idempotent }) => idempotent),
    ).toBe(true);
  });

  it("a path names each parameter once, and every parameter has a segment of its own", () => {
    for (const { path } of declared) {
      expect(path).toMatch(/^(\/(:\w+|[\w-]+))+$/);
      const names = path.match(/:\w+/g) ?? [];
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

/** The pod that P-31's example shows the changes of. */
const created = samples[3]?.value as object;
const schemas: { what: string; schema: z.ZodType; of?: (value: unknown) => unknown }[] = [
  { what: "1.3 problem", schema: Problem },
  { what: "U-2 keys", schema: SshKeys },
  { what: "P-10 request", schema: PodCreate },
  { what: "P-10 answer", schema: Pod },
  { what: "P-30 running pod", schema: Pod, of: (value) => ({ ...created, ...(value as object) }) },
  { what: "C-2 request", schema: ClusterCreate },
  { what: "C-11 cluster", schema: Cluster },
  { what: "V-2 request", schema: NetworkVolumeCreate },
  { what: "V-6 volume", schema: NetworkVolume },
  { what: "R-2 request", schema: RegistryCreate },
  { what: "R-5 credential", schema: Registry },
  { what: "E-2 request", schema: EndpointCreate },
  { what: "E-14 endpoint", schema: ServerlessEndpoint },
  { what: "E-6 workers", schema: WorkerList },
  { what: "T-6 template", schema: Template },
  { what: "K-10 GPU type", schema: GpuType },
  { what: "K-12 data center", schema: DataCenter },
  { what: "J-1 request", schema: JobRequest },
  { what: "J-1 answer", schema: Job },
  { what: "J-2 answer", schema: Job },
  { what: "J-5 answer", schema: StreamAnswer },
  { what: "J-8 answer", schema: contract.queue.purgeQueue.response },
  { what: "J-9 answer", schema: QueueHealth },
];

describe("the document's own examples", () => {
  it("there is a schema for each", () => {
    expect(schemas).toHaveLength(samples.length);
  });

  it.each(schemas.map((row, i) => ({ ...row, sample: samples[i] })))(
    "$what is read without loss",
    ({ schema, of, sample }) => {
      const value = of ? of(sample?.value) : sample?.value;
      expect(schema.parse(value)).toEqual(value);
      expect(checkerFor(schema)?.(value) ?? true).toBe(true);
    },
  );
});
