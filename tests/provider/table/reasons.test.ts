import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import { networkVolume } from "../../../provider/kinds/network-volume/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { template } from "../../../provider/kinds/template/fields";
import { unknownValue } from "../../../provider/table/unknown";
import type { Props } from "../../../provider/table/props";
import { ManualClock } from "../../support/manual-clock";
import { fixedBytes, gpuPod, stateOf } from "../fixtures";

const urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Pod::trainer";

let emulator: Emulator;
let providers: ReturnType<typeof createProviders>;
let platform: ReturnType<typeof createClient>;
/** The pod, which runs. */
let id: string;
let told: { message: string; urn: string | undefined }[];
beforeEach(async () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  const { apiKey, apiUrl } = emulator;
  told = [];
  const info = async (message: string, about?: string) => void told.push({ message, urn: about });
  const notify = { warn: async () => undefined, info };
  const connect = () => createClient({ apiKey, apiUrl, clock, limiter: false, random: () => 0 });
  platform = connect();
  const request = { name: "trainer", image: "registry.example.com/acme/trainer:1", gpu: { id: "NVIDIA L40S" } };
  ({ id } = await platform.pods.create(request));
  clock.advance(600_000);
  providers = createProviders({ env: {}, clock, randomBytes: fixedBytes, connect, notify });
  const config = { get: (key: string) => ({ "compute:apiKey": apiKey, "compute:apiUrl": apiUrl })[key] };
  for (const each of Object.values(providers)) void each.configure({ config });
});
afterEach(() => emulator.close());

const asked = (inputs: Props = {}): Props => ({ ...gpuPod, ...inputs, __provider: "Pod", __key: "k" });

/** What a preview of this change says, as the engine asks for it: check, and then diff of what check answered. */
async function preview(before: Props, after: Props, isPreview = true, observed: Props = {}): Promise<string[]> {
  const handed = { ...after, __urn: urn, ...(isPreview && { __preview: true }) };
  const { inputs, failures } = await providers.pod.check(before, handed);
  expect(failures).toEqual([]);
  const state = { ...stateOf(pod, before), ...observed };
  await providers.pod.diff(id, state, inputs);
  await providers.pod.diff(id, state, inputs);
  return told.map(({ message }) => message);
}

describe("a preview says why", () => {
  it("what restarts, once each and beside the resource", async () => {
    const change = asked({ image: "registry.example.com/acme/trainer:2" });
    expect(await preview(asked(), change)).toEqual([
      "image changes in place.",
      "The container restarts, which wipes the container disk; mounted disks keep their data.",
    ]);
    expect(told.map((each) => each.urn)).toEqual([urn, urn]);
  });

  it("with the reason of the rule where one decides", async () => {
    expect(await preview(asked(), asked({ gpu: { id: "NVIDIA A40", count: 1 } }))).toEqual([
      "Replaced because gpu changed (the hardware it runs on is not among what the program asks for).",
      "Cost: 1.72 USD/h → 0.40 USD/h (-1.32), list price.",
    ]);
  });

  it("with what the platform reports where that decides", async () => {
    const floor = asked({ gpu: { id: "NVIDIA L40S", count: 2, minCudaVersion: "12.8" } });
    expect((await preview(asked(), floor, true, { cudaVersion: "12.6" }))[0]).toBe(
      "Replaced because gpu changed (its host has CUDA 12.6, which minCudaVersion does not allow).",
    );
    told = [];
    const elsewhere = asked({ dataCenterIds: ["US-XX-1"] });
    expect((await preview(asked(), elsewhere, true, { dataCenterId: "EU-XX-1" }))[0]).toBe(
      "Replaced because dataCenterIds changed (it runs in EU-XX-1, which is not in the list).",
    );
  });

  it("names together what changes in place, and of a replacement only what forces it", async () => {
    const both = { image: "registry.example.com/acme/trainer:2", disk: 60 };
    expect((await preview(asked(), asked(both)))[0]).toBe("image and disk change in place.");
    told = [];
    expect(await preview(asked(), asked({ ...both, cloud: "COMMUNITY" }))).toEqual([
      "Replaced because cloud changed, and the platform can't change it in place.",
    ]);
  });

  it("and that the program itself asked for a replacement", async () => {
    const __replaceOnChanges = ["image"];
    const change = asked({ image: "registry.example.com/acme/trainer:2", __replaceOnChanges });
    expect(await preview(asked(), change)).toEqual(["Replaced because image changed, which replaceOnChanges names."]);
    // A rule decides of this one, and here the rule says that it grows in place.
    const [small, large] = [50, 60].map((size) => ({ mounts: { persistent: { size, path: "/w" } } }));
    expect(await preview(asked(small), asked({ ...large, __replaceOnChanges: ["*"] }))).toContain(
      "Replaced because mounts changed, which replaceOnChanges names.",
    );
  });

  describe("P-51: that a container restarts for values of a template", () => {
    const restarts = "container restarts, which wipes the container disk; mounted disks keep their data.";
    const effect = async (before: Props, after: Props, observed: Props = {}) =>
      (await preview(asked(before), asked(after), true, observed)).find((line) => /disk; mounted/.test(line));

    it.each<[string, Props, Props, string]>([
      [
        "may be so",
        { templateId: "t", disk: 80 },
        { templateId: "t" },
        `If its settings differ from the template's, the ${restarts}`,
      ],
      [
        "may be so of another one",
        { templateId: "t" },
        { templateId: "u" },
        `If its settings differ from the new template's, the ${restarts}`,
      ],
      [
        "is so beside a change of the program's own",
        { templateId: "t", disk: 80 },
        { templateId: "t", ports: ["22/tcp"] },
        `The ${restarts}`,
      ],
      [
        "is so beside a trigger",
        { templateId: "t", disk: 80 },
        { templateId: "t", restartTriggers: [1] },
        `The ${restarts}`,
      ],
    ])("%s", async (_title, before, after, expected) => {
      expect(await effect(before, after)).toBe(expected);
    });

    it("is so where the job is done, which runs again in any case", async () => {
      const job = { templateId: "t", runToCompletion: true };
      const done = { status: "EXITED", startedAt: "2026-05-04T09:00:00Z" };
      await platform.pods.stop(id);
      expect(await effect({ ...job, disk: 80 }, job, done)).toMatch(/^The finished job runs again, /);
    });

    it("may be so of a variable that the template has, and is so of one that it has not", async () => {
      const platform = createClient({ ...emulator, limiter: false });
      const { id: templateId } = await platform.templates.create({ name: "t", image: "i:1", env: { MODE: "own" } });
      await platform.close();
      const env = { MODE: "own", OWN: "1", SEED: "1" };
      expect(await effect({ templateId, env }, { templateId, env: { OWN: "1", SEED: "1" } })).toBe(
        `If its settings differ from the template's, the ${restarts}`,
      );
      told = [];
      expect(await effect({ templateId, env }, { templateId, env: { MODE: "own", SEED: "1" } })).toBe(
        `The ${restarts}`,
      );
    });
  });

  it("what it can't know yet, such as the id of a resource that is new", async () => {
    const registry = asked({ registry: "hub-1" });
    expect(await preview(registry, asked({ registry: unknownValue }))).toEqual([
      "registry changes in place if it turns out to differ, which only `up` can tell.",
      "If it does, the container restarts, which wipes the container disk; mounted disks keep their data.",
    ]);
    told = [];
    // What was said before is not said again.
    const both = { registry: unknownValue, image: "registry.example.com/acme/trainer:2" };
    expect(await preview(registry, asked(both))).toEqual([
      "image changes in place.",
      "The container restarts, which wipes the container disk; mounted disks keep their data.",
    ]);
    told = [];
    const mounted = (volumeId: string) => asked({ mounts: { network: [{ volumeId, path: "/data" }] } });
    expect((await preview(mounted("vol-1"), mounted(unknownValue)))[0]).toMatch(
      /^Replaced if mounts turns out to differ, which only `up` can tell \(/,
    );
    told = [];
    const env = (B: string) => asked({ env: { A: "1", B } });
    expect((await preview(env("1"), asked({ env: { A: "2", B: unknownValue } })))[0]).toBe(
      "env.A and env.B change in place.",
    );
    told = [];
    expect((await preview(env("1"), env(unknownValue)))[0]).toMatch(
      /^env.B changes in place if it turns out to differ/,
    );
  });

  it("which variable changed, and never its value", async () => {
    const before = asked({ env: { TOKEN: "hush-1", STAGE: "dev" } });
    const said = await preview(before, asked({ env: { TOKEN: "hush-2", STAGE: "dev" } }));
    expect(said[0]).toBe("env.TOKEN changes in place.");
    expect(said.join()).not.toMatch(/hush/);
  });

  it("nothing of what stays the same", async () => {
    expect(await preview(asked(), asked())).toEqual([]);
  });

  it("and an up, which has shown its preview, does not say it again", async () => {
    expect(await preview(asked(), asked({ disk: 60 }), false)).toEqual([]);
  });

  it("keeps nothing of what it was handed for that in the state", async () => {
    const { inputs } = await providers.pod.check({}, { ...asked(), __urn: urn, __preview: true });
    expect(Object.keys(inputs)).not.toEqual(expect.arrayContaining(["__urn"]));
    expect(inputs).not.toHaveProperty("__preview");
  });
});

it("a diff tells which secret of a credential was rotated, and not what it is", async () => {
  const before = { name: "hub", username: "u", password: "hush-1", __key: "k" };
  const state = stateOf(registryCredential, before);
  const { reasons } = await providers.registryCredential.diff("id-1", state, { ...before, password: "hush-2" });
  expect(reasons).toEqual(["Replaced because the secret password changed, and the platform can't change it in place."]);
});

it("T-23: a diff tells that what was made from a template does not get its new settings", async () => {
  const before = { name: "base", image: "registry.example.com/acme/app:1", __key: "k" };
  const diff = (change: Props) => providers.template.diff("t-1", stateOf(template, before), { ...before, ...change });
  expect((await diff({ image: "registry.example.com/acme/app:2" })).reasons).toEqual([
    "image changes in place.",
    expect.stringMatching(
      /^Pods, clusters and endpoints that were made from it keep their settings.* replace clusters with `pulumi up --replace URN`/,
    ),
  ]);
  expect((await diff({ name: "other" })).reasons).toEqual(["name changes in place."]);
});

it("R-12, R-14, C-22: a diff tells that a cluster keeps the old credential of a template from being deleted, and that an endpoint loses it", async () => {
  const before = { name: "base", image: "registry.example.com/acme/app:1", registry: "r-1", __key: "k" };
  const after = { ...before, registry: "r-2" };
  expect((await providers.template.diff("t-1", stateOf(template, before), after)).reasons).toEqual([
    "registry changes in place.",
    expect.stringMatching(/^Pods, clusters and endpoints/),
    expect.stringMatching(
      /^As long as a pod or a cluster has the old registry credential.* replaces such clusters\. An endpoint does not keep it/,
    ),
  ]);
  const none = { ...before, registry: undefined };
  expect((await providers.template.diff("t-1", stateOf(template, none), after)).reasons).toHaveLength(2);
});

it("a diff tells that a volume grows in place", async () => {
  const before = { name: "data", size: 20, dataCenter: "EU-XX-1" };
  const { id: volumeId } = await platform.networkVolumes.create(before);
  const { reasons } = await providers.networkVolume.diff(volumeId, stateOf(networkVolume, before), {
    ...before,
    size: 30,
  });
  expect(reasons).toEqual(["size changes in place."]);
});
