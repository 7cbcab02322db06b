import { expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { clockAndRig, Platform, processOn } from "./platform";

/** What an interrupted run made with another API key of this machine. */
const machineKey = Buffer.from("a secret of this machine");

it("A-24: makes no second one where another key has made one, which this key can't see", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  const { id } = await clock.run(processOn(clock, storage, { machineKey }).make(platform.request("k", "x~1")));
  const elsewhere = new Platform(clock, 0);
  const runs = (number: number, isMissingAccepted: boolean) => {
    const view = { here: "aaaaa@d1d1d", isMissingAccepted };
    const other = processOn(clock, storage, { apiKey: "other", number, machineKey });
    return clock.run(other.make(elsewhere.request("k", "x~2", { view })));
  };
  await expect(runs(2, false)).rejects.toMatchObject({
    code: "attempt_not_visible",
    message: expect.stringMatching(new RegExp(`${id} .*COMPUTE_ACCEPT_MISSING=aaaaa@d1d1d`)),
  });
  expect([...storage.entries.keys()]).toContain("attempt-1-1");
  expect(elsewhere.posts).toBe(0);
  const again = processOn(clock, storage, { number: 3, machineKey });
  expect((await clock.run(again.make(platform.request("k", "x~2")))).id).toBe(id);
  await runs(4, true);
  expect(elsewhere.posts).toBe(1);
  expect([...storage.entries.keys()]).not.toContain("attempt-1-1");
});

it("A-24: under another key keeps the entry of what may never have been made, and says whose it is", async () => {
  const { clock, platform } = clockAndRig(["lost-before"]);
  const storage = memoryStorage();
  const lost = processOn(clock, storage, { machineKey });
  const interrupted = AbortSignal.abort();
  await expect(clock.run(lost.make(platform.request("k", "x~1"), interrupted))).rejects.toThrow();
  const elsewhere = new Platform(clock, 0);
  const other = processOn(clock, storage, { apiKey: "other", number: 2, machineKey });
  await clock.run(other.make(elsewhere.request("k", "x~2")));
  expect([...storage.entries.keys()]).toContain("attempt-1-1");
  other.journal.stack = "stack";
  const open = await other.creates.openAttempts();
  expect(open.filter(({ made }) => made === undefined)).toMatchObject([{ isOfOtherKey: true }]);
});
