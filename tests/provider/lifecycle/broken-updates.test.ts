import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

/**
 * Outputs are encrypted where the *new* inputs are secret, by the local engine and by the CLI alike. So what a failed
 * update leaves in state must not hold what only an earlier program set: there it may have been a secret.
 */
const canary = "canary-51c2";
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const pod = (inputs: Props): Program => ({ it: { kind: "Pod", inputs: { ...cpuPod, ...inputs } } });
const text = () => JSON.stringify(rig.entry("it").outputs);

const changes: readonly [string, before: Props, after: Props][] = [
  ["env, of a variable", { env: { TOKEN: canary, STAGE: "dev" } }, { env: { TOKEN: "plain", STAGE: "dev" } }],
  ["env, of a variable that goes", { env: { TOKEN: canary } }, { env: {} }],
  ["args", { args: `serve ${canary}` }, { args: "serve" }],
  ["cmd", { cmd: ["serve", canary] }, { cmd: ["serve", "plain"] }],
  ["entrypoint", { entrypoint: ["sh", canary] }, { entrypoint: ["sh"] }],
];

describe.each(changes)("a secret that the program takes out of %s", (_title, before, after) => {
  beforeEach(() => rig.up(pod(before)));

  it("P-47: is not in the state after an update of a pod that is gone, and the next up makes it anew", async () => {
    await rig.platform.pods.delete(rig.entry("it").id);
    await expect(rig.up(pod(after))).rejects.toThrow(/exists, but is not as it should be/);
    expect(text()).not.toContain(canary);
    expect(await rig.up(pod(after))).toEqual({ it: "replace" });
  });

  it("P-43: is not in the state after an update that stopped the pod and then failed, and the next up goes on", async () => {
    rig.emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 403 });
    const stopped = pod({ ...after, desiredStatus: "EXITED" });
    await expect(rig.up(stopped)).rejects.toThrow(/403/);
    expect(rig.entry("it").outputs).toMatchObject({ status: "EXITED" });
    expect(text()).not.toContain(canary);
    expect(await rig.up(stopped)).toEqual({ it: "update" });
    expect(JSON.stringify(await rig.platform.pods.get(rig.entry("it").id))).not.toContain(canary);
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(stopped)).toEqual({ it: "same" });
  });
});
