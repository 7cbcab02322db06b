import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { gpuPod } from "../fixtures";
import { type Rig, startRig, wire } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const program = (more: Props) => ({ it: { kind: "Pod" as const, inputs: { ...gpuPod, ...more, __key: "k" } } });
const id = () => rig.entry("it").id;

/** What a preview tells of the pod with these arguments. */
async function told(more: Props): Promise<readonly string[]> {
  const { outputs, inputs: before } = rig.entry("it");
  const provider = rig.provider("Pod");
  const handed = { __provider: "Pod", __logicalName: "it", __key: "k", __preview: true };
  const { inputs } = await provider.check(wire(before), { ...gpuPod, ...more, ...handed });
  return (await provider.diff(id(), wire(outputs), wire(inputs))).reasons;
}

/** The requests that changed something. */
const sent = () => rig.emulator.requests.list().filter(({ method }) => method !== "GET");

describe("an update of what somebody else has changed", () => {
  it("leaves a variable that the platform alone has, where only the name changes", async () => {
    await rig.up(program({ name: "a", env: { A: "1" } }));
    await rig.platform.pods.update(id(), { env: { A: "1", WANDB_KEY: "theirs" } });
    rig.clock.advance(60_000);
    const { startedAt } = await rig.platform.pods.get(id());
    expect(await told({ name: "b", env: { A: "1" } })).toEqual(["name changes in place."]);
    await rig.up(program({ name: "b", env: { A: "1" } }));
    const { name, env, ...now } = await rig.platform.pods.get(id());
    expect({ name, key: env["WANDB_KEY"], startedAt: now.startedAt }).toEqual({ name: "b", key: "theirs", startedAt });
  });

  it("leaves their image to the next run, which says that it goes back, where an unsent argument changes", async () => {
    await rig.up(program({}));
    await rig.platform.pods.update(id(), { image: "registry.example.com/acme/app:hotfix" });
    rig.emulator.requests.clear();
    await rig.up(program({ stopAfter: "8h" }));
    expect(sent()).toEqual([]);
    expect((await told({ stopAfter: "8h" })).join()).toMatch(/^image changes in place/);
    await rig.up(program({ stopAfter: "8h" }));
    expect((await rig.platform.pods.get(id())).image).toBe(gpuPod.image);
  });

  it("says that it stops a pod that somebody has started", async () => {
    await rig.up(program({ desiredStatus: "EXITED" }));
    await rig.platform.pods.start(id());
    expect(await told({ desiredStatus: "EXITED", stopAfter: "8h" })).toContain(
      "The pod stops, which wipes the container's disk; it keeps its host and the data of mounted disks.",
    );
    await rig.up(program({ desiredStatus: "EXITED", stopAfter: "8h" }));
    expect((await rig.platform.pods.get(id())).status).toBe("EXITED");
  });

  it("says that it starts a pod that somebody has stopped before the last run saw it ready", async () => {
    rig.emulator.store.capacity.setFree({}, 10);
    await expect(rig.up(program({ timeouts: { create: 0.001 } }))).rejects.toMatchObject({ code: "initialization" });
    await rig.platform.pods.stop(id());
    expect((await told({})).join()).toMatch(/The pod starts\./);
  });
});
