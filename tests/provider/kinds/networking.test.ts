import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { observePod } from "../../../provider/kinds/pod/view";
import type { Props } from "../../../provider/table/props";
import { createdPod } from "../../support/pod-samples";
import { gpuPod } from "../fixtures";
import { type Program, type Rig, startRig } from "../rig";

/** The value that state gets for `globalNetworking` when a pod that was seen like this is read again. */
function seen(asked: boolean, before: { enabled: boolean; startedAt: string }, now: typeof before) {
  const { enabled, startedAt } = now;
  const pod = { ...createdPod, status: "RUNNING" as const, startedAt, globalNetworking: { enabled } };
  const known = { globalNetworking: asked, networking: { enabled: before.enabled }, startedAt: before.startedAt };
  return observePod(pod, known).globalNetworking;
}

describe("Global networking, which takes effect at the next start (P-51)", () => {
  const first = "2026-05-04T09:00:00Z";
  const later = "2026-05-04T10:00:00Z";

  it.each([true, false])("P-51: asked for as %s and not yet in effect is no drift", (asked) => {
    expect(seen(asked, { enabled: !asked, startedAt: first }, { enabled: !asked, startedAt: first })).toBe(asked);
  });

  it.each([true, false])("P-51: asked for as %s and not in effect after a start was changed by somebody", (asked) => {
    expect(seen(asked, { enabled: !asked, startedAt: first }, { enabled: !asked, startedAt: later })).toBe(!asked);
  });

  it("P-56: of a pod that runs before it has its address is no drift", () => {
    const { globalNetworking, networking } = observePod(
      { ...createdPod, status: "RUNNING", startedAt: first, globalNetworking: { enabled: false } },
      { globalNetworking: true },
    );
    expect({ globalNetworking, networking }).toEqual({ globalNetworking: true, networking: { enabled: false } });
    const now = { enabled: true, startedAt: first };
    expect(seen(true, { enabled: false, startedAt: first }, now)).toBe(true);
  });

  it.each([true, false])("P-56: in effect as %s, and then not, is drift", (asked) => {
    expect(seen(asked, { enabled: asked, startedAt: first }, { enabled: !asked, startedAt: first })).toBe(!asked);
  });
});

describe("Global networking of a pod whose program does not set it", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.close());
  const pod = (inputs: Props): Program => ({ it: { kind: "Pod", inputs: { ...gpuPod, __key: "k", ...inputs } } });
  const networked: Props = { dataCenterIds: ["EU-XX-1"], globalNetworking: true };

  it("P-56: is in the state as the platform has it after an adoption, and a later false is sent", async () => {
    const { desiredStatus: _, ...body } = { ...gpuPod, ...networked };
    const { id } = await rig.platform.pods.create(body as never);
    rig.clock.advance(600_000);
    expect((await rig.platform.pods.get(id)).globalNetworking.enabled).toBe(true);
    await rig.up(pod({ adopt: { id } }));
    expect(rig.entry("it").outputs).toMatchObject({ globalNetworking: true, networking: { enabled: true } });
    await rig.up(pod({ adopt: { id }, disk: 60 }));
    expect(rig.entry("it").outputs).toMatchObject({ globalNetworking: true });
    expect(await rig.up(pod({ globalNetworking: false, disk: 60 }))).toEqual({ it: "update" });
    expect(rig.emulator.store.pods.get(id)?.globalNetworking).toBe(false);
  });

  it("P-51: that it has given up and that is still in effect is set again when the program asks for it once more", async () => {
    await rig.up(pod(networked));
    rig.clock.advance(600_000);
    await rig.up(pod({ dataCenterIds: networked.dataCenterIds }));
    await rig.up(pod({ dataCenterIds: networked.dataCenterIds, name: "renamed" }));
    expect(await rig.up(pod({ ...networked, name: "renamed" }))).toEqual({ it: "update" });
  });
});
