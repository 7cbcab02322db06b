import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../../provider/table/props";
import type { Resource } from "../../../../provider/table/resource";
import { cpuPod, credential, trainingCluster, volume } from "../../fixtures";
import { enter } from "../../../../emulator/pods/lifecycle";
import { unknownValue } from "../../../../provider/table/unknown";
import { Machine } from "../../machine";
import { type Program, Rig, startRig } from "../../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const program = (kind: Resource["kind"], inputs: Props, name = "it"): Program => ({
  [name]: { kind, inputs: { ...inputs, __key: `key-${name}` } },
});
const writes = () => rig.emulator.requests.list().filter(({ method }) => method !== "GET");
/** What the program leaves to the object. */
const unnamed = (inputs: Props): Props => ({ ...inputs, name: undefined });

const kinds = [
  {
    kind: "Pod" as const,
    inputs: cpuPod,
    make: () =>
      rig.platform.pods.create({ name: "worker", image: String(cpuPod.image), cpu: { id: "cpu3c", vcpuCount: 4 } }),
  },
  {
    kind: "Cluster" as const,
    inputs: trainingCluster,
    make: () => rig.platform.clusters.create(trainingCluster as never),
  },
  { kind: "NetworkVolume" as const, inputs: volume, make: () => rig.platform.networkVolumes.create(volume as never) },
  {
    kind: "RegistryCredential" as const,
    inputs: credential,
    make: () => rig.platform.registries.create(credential as never),
  },
];

describe.each(kinds)("adopting a $kind", ({ kind, inputs, make }) => {
  it.each(["id", "name"])("by %s takes it as it is, and manages it from then on", async (by) => {
    const made = await make();
    rig.emulator.requests.clear();
    const adopt = by === "id" ? { id: made.id } : { name: made.name };
    const adopting = program(kind, { ...unnamed(inputs), adopt });
    expect(await rig.up(adopting)).toEqual({ it: "create" });
    expect(rig.entry("it").id).toBe(made.id);
    expect(writes()).toEqual([]);
    expect(rig.informed).toEqual([expect.stringContaining(`has adopted ${made.id}, which was there already`)]);
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(adopting)).toEqual({ it: "same" });
    await rig.up({});
    expect(writes()).toMatchObject([{ method: "DELETE", status: 204 }]);
  });

  it("that does not exist is refused in a preview already", async () => {
    await make();
    for (const adopt of [{ id: "nobody" }, { name: "nobody" }]) {
      await expect(rig.up(program(kind, { ...unnamed(inputs), adopt }))).rejects.toThrow(/adopt.*there is none/);
    }
    expect(rig.state.size).toBe(0);
  });
});

describe("adopting", () => {
  const aVolume = (over: Props = {}) => rig.platform.networkVolumes.create({ ...volume, ...over } as never);

  it("V-4: updates what differs and can be updated", async () => {
    const { id } = await aVolume({ name: "old", size: 50 });
    await rig.up(program("NetworkVolume", { ...volume, adopt: { id } }));
    expect(await rig.platform.networkVolumes.get(id)).toMatchObject(volume);
    expect(rig.entry("it").outputs).toMatchObject(volume);
  });

  it("V-10, V-12: refuses what no update changes, naming each argument, and changes nothing", async () => {
    const { id } = await aVolume({ name: "old", size: 200 });
    const adopting = program("NetworkVolume", { ...volume, dataCenter: "US-XX-1", adopt: { id } });
    await expect(rig.up(adopting)).rejects.toThrow(/size.*dataCenter/s);
    expect(await rig.platform.networkVolumes.get(id)).toMatchObject({ name: "old", size: 200 });
  });

  it("P-10: refuses a pod with other hardware", async () => {
    const { id } = await rig.platform.pods.create({ name: "w", image: "i", cpu: { id: "cpu3c", vcpuCount: 8 } });
    await expect(rig.up(program("Pod", { ...cpuPod, adopt: { id } }))).rejects.toThrow(/cpu/);
    expect(await rig.platform.pods.get(id)).toMatchObject({ name: "w", image: "i" });
  });

  it("refuses in no preview what a value that is not known yet may make fit, and in the up what it does not", async () => {
    const made = await rig.platform.networkVolumes.create(volume as never);
    const network = [{ volumeId: made.id, path: "/data" }];
    const { id } = await rig.platform.pods.create({
      name: "w",
      image: "i",
      cpu: cpuPod.cpu as never,
      mounts: { network },
    });
    const mounting = (volumeId: string) => ({ ...cpuPod, mounts: { network: [{ volumeId, path: "/data" }] } });
    const preview = { ...mounting(unknownValue), dataCenterIds: [unknownValue], adopt: { id }, __key: "key-it" };
    expect((await rig.provider("Pod").check({}, preview)).failures).toEqual([]);
    const refused = await rig.provider("Pod").check({}, { ...mounting("another"), adopt: { id }, __key: "key-it" });
    expect(refused.failures).toMatchObject([{ property: "mounts" }]);
    await rig.up(program("Pod", { ...mounting(made.id), adopt: { id } }));
    expect(rig.entry("it").id).toBe(id);
  });

  it.each([{ id: "" }, { id: "a", name: "b" }, { name: "" }, {}, { id: 7 }])(
    "of %j is refused for its form, without a request",
    async (adopt) => {
      rig.emulator.requests.clear();
      const { failures } = await rig.provider("Pod").check({}, { ...cpuPod, adopt, __key: "key-it" });
      expect(failures).toMatchObject([{ property: expect.stringMatching(/^adopt/) }]);
      expect(rig.emulator.requests.list()).toEqual([]);
    },
  );

  it("A-82, P-60: makes env as declared, and keeps what the platform injected", async () => {
    const env = { STAGE: "dev", STRAY: "x", PUBLIC_KEY: "ssh-ed25519 AAAA me", JUPYTER_PASSWORD: "generated" };
    const make = () =>
      rig.platform.pods.create({ name: "w", image: String(cpuPod.image), cpu: cpuPod.cpu as never, env });
    const { id } = await make();
    const adopting = program("Pod", { ...cpuPod, env: { STAGE: "dev" }, adopt: { id } });
    await rig.up(adopting);
    expect((await rig.platform.pods.get(id)).env).toEqual({ ...env, STRAY: undefined });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(adopting)).toEqual({ it: "same" });

    const other = await make();
    await rig.up({ ...adopting, ...program("Pod", { ...cpuPod, name: "w", adopt: { id: other.id } }, "other") });
    expect((await rig.platform.pods.get(other.id)).env).toEqual(env);
  });

  it("A-82: takes out a variable of another's, although the first attempt at the update fails", async () => {
    const env = { STAGE: "dev", TOKEN: "theirs" };
    const image = String(cpuPod.image);
    const { id } = await rig.platform.pods.create({ name: "w", image, cpu: cpuPod.cpu as never, env });
    const adopting = program("Pod", { ...cpuPod, env: { TOKEN: "ours" }, adopt: { id } });
    const fault = rig.emulator.faults.add({ method: "PATCH", phase: "before", status: 500, times: "always" });
    await expect(rig.up(adopting)).rejects.toThrow();
    fault.remove();
    await rig.refresh();
    await rig.up(adopting);
    expect((await rig.platform.pods.get(id)).env).toEqual({ TOKEN: "ours" });
  });

  it("P-59: waits for no member of a cluster that has finished", async () => {
    const { id } = await rig.platform.clusters.create(trainingCluster as never);
    rig.clock.advance(60 * 60_000);
    const { store } = rig.emulator;
    for (const pod of store.pods.newestFirst()) enter(store, pod, "EXITED", store.now());
    const adopting = program("Cluster", { ...trainingCluster, name: "ours", adopt: { id } });
    expect(await rig.up(adopting)).toEqual({ it: "create" });
    expect(await rig.up(adopting)).toEqual({ it: "same" });
    expect(await rig.platform.clusters.get(id)).toMatchObject({ name: "ours", pods: { byStatus: { EXITED: 2 } } });
  });

  it("P-59: refuses a pod of a cluster", async () => {
    await rig.platform.clusters.create(trainingCluster as never);
    const [member] = (await rig.platform.pods.list({ includeClusterPods: true })).pods;
    const adopting = program("Pod", { ...cpuPod, adopt: { id: member?.id } });
    await expect(rig.up(adopting)).rejects.toThrow(/belongs to a cluster/);
  });

  it("R-11: refuses a credential of another name, since it can't be renamed", async () => {
    const { id } = await rig.platform.registries.create({ ...credential, name: "old" } as never);
    await expect(rig.up(program("RegistryCredential", { ...credential, adopt: { id } }))).rejects.toThrow(/name/);
  });

  it("by a name that several bear asks which", async () => {
    const ids = [(await aVolume()).id, (await aVolume()).id];
    const adopting = program("NetworkVolume", { ...volume, adopt: { name: String(volume.name) } });
    await expect(rig.up(adopting)).rejects.toThrow(new RegExp(`${ids[1]}, ${ids[0]}`));
  });

  it("refuses what another resource of the program has", async () => {
    await rig.up(program("NetworkVolume", volume, "owner"));
    const { id } = rig.entry("owner");
    const both = {
      ...program("NetworkVolume", volume, "owner"),
      ...program("NetworkVolume", { ...volume, adopt: { id } }),
    };
    await expect(rig.up(both)).rejects.toThrow(/another resource of this program has it/);
  });

  it("refuses in the preview what another resource of the program adopts too", async () => {
    const { id } = await aVolume();
    const provider = rig.provider("NetworkVolume");
    const check = async (key: string) => (await provider.check({}, { ...volume, adopt: { id }, __key: key })).failures;
    expect(await check("key-one")).toEqual([]);
    expect(await check("key-two")).toMatchObject([
      { reason: expect.stringContaining("another resource of this program adopts it too") },
    ]);
    expect(await check("key-one")).toEqual([]);
  });

  it("refuses what a resource has that comes later in the program, whichever process asks", async () => {
    const owner = program("NetworkVolume", volume, "owner");
    await rig.up(owner);
    const { id, inputs, outputs } = rig.entry("owner");
    const later = new Rig(rig.emulator, rig.clock, {});
    const provider = later.provider("NetworkVolume");
    expect((await provider.check({}, { ...volume, adopt: { id }, __key: "key-it" })).failures).toEqual([]);
    await expect(provider.diff(id, outputs, inputs)).rejects.toThrow(
      /another resource of this program has .* too, or adopts it/,
    );
    later.begin();
    expect(await provider.diff(id, outputs, inputs)).toMatchObject({ changes: false });
  });

  it("has no effect on the replacement of what was adopted", async () => {
    const { id } = await rig.platform.pods.create({ name: "w", image: "i", cpu: { id: "cpu3c", vcpuCount: 4 } });
    await rig.up(program("Pod", { image: "i", cpu: { id: "cpu3c", vcpuCount: 4 }, adopt: { id } }));
    expect(rig.entry("it").id).toBe(id);
    const larger = program("Pod", { image: "i", cpu: { id: "cpu3c", vcpuCount: 8 }, adopt: { id } });
    expect(await rig.up(larger)).toEqual({ it: "replace" });
    expect(rig.entry("it").id).not.toBe(id);
    expect((await rig.platform.pods.list()).pods.map((pod) => pod.id)).toEqual([rig.entry("it").id]);
  });

  it("is not deleted as its own predecessor when it is replaced by name, for which the engine asks no diff", async () => {
    const { id } = await rig.platform.networkVolumes.create(volume as never);
    const provider = rig.provider("NetworkVolume");
    const news = { ...volume, adopt: { id }, __provider: "x", __key: "key-it" };
    const { id: adopted, outs } = await provider.create((await provider.check({}, news)).inputs);
    expect(adopted).toBe(id);
    await provider.delete(id, outs);
    expect(rig.said).toEqual([expect.stringMatching(/was not replaced: the program adopts it/)]);
    expect(await rig.platform.networkVolumes.get(id)).toMatchObject({ id });
    await provider.diff(id, outs, news);
    rig.begin();
    await provider.delete(id, outs);
    expect(await rig.platform.networkVolumes.list()).toEqual([]);
  });
});

it("a preview that adopts fifty objects looks at them by one list", async () => {
  const machine = await Machine.start();
  const { size, dataCenter } = volume as { size: number; dataCenter: string };
  const made = Array.from({ length: 50 }, (_, at) =>
    machine.platform.networkVolumes.create({ name: `v${at}`, size, dataCenter }),
  );
  const ids = (await Promise.all(made)).map(({ id }) => id);
  machine.emulator.requests.clear();
  const { networkVolume } = machine.process();
  for (const id of ids) {
    const { failures } = await networkVolume.check({}, { size, dataCenter, __key: id, adopt: { id } });
    expect(failures).toEqual([]);
  }
  expect(machine.emulator.requests.list().length).toBeLessThanOrEqual(2);
  await machine.close();
});
