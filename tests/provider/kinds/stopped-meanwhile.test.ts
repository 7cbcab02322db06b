import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { act } from "../../../emulator/pods/actions";
import type { Props } from "../../../provider/table/props";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

/** Pods that are stopped between the look of an update and its change. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const pod = (inputs: Props = {}): Program => ({
  it: { kind: "Pod", inputs: { ...cpuPod, waitFor: "none", ...inputs } },
});
const live = () => rig.platform.pods.get(rig.entry("it").id);
const actions = () => rig.emulator.requests.list().filter(({ path }) => path.endsWith("/action")).length;

/** Somebody stops the pod right after the next answer that shows it. */
function stopAfterNextLook(): void {
  const { store, requests } = rig.emulator;
  const { id } = rig.entry("it");
  const stop = requests.onRequest(({ method, path }) => {
    if (method !== "GET" || !path.endsWith(id)) return;
    stop();
    act(store, store.pods.get(id)!, "stop");
  });
}

it.each(["none", "running"])("P-43: that are to run are started, with waitFor %s", async (waitFor) => {
  await rig.up(pod({ waitFor, image: "a:1" }));
  const { id, outputs, inputs } = rig.entry("it");
  stopAfterNextLook();
  const { outs } = await rig.provider("Pod").update(id, outputs, { ...inputs, image: "a:2" });
  expect(outs).toMatchObject({ image: "a:2", desiredStatus: "RUNNING" });
  expect(actions()).toBe(1);
  expect((await live()).status).not.toBe("EXITED");
});

it("P-48: that are done when it comes to the change stay so where nothing of it would restart them", async () => {
  await rig.up(pod({ runToCompletion: true, name: "one" }));
  rig.clock.advance(600_000);
  expect((await live()).status).toBe("RUNNING");
  stopAfterNextLook();
  expect(await rig.up(pod({ runToCompletion: true, name: "two" }))).toEqual({ it: "update" });
  expect(actions()).toBe(0);
  expect(await live()).toMatchObject({ name: "two", status: "EXITED" });
});
