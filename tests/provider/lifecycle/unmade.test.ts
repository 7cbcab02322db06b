import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const checked = () =>
  rig.provider("Pod").check({}, { image: "x:1", gpu: { id: "NVIDIA L40S" }, mounts: { network: [{ path: "/w" }] } });

describe("an argument that is not set", () => {
  it("V-14: is told with what could not be made in this run, since it may come from that (`--continue-on-error`)", async () => {
    const [before] = (await checked()).failures;
    expect(before).toMatchObject({
      property: "mounts.network[0].volumeId",
      reason: expect.stringMatching(/^required, but not set/),
    });
    const volume = { name: "v", size: 10, dataCenter: "NOPE-1" };
    await expect(rig.provider("NetworkVolume").create(volume)).rejects.toThrow("NOPE-1");
    const [after] = (await checked()).failures;
    expect(after?.reason).toBe(
      `${before?.reason}. If it comes from NetworkVolume, which could not be created, fix that first`,
    );
  });
});
