import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { CommandFailure } from "../../../cli/io";
import type { Drift, DriftReport } from "../../../cli/documents/drift";
import { kinds } from "../../../provider/kinds";
import { endpoint as endpointTable } from "../../../provider/kinds/endpoint/fields";
import { sightingOf } from "../../../provider/state/sighting";
import { toOutputs } from "../../../provider/state/outputs";
import { cluster as clusterTable } from "../../../provider/kinds/cluster/fields";
import { networkVolume as volumeTable } from "../../../provider/kinds/network-volume/fields";
import { pod as podTable } from "../../../provider/kinds/pod/fields";
import { registryCredential as registryTable } from "../../../provider/kinds/registry-credential/fields";
import { type Bench, openBench } from "./run-command";
import { entryOf, exportOf, secretOf } from "./states";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const image = "registry.example.com/public/web:1.0";

/** The state entries of one object of each kind, as an `up` leaves them. */
async function deploy() {
  const { client, emulator } = bench;
  const volumeInputs = { name: "data", size: 20, dataCenter: "EU-XX-1" };
  const volume = await client.networkVolumes.create(volumeInputs);
  const registryInputs = { name: "reg", username: "u", password: "hush" };
  const registry = await client.registries.create(registryInputs);
  const podInputs = {
    name: "web",
    image,
    gpu: { id: "NVIDIA L40S", count: 1 },
    disk: 20,
    env: { STAGE: "dev", TOKEN: "hush" },
    ports: ["80/http"],
    mounts: { persistent: { size: 30, path: "/data" } },
    desiredStatus: "RUNNING",
  };
  const { desiredStatus: _, ...body } = podInputs;
  const { id: podId } = await client.pods.create(body);
  const clusterInputs = {
    name: "nodes",
    type: "TRAINING" as const,
    image,
    compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  };
  const { id: clusterId } = await client.clusters.create(clusterInputs);
  await emulator.clock.advance(60_000);
  const [pod, cluster] = await Promise.all([client.pods.get(podId), client.clusters.get(clusterId)]);
  bench.forget();
  const entry = (kind: string, name: string, id: string, inputs: object, outputs: object) =>
    entryOf({ kind, name, id, inputs: { ...inputs }, outputs: { ...outputs } });
  const podOutputs = toOutputs(podTable, podId, podInputs, kinds.Pod.operations.observe(pod, podInputs));
  const token = { ...podInputs.env, TOKEN: secretOf({ plaintext: JSON.stringify("hush") }) };
  return {
    podId,
    clusterId,
    volumeId: volume.id,
    registryId: registry.id,
    entries: [
      entry("Pod", "web", podId, { ...podInputs, env: token }, { ...podOutputs, env: token }),
      entry(
        "Cluster",
        "nodes",
        clusterId,
        clusterInputs,
        toOutputs(clusterTable, clusterId, clusterInputs, kinds.Cluster.operations.observe(cluster, clusterInputs)),
      ),
      entry(
        "NetworkVolume",
        "data",
        volume.id,
        volumeInputs,
        toOutputs(volumeTable, volume.id, volumeInputs, kinds.NetworkVolume.operations.observe(volume, volumeInputs)),
      ),
      entry(
        "RegistryCredential",
        "registry",
        registry.id,
        { name: "reg" },
        toOutputs(
          registryTable,
          registry.id,
          registryInputs,
          kinds.RegistryCredential.operations.observe(registry, registryInputs),
        ),
      ),
    ],
  };
}

/** Runs `compute drift`; answers what it said and how it ended. */
async function drift(text: string, ...flags: string[]): Promise<{ out: string; code: number }> {
  const file = bench.file(text);
  bench.forget();
  try {
    return { out: await bench.run("drift", "--file", file, ...flags), code: 0 };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { out: bench.io.written.out, code: error.exitCode };
  }
}

async function found(text: string): Promise<Drift[]> {
  return [...(JSON.parse((await drift(text, "--json")).out) as DriftReport).drift];
}

describe("compute drift", () => {
  it("counts one resource as one", async () => {
    const { entries } = await deploy();
    expect((await drift(exportOf(entries.slice(0, 1)))).out).toBe("No drift in 1 resource, 1 request\n");
  });

  it("A-60: finds none right after a deploy, with one list of each kind, and of a cluster its pods", async () => {
    const { entries } = await deploy();
    expect(await drift(exportOf(entries))).toEqual({ out: "No drift in 4 resources, 5 requests\n", code: 0 });
    expect(bench.asked().sort()).toEqual([
      "GET /v2/clusters",
      expect.stringMatching(/^GET \/v2\/clusters\/\w+\/pods$/),
      "GET /v2/network-volumes",
      "GET /v2/pods",
      "GET /v2/registries",
    ]);
  });

  it("asks only for the kinds that the state has", async () => {
    const { entries } = await deploy();
    await drift(exportOf(entries.slice(0, 1)));
    expect(bench.asked()).toEqual(["GET /v2/pods"]);
  });

  it.each([
    {
      what: "P-43: a pod that was stopped",
      act: ({ client }: Bench, id: string) => client.pods.stop(id),
      drift: { class: "stopped", path: "desiredStatus", old: "RUNNING", new: "EXITED" },
    },
    {
      what: "P-21: another image",
      act: ({ client }: Bench, id: string) => client.pods.update(id, { image: `${image}-b` }),
      drift: { class: "edited", path: "image", old: image, new: `${image}-b` },
    },
    {
      what: "P-21: a larger container disk",
      act: ({ client }: Bench, id: string) => client.pods.update(id, { disk: 40 }),
      drift: { class: "resized", path: "disk", old: 20, new: 40 },
    },
    {
      what: "M-29: a larger persistent disk",
      act: ({ client }: Bench, id: string) =>
        client.pods.update(id, { mounts: { persistent: { size: 60, path: "/data" } } }),
      drift: { class: "resized", path: "mounts.persistent.size", old: 30, new: 60 },
    },
    {
      what: "A-82: another plain variable",
      act: ({ client }: Bench, id: string) => client.pods.update(id, { env: { STAGE: "prod", TOKEN: "hush" } }),
      drift: { class: "edited", path: "env.STAGE", old: "dev", new: "prod" },
    },
    {
      what: "A-82: a variable that somebody added, without its value",
      act: ({ client }: Bench, id: string) =>
        client.pods.update(id, { env: { STAGE: "dev", TOKEN: "hush", EXTRA: "sesame" } }),
      drift: { class: "edited", path: "env.EXTRA", secret: true },
    },
    {
      what: "A-82: another secret variable, without its values",
      act: ({ client }: Bench, id: string) => client.pods.update(id, { env: { STAGE: "dev", TOKEN: "sesame" } }),
      drift: { class: "edited", path: "env.TOKEN", secret: true },
    },
  ])("reports $what", async ({ act, drift: expected }) => {
    const { entries, podId } = await deploy();
    await act(bench, podId);
    const all = await found(exportOf(entries));
    expect(all).toEqual([expect.objectContaining({ name: "web", kind: "Pod", id: podId, ...expected })]);
    expect(JSON.stringify(all)).not.toMatch(/hush|sesame/);
  });

  it("V-4, C-4: reports a volume that grew and a cluster that was renamed", async () => {
    const { entries, volumeId, clusterId } = await deploy();
    await bench.client.networkVolumes.update(volumeId, { size: 50 });
    await bench.client.clusters.update(clusterId, { name: "others" });
    expect(await found(exportOf(entries))).toMatchObject([
      { kind: "Cluster", class: "edited", path: "name", old: "nodes", new: "others" },
      { kind: "NetworkVolume", class: "resized", path: "size", old: 20, new: 50 },
    ]);
  });

  it("A-24: reports what is gone, and what somebody made in its place", async () => {
    const { entries, podId, registryId } = await deploy();
    await bench.client.pods.delete(podId);
    const { id, createdAt } = await bench.client.pods.create({
      name: "web",
      image,
      cpu: { id: "cpu3c", vcpuCount: 2 },
    });
    await bench.client.registries.delete(registryId);
    expect(await found(exportOf(entries))).toMatchObject([
      { kind: "Pod", class: "replaced", path: "", old: podId, new: id, since: createdAt },
      { kind: "RegistryCredential", class: "terminated", path: "", old: registryId },
    ]);
  });

  describe("what ignoreChanges has an up leave as it is", () => {
    const ignoring = (entry: object, ...paths: string[]) => exportOf([{ ...entry, ignoreChanges: paths }]);

    it.each([["env.STAGE"], ["env"], ['env["STAGE"]'], ["env.*"]])(
      "is shown for %s as ignored in every format, and does not count",
      async (path) => {
        const { entries, podId } = await deploy();
        await bench.client.pods.update(podId, { env: { STAGE: "prod", TOKEN: "hush" } });
        const state = ignoring(entries[0]!, path);
        expect(await drift(state)).toEqual({
          out: `ignored by ignoreChanges: Pod web (${podId}): env.STAGE dev → prod\n\nNo drift in 1 resource, 1 request; 1 ignored\n`,
          code: 0,
        });
        expect(JSON.parse((await drift(state, "--json")).out)).toMatchObject({
          drift: [],
          ignored: [{ path: "env.STAGE", old: "dev", new: "prod", ignored: true }],
        });
        const sarif = JSON.parse((await drift(state, "--sarif")).out);
        expect(sarif.runs[0].results).toMatchObject([{ suppressions: [{ justification: "ignoreChanges" }] }]);
        const junit = (await drift(state, "--junit")).out;
        expect(junit).toContain('failures="0"');
        expect(junit).toContain("<system-out>ignored by ignoreChanges: Pod web");
      },
    );

    it("counts beside it whatever is not ignored, and a pod that is gone", async () => {
      const { entries, podId } = await deploy();
      await bench.client.pods.update(podId, { image: `${image}-b`, env: { STAGE: "prod", TOKEN: "hush" } });
      expect(await found(ignoring(entries[0]!, "env.STAGE", "disk", "ports[0]"))).toMatchObject([{ path: "image" }]);
      await bench.client.pods.delete(podId);
      expect(await found(ignoring(entries[0]!, "image", "name"))).toMatchObject([{ class: "terminated" }]);
    });

    it("holds for a pod that was stopped, or that ended in ERROR", async () => {
      const { entries, podId } = await deploy();
      const [pod] = entries as { outputs: object }[];
      const failed = { ...pod, outputs: { ...pod!.outputs, desiredStatus: "EXITED", status: "ERROR" } };
      await bench.client.pods.stop(podId);
      expect((await drift(ignoring(pod!, "desiredStatus"))).code).toBe(0);
      expect((await drift(ignoring(failed, "desiredStatus"))).code).toBe(0);
    });

    it("holds for the workers of an endpoint, which the platform lowers by itself", async () => {
      const inputs = {
        name: "echo",
        image,
        type: "QUEUE" as const,
        cpu: [{ id: "cpu3c", vcpuCount: 4 }],
        scaling: { type: "QUEUE_DELAY" as const, queueDelay: 3 },
        workers: { min: 0, max: 3 },
      };
      const endpoint = await bench.client.serverless.create(inputs);
      const outputs = toOutputs(
        endpointTable,
        endpoint.id,
        inputs,
        kinds.Endpoint.operations.observe(endpoint, inputs),
      );
      const entry = entryOf({ kind: "Endpoint", name: "api", id: endpoint.id, inputs, outputs: { ...outputs } });
      await bench.client.serverless.update(endpoint.id, { workers: { min: 0, max: 1 } });
      expect(await found(exportOf([entry]))).toMatchObject([{ path: "workers.max", old: 3, new: 1 }]);
      expect((await drift(ignoring(entry, "workers"))).code).toBe(0);
      expect((await drift(ignoring(entry, "workers.max"))).code).toBe(0);
      expect((await drift(ignoring(entry, "workers.min"))).code).toBe(2);
    });
  });

  describe("what the program never set", () => {
    it("is compared with --undeclared only, with what was last seen, and stays as it is", async () => {
      const { entries, volumeId } = await deploy();
      const { podId } = { podId: (entries[0] as { id: string }).id };
      expect(await drift(exportOf(entries), "--undeclared")).toMatchObject({ code: 0 });
      await bench.client.pods.update(podId, { ports: ["80/http"], locked: true });
      const state = exportOf(entries);
      expect((await drift(state)).code).toBe(0);
      const { out, code } = await drift(state, "--undeclared");
      expect(code).toBe(2);
      expect(out).toMatch(/edited +Pod web +locked \(not set by the program\) +false +true/);
      expect(volumeId).not.toBe("");
      await expect(bench.run("drift", "--file", bench.file(state), "--undeclared")).rejects.toThrow(
        "The platform differs from the state. What the program does not set stays as it is: set it in the program to manage it.",
      );
    });

    it("is compared with the default where nothing was seen yet", async () => {
      const { entries, podId } = await deploy();
      const [pod] = entries as { outputs: Record<string, unknown> }[];
      const { locked: _, ...outputs } = pod!.outputs;
      const state = exportOf([{ ...pod, outputs }]);
      expect((await drift(state, "--undeclared")).code).toBe(0);
      await bench.client.pods.update(podId, { locked: true });
      expect(JSON.parse((await drift(state, "--undeclared", "--json")).out)).toMatchObject({
        drift: [{ path: "locked", old: false, new: true, undeclared: true }],
      });
    });
  });

  it("ends with 2 and prints a table, JUnit or SARIF", async () => {
    const { entries, podId } = await deploy();
    await bench.client.pods.stop(podId);
    const state = exportOf(entries);
    const { out, code } = await drift(state);
    expect(code).toBe(2);
    expect(out).toMatch(/^CLASS +RESOURCE +PATH +STATE +PLATFORM/);
    expect(out).toMatch(/stopped +Pod web +desiredStatus +RUNNING +EXITED/);
    expect(out).toContain("1 difference in 1 of 4 resources, 5 requests");
    expect((await drift(state, "--junit")).out).toMatch(/<testsuite name="drift" tests="4" failures="1">/);
    expect(JSON.parse((await drift(state, "--sarif")).out)).toMatchObject({
      runs: [{ results: [{ ruleId: "stopped" }] }],
    });
    await expect(bench.run("drift", "--file", "x", "--junit", "--sarif")).rejects.toThrow(/cannot be used with/);
  });

  it("shows a plain variable where the engine made the whole output a secret for the sake of another", async () => {
    const { entries, podId } = await deploy();
    await bench.client.pods.update(podId, { env: { STAGE: "prod", TOKEN: "sesame" } });
    const [pod] = entries as { outputs: object }[];
    const env = secretOf({ plaintext: JSON.stringify({ STAGE: "dev", TOKEN: "hush" }) });
    const { out } = await drift(exportOf([{ ...pod, outputs: { ...pod!.outputs, env } }]));
    expect(out).toMatch(/env\.STAGE +dev +prod/);
    expect(out).toMatch(/env\.TOKEN +\(secret\) +\(secret\)/);
    expect(out).not.toMatch(/hush|sesame/);
  });

  it("names no variable where the program has the whole environment as a secret", async () => {
    const { entries, podId } = await deploy();
    await bench.client.pods.update(podId, { env: { STAGE: "prod", TOKEN: "sesame", MORE: "x" } });
    bench.forget();
    const env = secretOf({ plaintext: JSON.stringify({ STAGE: "dev", TOKEN: "hush" }) });
    const [pod, ...others] = entries as { inputs: object; outputs: object }[];
    const whole = { ...pod, inputs: { ...pod!.inputs, env }, outputs: { ...pod!.outputs, env } };
    const { out } = await drift(exportOf([whole, ...others]));
    expect(out).toMatch(/env +\(secret\) +\(secret\)/);
    expect(out).toContain("1 difference in 1 of");
    expect(out).not.toMatch(/STAGE|TOKEN|MORE/);
  });

  it("P-49: reports a pod in ERROR, also one whose create failed, so that the state has it stopped", async () => {
    bench.emulator.scripts.add({ match: { image }, errorAfterMs: 90_000 });
    const { entries } = await deploy();
    const [pod] = entries as { outputs: object }[];
    await bench.emulator.clock.advance(600_000);
    const asMade = { ...pod, outputs: { ...pod!.outputs, desiredStatus: "EXITED", status: "ERROR" } };
    expect(await found(exportOf([asMade]))).toEqual([
      expect.objectContaining({ class: "stopped", path: "desiredStatus", old: "RUNNING", new: "ERROR" }),
    ]);
    expect(await found(exportOf([pod!]))).toHaveLength(1);
  });

  it("ends with the command that corrects it", async () => {
    const { entries, podId } = await deploy();
    await bench.client.pods.stop(podId);
    const file = bench.file(exportOf(entries));
    await expect(bench.run("drift", "--file", file)).rejects.toThrow(
      /`up --refresh` changes the platform back to what the program says/,
    );
  });

  it("A-24: does not call an object gone that was last seen with another key", async () => {
    const { entries } = await deploy();
    const [pod] = entries as { outputs: object }[];
    const at = (digest: string) => exportOf([{ ...pod, id: "p-0", outputs: { ...pod!.outputs, __seen: digest } }]);
    const elsewhere = at(`00000@${bench.emulator.apiUrl}`);
    await expect(bench.run("drift", "--file", bench.file(elsewhere))).rejects.toMatchObject({
      message: expect.stringMatching(/comparing Pod p-0: .*last seen with the API key with the fingerprint 00000/),
      exitCode: 1,
    });
    const here = sightingOf({ apiUrl: bench.emulator.apiUrl, apiKey: bench.emulator.apiKey });
    expect((await drift(at(here))).out).toMatch(/(terminated|replaced) +Pod web/);
    bench.io.env["COMPUTE_ACCEPT_MISSING"] = here;
    expect((await drift(elsewhere)).out).toMatch(/(terminated|replaced) +Pod web/);
  });

  it("says what it cannot compare for want of a passphrase", async () => {
    const { entries } = await deploy();
    const sealed = secretOf({ ciphertext: "v1:abc:def" });
    const [pod] = entries;
    const closed = { ...pod, outputs: { ...(pod as { outputs: object }).outputs, env: sealed } };
    const { out, code } = await drift(exportOf([closed]));
    expect(code).toBe(0);
    expect(out).toContain("not compared: web env: encrypted in the state, and no passphrase is set");
  });
});
