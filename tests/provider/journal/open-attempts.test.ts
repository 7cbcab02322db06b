import { describe, expect, it } from "@jest/globals";
import type { CreateRequest } from "../../../provider/create/request";
import { sentencesOf } from "../../../provider/journal/open-attempts";
import { clockAndRig, processOn, type ProcessOptions } from "../create/platform";

/** What a run left that made an object and handed it to nobody, as another one tells it. */
async function toldAfter(first: ProcessOptions = {}, other: ProcessOptions = {}, over: Partial<CreateRequest> = {}) {
  const { clock, platform, storage } = clockAndRig();
  await clock.run(processOn(clock, storage, first).make(platform.request("k", "x~1", over)));
  const next = processOn(clock, storage, { number: 2, ...other });
  next.journal.stack = "stack";
  return { told: sentencesOf(await next.creates.openAttempts()), clock, platform, next, storage };
}

describe("A run tells of an open attempt", () => {
  it.each([
    ["what it may have left, and who knows more", {}, ", and bills"],
    ["no bill, where nothing is charged for its kind", { isFree: true } as const, ""],
  ])("%s", async (_, over, bills) => {
    const said = `It exists unless somebody deleted it${bills}. An \`up\` of a program that still has the resource takes it over. \`compute doctor\` tells`;
    expect((await toldAfter({}, {}, over)).told).toEqual([expect.stringContaining(said)]);
  });

  it("A-24: begun with another key, of which a create makes no second one until that key is back or the attempt is forgotten", async () => {
    const { told, clock, platform, next, storage } = await toldAfter({ apiKey: "another" });
    expect(told).toEqual([expect.stringContaining("for which this API key does not vouch")]);
    await expect(clock.run(next.make(platform.request("k", "x~2")))).rejects.toMatchObject({
      code: "attempt_of_other_key",
      message: expect.stringMatching(/"x~1" \(t1\).*doctor --delete 1-1/),
    });
    const again = processOn(clock, storage, { apiKey: "another", number: 3 });
    expect(await clock.run(again.make(platform.request("k", "x~2")))).toMatchObject({ id: "t1" });
  });

  it.each([
    ["nothing while another process of the same run is busy with it", "unix:/e", []],
    ["that another run is busy with it", "unix:/another", [expect.stringContaining("which is still under way")]],
  ])("%s", async (_, engine, expected) => {
    const { told } = await toldAfter({ engine }, { engine: "unix:/e", isAlive: () => true });
    expect(told).toEqual(expected);
  });

  it("nothing to another `Provider` of the very run that began it, which has another key and can't follow it", async () => {
    const engine = "unix:/e";
    expect((await toldAfter({ engine, apiKey: "theirs" }, { engine })).told).toEqual([]);
  });

  it("in one sentence where the same is to be said of several", async () => {
    const { next } = await toldAfter();
    const [open] = await next.creates.openAttempts();
    const others = [
      { ...open!, made: "t2", name: "y~1" },
      { ...open!, isVouched: false },
    ];
    const [told, ...rest] = sentencesOf([open!, ...others]);
    expect(told).toMatch(
      /^an interrupted run began to create the Things t1 \("x~1"\), t2 \("y~1"\) at \S+\. They exist unless somebody deleted them, and bill\. An `up` .* the resources takes them over\./,
    );
    expect(rest).toEqual([expect.stringContaining("does not vouch")]);
  });

  it("that no up makes another, where no list shows what it may have made", async () => {
    const { next } = await toldAfter();
    const [open] = await next.creates.openAttempts();
    const { made: _, ...lost } = open!;
    expect(sentencesOf([{ ...lost, isUnlisted: true }])).toEqual([
      expect.stringContaining(
        "It may exist and bill. An `up` makes no other until you have ended it. `compute doctor`",
      ),
    ]);
  });

  it("nothing of a stack of the same name in another backend", async () => {
    expect((await toldAfter({ backend: "a" }, { backend: "b" })).told).toEqual([]);
  });

  it("nothing once a state of the folder has the object", async () => {
    expect((await toldAfter({}, { stored: ["t1"] })).told).toEqual([]);
  });

  it("of another address, and no create of this one takes it up", async () => {
    const { clock, platform, next } = await toldAfter({ address: "d1d1d" });
    expect(await next.creates.openAttempts()).toMatchObject([{ isElsewhere: true, made: "t1" }]);
    expect(await clock.run(next.make(platform.request("k", "x~2")))).toMatchObject({ id: "t2" });
  });
});

it("another stack of the same name in another backend makes its own thing, while the first is busy with it and after it has died", async () => {
  const { clock, platform, storage } = clockAndRig();
  const busy = processOn(clock, storage, { backend: "a" });
  void busy.make(platform.request("k", "x~1", { post: () => new Promise<never>(() => undefined) }));
  await clock.run(clock.sleep(1_000));
  const before = clock.now();
  for (const number of [2, 3]) {
    const isAlive = (pid: number) => pid === 1 && number === 2;
    const other = processOn(clock, storage, { number, backend: `b${number}`, isAlive });
    await clock.run(other.make(platform.request("k", `x~${number}`)));
  }
  expect(clock.now() - before).toBeLessThan(1_000);
  expect(platform.things.size).toBe(2);
});
