import { describe, expect, it } from "@jest/globals";
import { sentenceOf } from "../../../../provider/create/journal/open-attempts";
import { memoryStorage } from "../../../../provider/create/journal/storage";
import { VirtualClock } from "../../../../proofs/virtual-clock";
import { Platform, processOn } from "../platform";

const clockAndPlatform = () => {
  const clock = new VirtualClock();
  return { clock, platform: new Platform(clock, 0) };
};

describe("What is told of an open attempt", () => {
  it("that nothing vouches for is that it was ignored, and it is not acted upon", async () => {
    const { clock, platform } = clockAndPlatform();
    const storage = memoryStorage();
    await clock.run(processOn(clock, storage, { apiKey: "somebody else's" }).make(platform.request("k", "x~1")));
    const next = processOn(clock, storage, { number: 2 });
    next.creates.noteMention("k", "stack");
    const made = await clock.run(next.make(platform.request("k", "x~2")));
    expect(made.id).toBe("t2");
    const [open, ...more] = (await next.openAttempts()).filter(({ isBelieved }) => !isBelieved);
    expect([open?.id, more.length]).toEqual(["1-1", 0]);
    expect(sentenceOf(open!)).toMatch(/nothing vouches for this entry \(attempt 1-1\).*It was ignored/);
  });

  it.each([
    ["bills, where its kind does", false, "It exists unless somebody deleted it, and bills. "],
    ["exists, where nothing is charged for its kind", true, "It exists unless somebody deleted it. "],
  ])("is that what it left %s", async (_, isFree, said) => {
    const { clock, platform } = clockAndPlatform();
    const storage = memoryStorage();
    await clock.run(processOn(clock, storage).make(platform.request("k", "x~1", { isFree })));
    const next = processOn(clock, storage, { number: 2 });
    next.creates.noteMention("k", "stack");
    expect((await next.openAttempts()).map(sentenceOf)).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    ["nothing while another process of the same run is busy with it", "unix:/run/engine", []],
    [
      "that another run is busy with it",
      "unix:/run/another",
      [expect.stringContaining("another run, which is still under way")],
    ],
  ])("is %s", async (_, engine, told) => {
    const { clock, platform } = clockAndPlatform();
    const storage = memoryStorage();
    await clock.run(processOn(clock, storage, { engine }).make(platform.request("k", "x~1")));
    const other = processOn(clock, storage, { number: 2, engine: "unix:/run/engine", isAlive: () => true });
    other.creates.noteMention("k", "stack");
    expect((await other.openAttempts()).map(sentenceOf)).toEqual(told);
  });

  it("is nothing to another `Provider` of the very run that began it, which has another key and can't follow it", async () => {
    const { clock, platform } = clockAndPlatform();
    const storage = memoryStorage();
    const engine = "unix:/run/engine";
    await clock.run(processOn(clock, storage, { engine, apiKey: "theirs" }).make(platform.request("k", "x~1")));
    const told = async (of: string) => {
      const other = processOn(clock, storage, { number: 2, engine: of, isAlive: () => false });
      other.creates.noteMention("k", "stack");
      return (await other.openAttempts()).map(sentenceOf);
    };
    expect(await told(engine)).toEqual([]);
    expect(await told("unix:/run/another")).toEqual([expect.stringContaining("nothing vouches for this entry")]);
  });

  it.each([
    ["the same API key", "api-key", /interrupted run began to create the Thing t1 .*`compute doctor --delete t1`$/],
    [
      "another API key",
      "other",
      /with another API key than this operation's, .*`compute doctor --delete t1` and that key$/,
    ],
  ])(
    "is that the state may have it to be deleted, where it has an object that another machine made, with %s",
    async (_, apiKey, said) => {
      const { clock, platform } = clockAndPlatform();
      const [storage, machineKey] = [memoryStorage(), Buffer.alloc(32, 1)];
      await clock.run(processOn(clock, storage, { machineKey }).make(platform.request("k", "x~1")));
      const next = processOn(clock, storage, { apiKey, number: 2, machineKey });
      next.creates.noteMention("k", "stack");
      await next.engineHas("Thing", "made-elsewhere", "k");
      const told = (await next.creates.openAttempts()).map(sentenceOf);
      expect(told).toEqual([expect.stringContaining("and the state has made-elsewhere for that resource now")]);
      expect(told).toEqual([expect.stringContaining("the state still has t1, and an `up` deletes it")]);
      expect(told).toEqual([expect.stringMatching(said)]);
    },
  );

  it("is that the state does not have it, where the state has the object that it was to replace", async () => {
    const { clock, platform } = clockAndPlatform();
    const storage = memoryStorage();
    const { id } = await clock.run(processOn(clock, storage).make(platform.request("k", "x~1")));
    const replacing = processOn(clock, storage, { number: 2 });
    await replacing.engineHas("Thing", id, "k");
    await clock.run(replacing.make(platform.request("k", "x~2")));
    const next = processOn(clock, storage, { number: 3 });
    next.creates.noteMention("k", "stack");
    await next.engineHas("Thing", id, "k");
    const told = (await next.creates.openAttempts()).map(sentenceOf);
    expect(told).toEqual([expect.stringMatching(/Thing t2 .*and the state does not have it\./)]);
  });
});
