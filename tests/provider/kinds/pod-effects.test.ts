import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { podRunAfter, podSideEffects } from "../../../provider/kinds/pod/effects";
import type { Props } from "../../../provider/table/props";
import { gpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

const running = { desiredStatus: "RUNNING", status: "RUNNING", startedAt: "2026-05-04T09:00:00Z" };
const ended = { ...running, status: "EXITED" };
const stopped = { ...ended, desiredStatus: "EXITED" };
const job = { desiredStatus: "RUNNING", runToCompletion: true };
const effects = (state: Props, news: Props, changed: string[], restarting: string[] = []) => {
  const update = { state, news, changed: new Set([...changed, ...restarting]) };
  return podSideEffects(podRunAfter(update, restarting), update);
};

const later =
  "globalNetworking takes effect when the pod starts next; change restartTriggers too to restart it in this `up`.";
const stays = "The pod, which has run, stays stopped; change restartTriggers to start it.";

describe("what a preview says that an update does to a pod", () => {
  it.each([
    [
      "P-43",
      "stops what runs",
      running,
      { desiredStatus: "EXITED" },
      ["desiredStatus"],
      [],
      ["The pod stops, which wipes the container's disk; it keeps its host and the data of mounted disks."],
    ],
    [
      "P-48",
      "stops nothing that has ended",
      ended,
      { ...job, desiredStatus: "EXITED" },
      ["desiredStatus"],
      [],
      ["The pod, which has ended, stays as it is."],
    ],
    [
      "P-49",
      "stops nothing that is in ERROR",
      { ...running, status: "ERROR" },
      { desiredStatus: "EXITED" },
      ["desiredStatus"],
      [],
      ["The pod, which has ended, stays as it is."],
    ],
    [
      "P-44",
      "starts what is stopped",
      stopped,
      { desiredStatus: "RUNNING" },
      ["desiredStatus"],
      [],
      ["The pod starts."],
    ],
    [
      "P-49",
      "runs a job again that has failed",
      { ...running, status: "ERROR" },
      job,
      [],
      ["restartTriggers"],
      [expect.stringMatching(/^The failed job runs again, which wipes /)],
    ],
    ["P-44", "leaves a job that has run", stopped, job, ["desiredStatus"], [], [stays]],
    [
      "P-44",
      "leaves what keep may stop",
      stopped,
      { desiredStatus: "RUNNING", stopAfter: "8h" },
      ["desiredStatus"],
      [],
      [stays],
    ],
    [
      "P-44",
      "starts a job that never ran",
      { ...stopped, startedAt: null },
      job,
      ["desiredStatus"],
      [],
      ["The pod starts."],
    ],
    [
      "P-44",
      "starts a job for a new trigger",
      stopped,
      job,
      ["desiredStatus"],
      ["restartTriggers"],
      ["The pod starts."],
    ],
    [
      "P-51",
      "gives networking at the next start",
      running,
      { desiredStatus: "RUNNING" },
      ["globalNetworking"],
      [],
      [later],
    ],
    [
      "P-51",
      "gives networking with a restart",
      running,
      { desiredStatus: "RUNNING" },
      ["globalNetworking"],
      ["image"],
      [expect.stringMatching(/^The container restarts/)],
    ],
    ["P-51", "gives networking to a job that has ended at its next run", ended, job, ["globalNetworking"], [], [later]],
    [
      "P-51",
      "says nothing of networking to a pod that is stopped",
      stopped,
      { desiredStatus: "EXITED" },
      ["globalNetworking"],
      [],
      [],
    ],
  ] as const)("%s: %s", (_rule, _what, state, news, changed, restarting, expected) => {
    expect(effects(state, news, [...changed], [...restarting])).toEqual(expected);
  });
});

describe("and that is what it does", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.emulator.close());
  const pod = (inputs: Props): Program => ({ it: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
  const status = async () => (await rig.platform.pods.get(rig.entry("it").id)).status;

  it("P-44: a pod that keep may stop is not started by desiredStatus alone", async () => {
    const kept = { stopAfter: "8h", restartTriggers: [1] };
    for (const desiredStatus of ["RUNNING", "EXITED", "RUNNING"]) await rig.up(pod({ ...kept, desiredStatus }));
    expect(await status()).toBe("EXITED");
    await rig.up(pod({ ...kept, restartTriggers: [2] }));
    expect(await status()).toBe("RUNNING");
  });

  it("P-51: networking is in effect after a restart, and not before", async () => {
    const inEffect = async () => (await rig.platform.pods.get(rig.entry("it").id)).globalNetworking.enabled;
    await rig.up(pod({}));
    await rig.up(pod({ globalNetworking: true }));
    expect(await inEffect()).toBe(false);
    await rig.up(pod({ globalNetworking: true, restartTriggers: [1] }));
    expect(await inEffect()).toBe(true);
  });

  describe.each(["restartTriggers", "resetTriggers"])(
    "P-45: a changed %s starts the container anew, once,",
    (trigger) => {
      const template = async (name = "one") =>
        (await rig.platform.templates.create({ name, image: String(gpuPod.image), disk: 80 })).id;
      const startedAt = async () => (await rig.platform.pods.get(rig.entry("it").id)).startedAt;
      const restarts = () => rig.emulator.requests.list().filter(({ path }) => path.endsWith("/action")).length;

      /** Changes the trigger together with these arguments. @returns whether the container started, and how many restarts were asked for. */
      async function changed(before: Props, after: Props): Promise<[boolean, number]> {
        await rig.up(pod({ ...before, [trigger]: [1] }));
        const first = await startedAt();
        rig.clock.advance(60_000);
        rig.emulator.requests.clear();
        await rig.up(pod({ ...after, [trigger]: [2] }));
        return [(await startedAt()) !== first, restarts()];
      }

      it("beside an override that is left to a template with the same value", async () => {
        const templateId = await template();
        expect(await changed({ templateId, disk: 80 }, { templateId })).toEqual([true, 1]);
      });

      it("beside another template with the same settings", async () => {
        const [one, other] = [await template(), await template("other")];
        const disk = 80;
        expect(await changed({ templateId: one, disk }, { templateId: other, disk })).toEqual([true, 1]);
      });

      it("beside a change that restarts it by itself", async () => {
        expect(await changed({ disk: 40 }, { disk: 60 })).toEqual([true, 0]);
      });
    },
  );
});
