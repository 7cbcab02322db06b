import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import { maxPodCreateBytes } from "../../../api/pods";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import { pod } from "../../../provider/kinds/pod/fields";
import { unknownValue } from "../../../provider/table/unknown";
import { ManualClock } from "../../support/manual-clock";
import { fixedBytes, gpuPod, stateOf, trainingCluster } from "../fixtures";

let emulator: Emulator;
let providers: ReturnType<typeof createProviders>;
let warnings: string[];
let warned: (string | undefined)[];
beforeEach(async () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  const { apiKey, apiUrl } = emulator;
  warnings = [];
  warned = [];
  const warn = async (message: string, urn?: string) => {
    warnings.push(message);
    warned.push(urn);
  };
  const notify = { warn, info: async () => undefined };
  const connect = () => createClient({ apiKey, apiUrl, clock, limiter: false, random: () => 0 });
  providers = createProviders({ env: {}, clock, randomBytes: fixedBytes, connect, notify });
  const config = { get: (key: string) => ({ "compute:apiKey": apiKey, "compute:apiUrl": apiUrl })[key] };
  for (const each of Object.values(providers)) void each.configure({ config });
});
afterEach(() => emulator.close());

const asked = (inputs: Props): Props => ({ ...gpuPod, ...inputs, __provider: "Pod" });

it("what a caution or a warning of a change is about goes with it, by name and by URN", async () => {
  const urn = "urn:pulumi:dev::p::compute:index:Pod::web";
  const known = { __key: "k", __urn: urn, __logicalName: "web" };
  await providers.pod.check({}, asked({ ...known, startJupyter: true, locked: true }));
  const locked = stateOf(pod, asked({ ...known, locked: true }));
  await providers.pod.diff("pod-1", locked, asked({ ...known, locked: true, disk: 60 }));
  expect(warnings).toEqual([
    expect.stringMatching(/^Pod web: .*8888/),
    expect.stringMatching(/^Pod web: it is locked/),
  ]);
  expect(warned).toEqual([urn, urn]);
});

describe("a locked pod", () => {
  const running = (inputs: Props = {}) => stateOf(pod, asked({ locked: true, ...inputs }));

  it.each([
    ["image", { locked: true, image: "registry.example.com/acme/trainer:2" }, /change of image restarts its container/],
    ["env", { locked: true, env: { A: "1" } }, /change of env restarts/],
    ["its name", { locked: true, name: "other" }, undefined],
    ["image, and is unlocked", { locked: false, image: "registry.example.com/acme/trainer:2" }, undefined],
  ])("P-46, P-51: whose program changes %s", async (_title, inputs, expected) => {
    await providers.pod.diff("pod-1", running(), asked(inputs));
    if (expected === undefined) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(expected)]);
  });

  it("P-46: that is stopped loses nothing by it", async () => {
    await providers.pod.diff("pod-1", running({ desiredStatus: "EXITED" }), asked({ locked: true, disk: 60 }));
    expect(warnings).toEqual([]);
  });

  it("P-46: that the platform does not let be changed or stopped says what to do", async () => {
    const { id, outs } = await providers.pod.create(asked({ locked: true }));
    emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 409 });
    const change = providers.pod.update(id, outs, asked({ locked: true, disk: 60 }));
    await expect(change).rejects.toMatchObject({
      code: "pod_locked",
      message: expect.stringMatching(/was not changed.*locked: false/),
    });
  });
});

describe("startJupyter", () => {
  it.each([
    ["without its port", { startJupyter: true, ports: ["22/tcp"] }, true],
    ["without ports", { startJupyter: true }, true],
    ["with its port", { startJupyter: true, ports: ["8888/http"] }, false],
    ["with ports that a preview can't know", { startJupyter: true, ports: unknownValue }, false],
    ["with the ports of a template", { startJupyter: true, templateId: "t-1", image: undefined }, false],
    ["off", { startJupyter: false }, false],
  ])("P-52: %s", async (_title, inputs, isTold) => {
    const { failures } = await providers.pod.check({}, asked(inputs));
    expect(failures).toEqual([]);
    await providers.pod.check({}, asked(inputs));
    expect(warnings).toEqual(isTold ? [expect.stringContaining('"8888/http" is not in ports')] : []);
  });

  it("P-52: is not warned of again in a program that did not change", async () => {
    await providers.pod.check(asked({ startJupyter: true }), asked({ startJupyter: true, disk: 60 }));
    expect(warnings).toEqual([]);
  });
});

describe('waitFor: "ssh"', () => {
  const paths = () => emulator.requests.list().map(({ path }) => path);

  it.each([
    ["a pod", () => providers.pod.check({}, asked({ waitFor: "ssh" }))],
    ["a cluster", () => providers.cluster.check({}, { ...trainingCluster, waitFor: "ssh", ports: ["22/tcp"] })],
  ])("P-53: of %s is warned of where no key is registered, and not where one is", async (_title, checked) => {
    await checked();
    expect(warnings).toEqual([expect.stringMatching(/no SSH key registered/)]);
    warnings.length = 0;
    emulator.store.sshKeys = ["ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org"];
    await checked();
    expect(warnings).toEqual([]);
  });

  it("P-53: asks nothing where the program brings the key, or where the pod is there already", async () => {
    await providers.pod.check({}, asked({ waitFor: "ssh", env: { PUBLIC_KEY: "ssh-ed25519 AAAA" } }));
    await providers.pod.check(asked({ waitFor: "ssh" }), asked({ waitFor: "ssh", disk: 60 }));
    expect(paths()).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("P-53: says nothing where the keys can't be read", async () => {
    emulator.faults.add({ path: "/v2/account/*", phase: "before", status: 403, times: "always" });
    expect(await providers.pod.check({}, asked({ waitFor: "ssh" }))).toMatchObject({ failures: [] });
    expect(warnings).toEqual([]);
  });
});

it("P-3: only what is sent counts towards the largest body", () => {
  const overhead = Buffer.byteLength(JSON.stringify({ ...gpuPod, desiredStatus: undefined, env: { BIG: "" } }));
  const big = (bytes: number): Props => ({
    ...gpuPod,
    env: { BIG: "x".repeat(bytes - overhead) },
    __provider: "p".repeat(300),
    __key: "k".repeat(50),
  });
  expect(check(pod, {}, big(maxPodCreateBytes), fixedBytes).failures).toEqual([]);
  expect(check(pod, {}, big(maxPodCreateBytes + 1), fixedBytes).failures).toHaveLength(1);
});
