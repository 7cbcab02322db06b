import { describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { Platform, processOn } from "../create/platform";

const clockAndRig = () => {
  const clock = new VirtualClock();
  return { clock, platform: new Platform(clock, 0, () => "ok") };
};

describe("What a create took from an earlier run", () => {
  it("may be what it was to replace, until the engine asks about it", async () => {
    const { clock, platform } = clockAndRig();
    const storage = memoryStorage();
    const made = await clock.run(processOn(clock, storage).make(platform.request("k", "x~1")));
    const later = processOn(clock, storage);
    const { kind } = platform.request("k", "x~1");
    expect(await clock.run(later.make(platform.request("k", "x~1")))).toMatchObject({ id: made.id });
    expect(await later.ownership.isJustTaken({ kind, id: made.id })).toBe(true);
    await later.engineHas(kind, made.id);
    expect(await later.ownership.isJustTaken({ kind, id: made.id })).toBe(false);
  });

  it("is nothing that it made itself", async () => {
    const { clock, platform } = clockAndRig();
    const creates = processOn(clock);
    const request = platform.request("k", "x~1");
    const made = await clock.run(creates.make(request));
    expect(await creates.ownership.isJustTaken({ kind: request.kind, id: made.id })).toBe(false);
  });
});
