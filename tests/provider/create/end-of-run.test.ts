import { describe, expect, it } from "@jest/globals";
import { clockAndRig, type Process, processOn } from "./platform";

/** An engine starts a provider process for each explicit provider, and at the end of a run it ends them all at once. */
describe("When the engine ends both processes of a run", () => {
  /** Both begin a create, and each knows of the other's before there is an answer to it. */
  async function bothMade() {
    const { clock, platform, storage } = clockAndRig();
    const start = (number: number): Process =>
      processOn(clock, storage, { number, engine: "unix:/e", isAlive: (pid) => pid !== 2 });
    const [first, second] = [start(1), start(2)];
    for (const each of [first, second]) each.journal.stack = "stack";
    const making = [first.make(platform.request("of 1", "x~1")), second.make(platform.request("of 2", "x~2"))];
    await clock.run(clock.sleep(100));
    const began = await Promise.all([first, second].map((each) => each.journal.open()));
    for (const { journal } of began) expect(await journal.unconfirmed()).toHaveLength(2);
    const [, b] = await clock.run(Promise.all(making));
    return { first, second, b: b!.id };
  }

  it("neither tells of what the other one has handed over since it was read", async () => {
    const { first, second, b } = await bothMade();
    await second.creates.handedOver("Thing", b);
    await second.end(0);
    for (const each of [second, first]) expect(await each.creates.openAttempts()).toEqual([]);
  });
});
