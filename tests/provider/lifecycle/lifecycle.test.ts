import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { networkVolume } from "../../../provider/kinds/network-volume/fields";
import { unknownValue } from "../../../provider/table/unknown";
import { credential, gpuPod, stateOf, trainingCluster, volume } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const asked = () => rig.emulator.requests.list().map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
const pod = (inputs: Props = {}): Program => ({ trainer: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
const all: Program = {
  registry: { kind: "RegistryCredential", inputs: { username: "puller", password: "example-only" } },
  datasets: { kind: "NetworkVolume", inputs: { ...volume, name: undefined } },
  trainer: {
    kind: "Pod",
    inputs: (idOf) => ({
      ...gpuPod,
      dataCenterIds: ["EU-XX-1"],
      registry: idOf("registry"),
      mounts: { network: [{ volumeId: idOf("datasets"), path: "/data" }] },
      env: { STAGE: "dev" },
      ports: ["8888/http", "22/tcp"],
      startSsh: true,
      startJupyter: true,
    }),
  },
  cluster: { kind: "Cluster", inputs: trainingCluster },
};

describe("a stack of all four kinds", () => {
  it("goes up, does not change, and comes down to nothing", async () => {
    expect(await rig.up(all)).toEqual({
      registry: "create",
      datasets: "create",
      trainer: "create",
      cluster: "create",
    });
    expect(rig.entry("trainer").outputs).toMatchObject({ status: "RUNNING", dataCenterId: "EU-XX-1" });
    expect(rig.entry("cluster").outputs).toMatchObject({ pods: { total: 2, byStatus: { RUNNING: 2 } } });
    expect(rig.entry("datasets").outputs).toMatchObject({ name: expect.stringMatching(/^datasets-c[a-z2-7]{11}$/) });
    expect(await rig.refresh()).toEqual([]);
    expect(Object.values(await rig.up(all))).toEqual(["same", "same", "same", "same"]);
    await rig.destroy();
    const client = rig.platform;
    expect((await client.pods.list()).pods).toEqual([]);
    expect([await client.clusters.list(), await client.networkVolumes.list(), await client.registries.list()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("without changes asks the platform nothing", async () => {
    await rig.up(all);
    rig.emulator.requests.clear();
    await rig.up(all);
    expect(asked()).toEqual([]);
  });

  it("whose pod was terminated behind our back gets a new one", async () => {
    await rig.up(all);
    const before = rig.entry("trainer").id;
    await rig.platform.pods.terminate(before);
    expect(await rig.refresh()).toEqual(["trainer"]);
    expect(await rig.up(all)).toMatchObject({ trainer: "create", registry: "same" });
    expect(rig.entry("trainer").id).not.toBe(before);
  });
});

describe("drift", () => {
  it.each([
    ["EXITED", async (id: string) => void (await rig.platform.pods.stop(id))],
    ["renamed", async (id: string) => void (await rig.platform.pods.update(id, { name: "other" }))],
    [
      "another image",
      async (id: string) => void (await rig.platform.pods.update(id, { image: "registry.example.com/x:1" })),
    ],
    [
      "a variable more",
      async (id: string) => void (await rig.platform.pods.update(id, { env: { STAGE: "dev", EXTRA: "canary" } })),
    ],
    ["a variable fewer", async (id: string) => void (await rig.platform.pods.update(id, { env: {} }))],
    [
      "another path",
      async (id: string) => {
        const { mounts } = await rig.platform.pods.get(id);
        await rig.platform.pods.update(id, {
          mounts: { network: [{ volumeId: mounts.network![0]!.volumeId, path: "/else" }] },
        });
      },
    ],
  ])("%s is found, and one up mends it", async (_title, change) => {
    await rig.up(all);
    const { id } = rig.entry("trainer");
    await change(id);
    expect(await rig.refresh()).toEqual(["trainer"]);
    expect(JSON.stringify(rig.entry("trainer"))).not.toContain("canary");
    expect(await rig.up(all)).toMatchObject({ trainer: "update" });
    expect(rig.entry("trainer").id).toBe(id);
    expect(await rig.platform.pods.get(id)).toMatchObject({
      status: "RUNNING",
      name: "trainer",
      image: gpuPod.image,
      env: { STAGE: "dev" },
    });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(all)).toMatchObject({ trainer: "same" });
  });

  it("of a name that we made is mended, not taken over", async () => {
    const { name: _mine, ...nameless } = gpuPod;
    const program: Program = { trainer: { kind: "Pod", inputs: nameless } };
    await rig.up(program);
    const { id, outputs } = rig.entry("trainer");
    await rig.platform.pods.update(id, { name: "other" });
    expect(await rig.refresh()).toEqual(["trainer"]);
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program)).toEqual({ trainer: "update" });
    expect(await rig.platform.pods.get(id)).toMatchObject({ name: outputs.name });
  });

  it("of what the program leaves out is none", async () => {
    await rig.up(pod());
    const { id } = rig.entry("trainer");
    await rig.platform.pods.update(id, {
      disk: 99,
      ports: ["1/tcp"],
      env: { MORE: "x" },
      locked: true,
      args: "other",
    });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(pod())).toEqual({ trainer: "same" });
  });
});

describe("injected variables", () => {
  it("P-52, P-53, P-60: are no drift, are not lost on an update of env, and the password is an output", async () => {
    await rig.platform.pods.list();
    await rig.up(all);
    const { id, outputs } = rig.entry("trainer");
    const before = await rig.platform.pods.get(id);
    expect(outputs.env).toEqual({ STAGE: "dev" });
    expect(outputs.jupyterPassword).toBe(before.env.JUPYTER_PASSWORD);
    const { trainer, ...rest } = all;
    const inputs = trainer!.inputs as (idOf: (name: string) => string) => Props;
    await rig.up({
      ...rest,
      trainer: { kind: "Pod", inputs: (idOf) => ({ ...inputs(idOf), env: { STAGE: "prod" } }) },
    });
    const after = await rig.platform.pods.get(id);
    expect(after.env).toEqual({ ...before.env, STAGE: "prod" });
  });
});

describe("locking and stopping", () => {
  it("P-46: stops, then locks; unlocks, then starts", async () => {
    await rig.up(pod());
    const { id } = rig.entry("trainer");
    rig.emulator.requests.clear();
    await rig.up(pod({ desiredStatus: "EXITED", locked: true }));
    expect(asked().filter((line) => !line.startsWith("GET"))).toEqual([
      `POST /v2/pods/${id}/action`,
      `PATCH /v2/pods/${id}`,
    ]);
    expect(await rig.platform.pods.get(id)).toMatchObject({ status: "EXITED", locked: true });
    await rig.up(pod());
    expect(await rig.platform.pods.get(id)).toMatchObject({ status: "RUNNING", locked: false });
  });

  it("P-46: unlocks before it stops", async () => {
    await rig.up(pod({ locked: true }));
    const { id } = rig.entry("trainer");
    rig.emulator.requests.clear();
    await rig.up(pod({ desiredStatus: "EXITED", image: "registry.example.com/acme/trainer:2" }));
    expect(asked().filter((line) => !line.startsWith("GET"))).toEqual([
      `PATCH /v2/pods/${id}`,
      `POST /v2/pods/${id}/action`,
      `PATCH /v2/pods/${id}`,
    ]);
    expect(await rig.platform.pods.get(id)).toMatchObject({ status: "EXITED", locked: false });
  });

  it("P-46: refuses to stop a pod whose lock stays on", async () => {
    await rig.up(pod({ locked: true }));
    await expect(rig.up(pod({ locked: true, desiredStatus: "EXITED" }))).rejects.toThrow(/locked: false/);
  });

  it("P-43: is created stopped and locked", async () => {
    await rig.up(pod({ desiredStatus: "EXITED", locked: true }));
    const { id, outputs } = rig.entry("trainer");
    expect(outputs).toMatchObject({ status: "EXITED", desiredStatus: "EXITED", locked: true, cost: 0 });
    expect(await rig.platform.pods.get(id)).toMatchObject({ status: "EXITED", locked: true });
    expect(await rig.refresh()).toEqual([]);
  });

  it("P-46: a locked pod can be deleted", async () => {
    await rig.up(pod({ locked: true }));
    await rig.destroy();
    expect((await rig.platform.pods.list()).pods).toEqual([]);
  });
});

describe("credentials", () => {
  const rotated = (password: string, name?: string): Program => ({
    ...all,
    registry: { kind: "RegistryCredential", inputs: { ...credential, name, password, __key: "registry" } },
  });

  it.each([undefined, "acme"])(
    "R-11, R-12, R-15: are rotated in one up, while a pod uses them (name %s)",
    async (name) => {
      await rig.up(rotated("first", name));
      const before = rig.entry("registry");
      for (const password of ["second", "third", "fourth"]) {
        expect(await rig.up(rotated(password, name))).toMatchObject({
          registry: "replace",
          trainer: "update",
          datasets: "same",
        });
        const { id, inputs, outputs } = rig.entry("registry");
        expect(await rig.platform.registries.list()).toEqual([{ id, name: outputs.platformName }]);
        expect(await rig.platform.pods.get(rig.entry("trainer").id)).toMatchObject({ registry: id });
        // The CLI shows inputs that differ: with another made-up name it would show that in place of the secret.
        expect(inputs.name).toBe(before.inputs.name);
        expect(await rig.up(rotated(password, name))).toMatchObject({ registry: "same", trainer: "same" });
      }
      expect(rig.entry("registry").id).not.toBe(before.id);
    },
  );

  it("R-10: username and password are in no output", async () => {
    await rig.up(rotated("canary-password"));
    expect(JSON.stringify(rig.entry("registry").outputs)).not.toMatch(/canary-password|puller/);
    await rig.refresh();
    expect(JSON.stringify(rig.entry("registry").outputs)).not.toMatch(/canary-password|puller/);
  });

  it("R-15: say who holds the name, and are not asked for again while that one has it", async () => {
    const { id } = await rig.platform.registries.create({ name: "acme", username: "u", password: "p" });
    rig.emulator.requests.clear();
    await expect(rig.up(rotated("first", "acme"))).rejects.toMatchObject({ code: "name_taken", holder: id });
    expect(rig.emulator.requests.list().filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("R-12: in use by a stranger are not deleted, and the error names the user", async () => {
    const { registry } = all;
    await rig.up({ registry: registry! });
    const { id } = await rig.platform.pods.create({
      name: "stranger",
      image: "i",
      cpu: { id: "cpu3c", vcpuCount: 2 },
      registry: rig.entry("registry").id,
    });
    await expect(rig.destroy()).rejects.toMatchObject({ code: "in_use", users: [`pod stranger (${id})`] });
  });
});

describe("a volume", () => {
  const sized = (inputs: Props): Program => ({ datasets: { kind: "NetworkVolume", inputs: { ...volume, ...inputs } } });
  it("V-10: grows in place, and is not shrunk", async () => {
    await rig.up(sized({}));
    expect(await rig.up(sized({ size: 200, name: "renamed" }))).toEqual({ datasets: "update" });
    await expect(rig.up(sized({ size: 100 }))).rejects.toThrow(
      /size: .*would destroy everything on the volume.*dataLoss: "allow"/,
    );
    expect(await rig.up(sized({ size: 100, dataLoss: "allow" }))).toEqual({ datasets: "replace" });
  });

  it("V-10: grown behind our back: the refresh shows it, the next up refuses to shrink it", async () => {
    await rig.up(sized({}));
    await rig.platform.networkVolumes.update(rig.entry("datasets").id, { size: 500 });
    expect(await rig.refresh()).toEqual(["datasets"]);
    await expect(rig.up(sized({}))).rejects.toThrow(/would destroy.*leave size as it is on the platform \(500\)/);
    expect(await rig.up(sized({ size: 500 }))).toEqual({ datasets: "same" });
  });
});

describe("a volume that a refresh can't read", () => {
  it("V-10: is not replaced by an engine that goes on all the same, if its data would be lost", async () => {
    await rig.up({ datasets: { kind: "NetworkVolume", inputs: { ...volume, size: 100 } } });
    const { id, inputs, outputs } = rig.entry("datasets");
    const provider = rig.provider("NetworkVolume");
    rig.emulator.faults.add({ method: "GET", phase: "before", status: 500, times: "always" });
    await expect(provider.read(id, outputs)).rejects.toThrow(/500/);
    rig.emulator.faults.clear();
    const { inputs: smaller } = await provider.check(inputs, { ...inputs, size: 50 });
    await expect(provider.diff(id, outputs, smaller)).rejects.toMatchObject({ code: "data_loss_refused" });
  });
});

describe("an unknown data center of a volume that must not be lost", () => {
  const asked = { ...volume, dataCenter: unknownValue, __provider: "NetworkVolume" };
  const found = { changes: true, replaces: ["dataCenter"] };

  it("is shown as a replacement by a preview, since it may turn out to be the same", async () => {
    const provider = rig.provider("NetworkVolume");
    const { inputs } = await provider.check(volume, asked);
    const { id } = await rig.platform.networkVolumes.create(
      volume as unknown as { name: string; size: number; dataCenter: string },
    );
    await expect(provider.diff(id, stateOf(networkVolume, volume), inputs)).resolves.toMatchObject(found);
    expect(rig.said).toContain(
      "NetworkVolume datasets would be replaced if dataCenter turns out to differ: `up` then refuses to destroy everything on the volume",
    );
  });

  it("is refused when what it depends on is about to be deleted before its replacement", async () => {
    const provider = rig.provider("NetworkVolume");
    const diff = provider.diff("v1", stateOf(networkVolume, volume), asked);
    await expect(diff).rejects.toMatchObject({ code: "data_loss_refused" });
  });
});

describe("waiting", () => {
  it("P-49: ends at once when the pod is in ERROR; the pod stays in state, and the next up mends it", async () => {
    rig.emulator.scripts.add({ match: { image: String(gpuPod.image) }, failStart: true });
    await expect(rig.up(pod())).rejects.toMatchObject({
      code: "initialization",
      reasons: [expect.stringContaining("ERROR")],
    });
    const { id, outputs } = rig.entry("trainer");
    expect(outputs).toMatchObject({ status: "ERROR", __provider: "Pod" });
    expect(await rig.up(pod({ image: "registry.example.com/acme/trainer:good" }))).toEqual({ trainer: "update" });
    expect(await rig.platform.pods.get(id)).toMatchObject({ status: "RUNNING" });
  });

  it("P-47: ends at once when the pod is gone; it stays in state with the reason, and the next up makes a new one", async () => {
    rig.emulator.faults.add({ method: "GET", path: "/v2/pods/:id", phase: "before", status: 404, times: 2 });
    await expect(rig.up(pod())).rejects.toMatchObject({ code: "initialization" });
    const { id } = rig.entry("trainer");
    await rig.platform.pods.terminate(id);
    expect(await rig.up(pod())).toEqual({ trainer: "replace" });
    expect(await rig.platform.pods.get(rig.entry("trainer").id)).toMatchObject({ status: "RUNNING" });
    expect((await rig.platform.pods.list()).pods).toHaveLength(1);
  });

  it("P-47: an update of a pod that is gone says so, and the next up makes a new one", async () => {
    await rig.up(pod());
    await rig.platform.pods.terminate(rig.entry("trainer").id);
    await expect(rig.up(pod({ disk: 60 }))).rejects.toMatchObject({ code: "initialization" });
    expect(await rig.up(pod({ disk: 60 }))).toEqual({ trainer: "replace" });
    expect(rig.entry("trainer").outputs).toMatchObject({ disk: 60, status: "RUNNING" });
  });

  it("keeps what the platform quotes of a secret out of the reason, which state holds in the clear", async () => {
    const fault = { status: 400, body: { title: "Bad Request", status: 400, detail: "TOKEN=canary-7f3a is no good" } };
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", ...fault });
    const program = pod({ desiredStatus: "EXITED", env: { TOKEN: "canary-7f3a" } });
    const failure = (await rig.up(program).catch((error: unknown) => error)) as {
      reasons: string[];
      message: string;
    };
    expect(failure).toMatchObject({ code: "initialization", reasons: [expect.stringContaining("is no good")] });
    expect(JSON.stringify([failure.reasons, failure.message])).not.toContain("canary");
  });

  it("ends with the timeout, and the next up waits again although nothing differs", async () => {
    await expect(rig.up(pod({ timeouts: { create: "1s" } }))).rejects.toMatchObject({ code: "initialization" });
    expect(rig.entry("trainer")).toMatchObject({ isBroken: true, outputs: { status: "PROVISIONING" } });
    expect(await rig.up(pod({ timeouts: { create: "1s" } }))).toEqual({ trainer: "update" });
    expect(rig.entry("trainer")).toMatchObject({ isBroken: false, outputs: { status: "RUNNING" } });
  });

  it("for SSH, until there is a way in", async () => {
    await rig.platform.account.sshKeys.replace(["ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org"]);
    await rig.up(pod({ waitFor: "ssh", ports: ["22/tcp"], startSsh: true }));
    expect(rig.entry("trainer").outputs).toMatchObject({
      ssh: { command: expect.stringContaining("ssh ") },
      endpoints: { "22/tcp": expect.any(String) },
    });
  });

  it("for nothing returns with the pod PROVISIONING, and that is no drift later", async () => {
    await rig.up(pod({ waitFor: "none" }));
    expect(rig.entry("trainer").outputs).toMatchObject({ status: "PROVISIONING", dataCenterId: null });
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual([]);
    expect(rig.entry("trainer").outputs).toMatchObject({ status: "RUNNING" });
  });
});
