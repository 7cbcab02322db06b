import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import { pod } from "../../../provider/kinds/pod/fields";
import { ready } from "../../../provider/kinds/ready/fields";
import type { StepFacts } from "../../../provider/effects/effect";
import type { Props } from "../../../provider/table/props";
import { unknownValue } from "../../../provider/table/unknown";
import { ManualClock } from "../../support/manual-clock";
import { fixedBytes, gpuPod, stateOf } from "../fixtures";

let clock: ManualClock;
let emulator: Emulator;
let providers: ReturnType<typeof createProviders>;
let reasons: string[];
let warnings: string[];
let facts: StepFacts | undefined;
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  const { apiKey, apiUrl } = emulator;
  [reasons, warnings, facts] = [[], [], undefined];
  const notify = {
    warn: async (message: string) => void warnings.push(message),
    info: async (message: string) => void reasons.push(message),
    facts: async (told: StepFacts) => void (facts = told),
  };
  const connect = () => createClient({ apiKey, apiUrl, clock, limiter: false, random: () => 0 });
  providers = createProviders({ env: {}, clock, randomBytes: fixedBytes, connect, notify });
  const config = { get: (key: string) => ({ "compute:apiKey": apiKey, "compute:apiUrl": apiUrl })[key] };
  for (const each of Object.values(providers)) void each.configure({ config });
});
afterEach(() => emulator.close());

/** All that a preview says of what becomes of the container, the `Ready` that awaits the pod included. */
async function told(before: Props, after: Props, { hasEnded = false, isOnItsWay = false } = {}) {
  const client = createClient({ ...emulator, limiter: false });
  const { id } = await client.pods.create({ name: "it", image: "i:1", gpu: { id: "NVIDIA L40S", count: 2 } });
  if (!isOnItsWay) clock.advance(60_000);
  if (hasEnded) await client.pods.stop(id);
  const { status, startedAt } = await client.pods.get(id);
  await client.close();
  const asked = (inputs: Props): Props => ({ ...gpuPod, ...inputs, __provider: "Pod", __key: "k" });
  const urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Pod::it";
  const { inputs, failures } = await providers.pod.check(asked(before), {
    ...asked(after),
    __urn: urn,
    __preview: true,
  });
  expect(failures).toEqual([]);
  await providers.pod.diff(id, { ...stateOf(pod, asked(before)), status, startedAt }, inputs);
  const waiting = { pods: [id], __provider: "Ready", __key: "all" };
  const waits = await providers.ready.diff("ready-1", stateOf(ready, waiting), waiting);
  return {
    reason: reasons.find((each) => /container|pod,|pod st|job/.test(each)),
    warning: warnings[0]?.replace(/^Pod \S+: /, ""),
    does: facts?.does,
    isPossible: facts?.isPossible,
    status: facts?.after?.["status"],
    ready: waits.reasons[0],
  };
}

const restarts = "container restarts, which wipes the container disk; mounted disks keep their data.";
const warned = (what: string) =>
  `it is locked, and this change of ${what} its container, which wipes the container's disk all the same`;

it("P-46, P-51: a change of the program's own restarts for certain, whatever is unknown beside it", async () => {
  const news = { locked: true, image: "registry.example.com/acme/trainer:2", env: { A: unknownValue } };
  expect(await told({ locked: true, env: { A: "1" } }, news)).toEqual({
    reason: `The ${restarts}`,
    warning: warned("image restarts"),
    does: "restart",
    isPossible: undefined,
    status: "RUNNING",
    ready: "1 of 1 pods restart in this run, so it waits for them.",
  });
});

it("P-46, P-51: a value that is not known yet may restart a locked pod, in each sentence", async () => {
  expect(await told({ locked: true, env: { A: "1" } }, { locked: true, env: { A: unknownValue } })).toEqual({
    reason: `If it does, the ${restarts}`,
    warning: warned("env may restart"),
    does: "restart",
    isPossible: true,
    status: "RUNNING",
    ready: "1 of 1 pods may restart in this run, so it waits for them.",
  });
});

it.each([{ image: "registry.example.com/acme/trainer:2" }, { restartTriggers: ["2"] }])(
  "P-42, P-51: a container that has not started yet may restart for %j: a start to come has it with the change",
  async (change) => {
    expect(
      await told(
        { restartTriggers: ["1"], locked: true },
        { restartTriggers: ["1"], locked: true, ...change },
        { isOnItsWay: true },
      ),
    ).toEqual({
      reason: `If it has started by then, the ${restarts}`,
      warning: warned(`${Object.keys(change)[0]!} may restart`),
      does: "restart",
      isPossible: true,
      status: "RUNNING",
      ready: "1 of 1 pods may restart in this run, so it waits for them.",
    });
  },
);

it("P-46, P-51: a value that is left to the template may restart a locked pod, in each sentence", async () => {
  const before = { locked: true, templateId: "t", disk: 80 };
  expect(await told(before, { locked: true, templateId: "t" })).toEqual({
    reason: `If its settings differ from the template's, the ${restarts}`,
    warning: warned("disk may restart"),
    does: "restart",
    isPossible: true,
    status: "RUNNING",
    ready: "1 of 1 pods may restart in this run, so it waits for them.",
  });
});

it("P-45: a trigger that is not known yet may reset a pod", async () => {
  const resets = "the pod is reset, which wipes the container's disk; mounted disks keep their data";
  expect((await told({ resetTriggers: ["1"] }, { resetTriggers: [unknownValue] })).warning).toBe(
    `resetTriggers: ${resets.replace("is reset", "may be reset")}`,
  );
  warnings = [];
  expect((await told({ resetTriggers: ["1"] }, { resetTriggers: ["2"] })).warning).toBe(
    `resetTriggers changed: ${resets}`,
  );
});

it("P-44: a pod that rests stays stopped, and nothing waits for its restart", async () => {
  const state = { desiredStatus: "EXITED", stopAfter: "1h" };
  expect(await told(state, { ...state, desiredStatus: "RUNNING" }, { hasEnded: true })).toMatchObject({
    reason: "The pod, which has run, stays stopped; change restartTriggers to start it.",
    does: "change",
    status: "EXITED",
    ready: expect.stringContaining("pods are not ready"),
  });
});

it("P-44: a start is a start, in words and as data", async () => {
  expect(await told({ desiredStatus: "EXITED" }, {}, { hasEnded: true })).toMatchObject({
    reason: "The pod starts.",
    does: "start",
    isPossible: undefined,
    status: "RUNNING",
    ready: "1 of 1 pods restart in this run, so it waits for them.",
  });
});

it("P-43: a stop is a stop, in words and as data", async () => {
  expect(await told({}, { desiredStatus: "EXITED" })).toMatchObject({
    reason: expect.stringMatching(/^The pod stops, /),
    does: "stop",
    isPossible: undefined,
    status: "EXITED",
  });
});

it("P-44, P-46: a locked job that is done runs again, which is no restart, and wipes its disk all the same", async () => {
  const job = { runToCompletion: true, locked: true };
  expect(await told({ ...job, env: { A: "1" } }, { ...job, env: { A: "2" } }, { hasEnded: true })).toMatchObject({
    reason: expect.stringMatching(/^The finished job runs again, which wipes /),
    warning: warned("env starts"),
    does: "start",
    isPossible: undefined,
    status: "RUNNING",
  });
});

it("P-44, P-61: a job that is done may run again for a value that is not known yet, and may cost what it runs on", async () => {
  const job = { runToCompletion: true, env: { A: "1" } };
  expect(await told(job, { ...job, env: { A: unknownValue } }, { hasEnded: true })).toMatchObject({
    reason: expect.stringMatching(/^If it does, the finished job runs again, which wipes /),
    warning: undefined,
    does: "start",
    isPossible: true,
  });
  expect(reasons).toContain("Cost: 0.00 USD/h → 0.00 USD/h (no change), at most 1.72 USD/h, list price.");
});

it("P-44: what is not locked any more needs no warning", async () => {
  const change = { env: { A: "2" }, locked: false };
  expect((await told({ locked: true, env: { A: "1" } }, change)).warning).toBeUndefined();
});
