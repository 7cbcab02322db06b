import { expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { sentenceOf } from "../../../provider/create/journal/open-attempts";
import { clockAndRig, Platform, processOn } from "./platform";

/** What an interrupted run made with another API key of this machine. */
const machineKey = Buffer.from("a secret of this machine");

it("A-24: makes no second one where another key has made one, which this key can't see", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  const { id } = await clock.run(processOn(clock, storage, { machineKey }).make(platform.request("k", "x~1")));
  const elsewhere = new Platform(clock, 0);
  const runs = (number: number, isMissingAccepted: boolean) => {
    const view = { here: "aaaaa@https://platform.test", isMissingAccepted };
    const other = processOn(clock, storage, { apiKey: "other", number, machineKey });
    return clock.run(other.make(elsewhere.request("k", "x~2", { view })));
  };
  await expect(runs(2, false)).rejects.toMatchObject({
    code: "attempt_not_visible",
    message: expect.stringMatching(new RegExp(`${id} .*COMPUTE_ACCEPT_MISSING=aaaaa@https://platform.test`)),
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
  other.creates.noteMention("k", "stack");
  const open = await other.creates.openAttempts();
  expect(open.filter(({ made }) => made === undefined)).toMatchObject([{ isOfOtherKey: true }]);
  expect(open.map(sentenceOf).join("\n")).toMatch(
    /with another API key than this operation's.*can't tell whether it exists, and creates the resource/,
  );
});

it("A-24: under another key says of an SSH key, whose id is the same in every account, that the state lacks it in the other account", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  await clock.run(processOn(clock, storage, { machineKey }).make(platform.request("k", "x~1")));
  const other = processOn(clock, storage, { apiKey: "other", number: 2, machineKey });
  other.creates.noteMention("k", "stack");
  const [open] = await other.creates.openAttempts();
  const key = { ...open!, name: open!.made! };
  expect(sentenceOf(open!)).toMatch(/and the state does not have it\. .*creates nothing for that resource as long as/);
  expect(sentenceOf(key)).toMatch(
    /and the state does not have it in the account of that key\. .*An `up` with another key can't tell whether it exists, and creates/,
  );
});

it("a rotated key on the same machine still finds what was made, and trusts no digest of the old key", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  const made = await clock.run(processOn(clock, storage, { machineKey }).make(platform.request("k", "x~1")));
  const rotated = processOn(clock, storage, { apiKey: "rotated", number: 2, machineKey });
  const { object, earlier } = await clock.run(rotated.creates.create(platform.request("k", "x~1")));
  expect(object.id).toBe(made.id);
  expect([earlier?.differs("name"), earlier?.differs("size")]).toEqual([false, true]);
  expect(platform.posts).toBe(1);
});

it("a rotated key on the same machine still compares the arguments that hold no secret, and no other", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  const request = (size: number, token: string) =>
    platform.request("k", "x~1", { asked: { name: "x~1", size, token }, plain: new Set(["name", "size"]) });
  const lost = processOn(clock, storage, { machineKey });
  await clock.run(lost.creates.create(request(1, "same")));
  const comparedWith = async (number: number, size: number) => {
    const rotated = processOn(clock, storage, { apiKey: "rotated", number, machineKey });
    const { earlier } = await clock.run(rotated.creates.create(request(size, "same")));
    return ["size", "token", "other"].map((name) => earlier?.differs(name));
  };
  expect(await comparedWith(2, 1)).toEqual([false, true, false]);
  expect(await comparedWith(3, 2)).toEqual([true, true, false]);
  const text = [...storage.entries.values()].join("");
  expect(Object.keys(JSON.parse(text.split("\n")[1]!).begin.askedHere)).toEqual(["name", "size"]);
});

it("an object of a resource that the engine asks nothing about is not said to be lost by the state, which may have it", async () => {
  const { clock, platform } = clockAndRig();
  const storage = memoryStorage();
  const { id } = await clock.run(processOn(clock, storage).make(platform.request("k", "x~1")));
  const next = processOn(clock, storage, { number: 2 });
  next.creates.noteMention("of another resource", "stack");
  const said = (await next.creates.openAttempts()).map(sentenceOf);
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`${id} .*can't tell whether it is this one.*compute doctor`)),
  ]);
  next.creates.noteMention("k", "stack");
  expect((await next.creates.openAttempts()).map(sentenceOf).join()).toContain("and the state does not have it");
});
