import { describe, expect, it } from "@jest/globals";
import type * as z from "zod";
import { secrets, sshKeys } from "../../../api/account";
import { catalog } from "../../../api/catalog";
import { clusters } from "../../../api/clusters";
import type { Endpoint } from "../../../api/endpoint";
import { networkVolumes } from "../../../api/network-volumes";
import { pods } from "../../../api/pods";
import { delegations, registries } from "../../../api/registries";
import { templates } from "../../../api/templates";
import { clusterBody, cpuPod, gpuPod, usePlatform, type Reply } from "../support/platform";

const platform = usePlatform();

interface Def {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
}

/** Paths of members that the declaration does not have. */
function undeclared(schema: z.ZodType, value: unknown, path = "$"): string[] {
  const { shape, element, innerType } = schema._zod.def as unknown as Def;
  if (innerType) return undeclared(innerType, value, path);
  if (element && Array.isArray(value)) return value.flatMap((item, i) => undeclared(element, item, `${path}[${i}]`));
  if (!shape || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = shape[name];
    return known ? undeclared(known, member, `${path}.${name}`) : [`${path}.${name}`];
  });
}

function expectShape(endpoint: Endpoint, reply: Reply): void {
  expect(reply.status).toBe(endpoint.status);
  expect(endpoint.response.safeParse(reply.body).error).toBeUndefined();
  expect(undeclared(endpoint.response, reply.body)).toEqual([]);
  expect(reply.headers["content-type"]).toBe(endpoint.status === 204 ? undefined : "application/json");
}

describe("answers have the declared shapes and nothing else", () => {
  it("P-1, P-10, P-20, P-21, P-23, P-30, P-31, M-56: pods of every sort, in every status", async () => {
    const bodies = [
      gpuPod({
        ports: ["22/tcp", "80/http"],
        globalNetworking: true,
        mounts: { persistent: { size: 10, path: "/d" } },
      }),
      cpuPod(),
    ];
    for (const body of bodies) {
      const created = await platform.post("/v2/pods", body);
      expectShape(pods.create, created);
      const path = `/v2/pods/${created.body.id}`;
      for (const advanceMs of [2_000, 1_000, 1_000]) {
        await platform.advance(advanceMs);
        expectShape(pods.get, await platform.get(path));
      }
      expectShape(pods.update, await platform.patch(path, { env: { A: "1" } }));
      expectShape(pods.action, await platform.post(`${path}/action`, { action: "stop" }));
      expectShape(pods.list, await platform.get("/v2/pods"));
    }
  });

  it("C-1, C-2, C-3, C-4, C-6, C-11, P-31: clusters", async () => {
    const created = await platform.post("/v2/clusters", clusterBody({ type: "SLURM", ports: ["22/tcp"] }));
    expectShape(clusters.create, created);
    await platform.advance(10_000);
    const path = `/v2/clusters/${created.body.id}`;
    expectShape(clusters.get, await platform.get(path));
    expectShape(clusters.update, await platform.patch(path, { name: "n" }));
    expectShape(clusters.list, await platform.get("/v2/clusters"));
    expectShape(clusters.pods, await platform.get(`${path}/pods`));
    expectShape(clusters.delete, await platform.delete(path));
  });

  it("V-6, R-5, R-23, T-6, U-1, U-15: the other resources", async () => {
    expectShape(
      networkVolumes.create,
      await platform.post("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" }),
    );
    expectShape(networkVolumes.list, await platform.get("/v2/network-volumes"));
    expectShape(registries.create, await platform.post("/v2/registries", { name: "r", username: "u", password: "p" }));
    expectShape(registries.list, await platform.get("/v2/registries"));
    const resource = "arn:aws:ecr:eu-central-1:123456789012:repository/app";
    expectShape(delegations.create, await platform.post("/v2/registries/delegations", { resource }));
    expectShape(delegations.list, await platform.get("/v2/registries/delegations"));
    expectShape(templates.create, await platform.post("/v2/templates", { name: "t", image: "i", cmd: ["a"] }));
    expectShape(templates.get, await platform.get("/v2/templates/t0official"));
    expectShape(templates.list, await platform.get("/v2/templates"));
    expectShape(sshKeys.replace, await platform.call("PUT", "/v2/account/ssh-keys", { keys: ["ssh-rsa AAAA"] }));
    expectShape(sshKeys.list, await platform.get("/v2/account/ssh-keys"));
    expectShape(secrets.create, await platform.post("/v2/account/secrets", { name: "s", value: "v" }));
    expectShape(secrets.list, await platform.get("/v2/account/secrets"));
  });

  it("K-10, K-11, K-12, T-6: the catalog, with and without availability", async () => {
    const available = "include=AVAILABILITY&product=POD";
    for (const query of ["", `?${available}`]) {
      expectShape(catalog.gpus, await platform.get(`/v2/catalog/gpus${query}`));
      expectShape(catalog.gpu, await platform.get(`/v2/catalog/gpus/NVIDIA%20A40${query}`));
      expectShape(catalog.cpus, await platform.get(`/v2/catalog/cpus${query}`));
      expectShape(catalog.cpu, await platform.get(`/v2/catalog/cpus/cpu3c${query}`));
    }
    for (const query of ["", "?include=GPU_AVAILABILITY,CPU_AVAILABILITY"]) {
      expectShape(catalog.dataCenters, await platform.get(`/v2/catalog/datacenters${query}`));
      expectShape(catalog.dataCenter, await platform.get(`/v2/catalog/datacenters/EU-XX-1${query}`));
    }
    expectShape(catalog.templates, await platform.get("/v2/catalog/templates"));
  });

  it("A-44, K-22: the declarations let new members and new enum values of answers through", async () => {
    const pod = await platform.create("/v2/pods", gpuPod());
    const newer = { ...pod, status: "HIBERNATING", added: { deep: 1 }, gpu: { ...pod.gpu, added: 2 } };
    expect(pods.get.response.parse(newer)).toEqual(newer);
  });

  it("A-70: ids are short lower-case alphanumerics, the same from the same seed, and case-sensitive", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    expect(id).toMatch(/^[a-z0-9]{10}$/);
    expect((await platform.get(`/v2/pods/${id.toUpperCase()}`)).status).toBe(404);
    await platform.stop();
    await platform.start();
    expect((await platform.create("/v2/pods", gpuPod())).id).toBe(id);
  });

  it("A-73: array parameters are one comma-separated value", async () => {
    const one = await platform.get("/v2/catalog/datacenters?regions=EUROPE,ASIA");
    expect(one.body.dataCenters).toHaveLength(2);
    const repeated = await platform.get("/v2/catalog/datacenters?regions=EUROPE&regions=ASIA");
    expect(repeated.body.dataCenters).toHaveLength(1);
  });

  it("A-72, A-74: times are RFC 3339 in UTC, sizes whole GB, money a number", async () => {
    const pod = await platform.runningPod();
    for (const time of [pod.createdAt, pod.startedAt]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(Number.isNaN(Date.parse(time))).toBe(false);
    }
    expect(typeof pod.cost).toBe("number");
    expect(Number.isInteger(pod.disk)).toBe(true);
  });

  it("A-75: nothing is null or absent by the table", async () => {
    const pod = await platform.create("/v2/pods", cpuPod());
    for (const name of ["registry", "dataCenterId", "cudaVersion", "template", "runtime", "startedAt"]) {
      expect([name, pod[name]]).toEqual([name, null]);
    }
    expect(pod.ssh).toEqual({ proxy: null, direct: null });
    for (const name of ["gpu", "cluster"]) expect(pod).not.toHaveProperty(name);
    const amd = (await platform.get("/v2/catalog/gpus/AMD%20Instinct%20MI300X%20OAM")).body;
    expect(amd.pool).toBeNull();
    expect(amd.price).not.toHaveProperty("serverless");
  });
});
