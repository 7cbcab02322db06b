import { describe, expect, it } from "@jest/globals";
import { sentenceOf } from "../../../provider/create/journal/open-attempts";
import { begunElsewhere } from "../../../provider/lifecycle/warnings";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { type Fate, Platform, processOn } from "./platform";

const clockAndRig = (fates: readonly Fate[] = [], lagMs = 0) => {
  const clock = new VirtualClock();
  const rest = [...fates];
  return { clock, platform: new Platform(clock, lagMs, () => rest.shift() ?? "ok") };
};

describe("After a crash", () => {
  describe("another stack of the same name in another backend", () => {
    it("makes its own thing while the first is busy, and waits for nobody", async () => {
      const { clock, platform } = clockAndRig();
      const storage = memoryStorage();
      const busy = processOn(clock, storage, { number: 1, backend: "a" });
      void busy.make(platform.request("k", "x~1", { post: () => new Promise<never>(() => undefined) }));
      await clock.run(clock.sleep(1_000));
      const before = clock.now();
      const other = processOn(clock, storage, { number: 2, backend: "b", isAlive: (pid) => pid === 1 });
      await clock.run(other.make(platform.request("k", "x~2")));
      expect(clock.now() - before).toBeLessThan(1_000);
      expect([...storage.entries.keys()]).toEqual(["attempt-1-1", "attempt-2-1"]);
    });

    it("takes nothing of it up after it has died, and hears nothing of it", async () => {
      const { clock, platform } = clockAndRig();
      const storage = memoryStorage();
      await clock.run(processOn(clock, storage, { backend: "a" }).make(platform.request("k", "x~1")));
      const other = processOn(clock, storage, { number: 2, backend: "b" });
      other.creates.noteMention("k", "stack");
      expect(await other.creates.interruptedName("Thing", "k")).toBeUndefined();
      expect(await other.openAttempts()).toEqual([]);
      await clock.run(other.make(platform.request("k", "x~2")));
      expect(platform.things.size).toBe(2);
    });

    it("is told from an entry of an earlier build, which names no backend, by whether its owner lives", async () => {
      const { clock, platform } = clockAndRig();
      const made = platform.add("x~1", 1);
      const begin = { id: "old", kind: "Thing", key: "k", name: "x~1", isMarked: true, startedAt: clock.now() };
      const old = {
        ...begin,
        fingerprint: "f",
        account: "a",
        known: [],
        owner: { pid: 7, startedAt: "" },
        made: made.id,
      };
      const storage = memoryStorage();
      storage.entries.set("attempt-old", `\n${JSON.stringify({ begin: old })}\n`);
      const next = (alive: number) =>
        processOn(clock, storage, { number: 2, trustsUnmarked: true, isAlive: (pid) => pid === alive });
      expect((await clock.run(next(7).make(platform.request("k", "x~2")))).id).toBe("t2");
      expect((await clock.run(next(8).make(platform.request("k", "x~3")))).id).toBe(made.id);
    });

    it("names what a run left at another address, and how to end it there, but does not take it up", async () => {
      const { clock, platform } = clockAndRig();
      const storage = memoryStorage();
      const address = "https://platform.test";
      await clock.run(processOn(clock, storage, { number: 1, address }).make(platform.request("k", "x~1")));
      const other = processOn(clock, memoryStorage(), { number: 2, elsewhere: [storage] });
      other.creates.noteMention("k", "stack");
      const [open] = await other.openAttempts();
      expect(sentenceOf(open!)).toMatch(/ at https:\/\/platform\.test, and this operation uses another address\. /);
      expect(sentenceOf(open!)).toContain("`compute doctor --delete t1` ends it");
      expect((await clock.run(other.make(platform.request("k", "x~2")))).id).toBe("t2");
    });

    it("names what a run made that still goes on as such, and not as something to end", async () => {
      const { clock, platform } = clockAndRig();
      const storage = memoryStorage();
      await clock.run(processOn(clock, storage, { number: 1 }).make(platform.request("k", "x~1")));
      const told = async (alive?: number) => {
        const other = processOn(clock, storage, { number: 2, isAlive: (pid) => pid === alive });
        other.creates.noteMention("k", "stack");
        const [open] = await other.openAttempts();
        return sentenceOf(open!);
      };
      expect(await told()).toMatch(/^an interrupted run .* `compute doctor --delete t1`$/);
      expect(await told(1)).toMatch(/^another run, which is still under way .*Wait for it/);
      expect(await told(1)).not.toContain("--delete");
    });

    it.each([
      ["the same stack", "stack", "backend", "x-0000000", []],
      ["a stack that was renamed", "later", "backend", "x-0000000", ["x~1"]],
      ["a stack that was moved", "stack", "shared", "x-0000000", ["x~1"]],
      ["another resource of a renamed stack", "later", "backend", "y-0000000", []],
    ])("is told of what the first began where it is %s, by names that are alike up to a suffix", async (...about) => {
      const [, stack, backend, name, told] = about;
      const { clock, platform } = clockAndRig();
      const storage = memoryStorage();
      const asked = { wanted: "x-1a2b3c4" };
      await clock.run(
        processOn(clock, storage, { number: 1, engine: "unix:/e" }).make(platform.request("k", "x~1", asked)),
      );
      const began = async (alive?: number, goneEngine?: string) => {
        const isAlive = (pid: number) => pid === alive;
        const other = processOn(clock, storage, { number: 2, backend, isAlive, ...(goneEngine && { goneEngine }) });
        return (await other.creates.beganElsewhere("Thing", name, stack)).map(({ attempt }) => attempt.name);
      };
      expect(await began()).toEqual(told);
      expect(await began(1)).toEqual([]);
      expect(await began(1, "unix:/e")).toEqual(told);
    });
  });

  it.each([
    ["the address of then", "https://platform.test", "x-0000000", [{ name: "x~1", whose: "another project" }]],
    ["another address", "https://other.test", "x-0000000", []],
    ["the address of then, of another resource", "https://platform.test", "y-0000000", []],
  ])("V-5: is told of what a run began while the project had another name, at %s", async (...about) => {
    const [, address, name, told] = about;
    const { clock, platform } = clockAndRig();
    const storage = memoryStorage();
    const asked = { wanted: "x-1a2b3c4" };
    const first = processOn(clock, storage, { number: 1, address: "https://platform.test" });
    await clock.run(first.make(platform.request("k", "x~1", asked)));
    const renamed = processOn(clock, memoryStorage(), { number: 2, address, elsewhere: [storage] });
    const began = await renamed.creates.beganElsewhere("Thing", name, "stack of the project");
    expect(began.map(({ attempt, whose }) => ({ name: attempt.name, whose }))).toEqual(told);
  });

  it("V-5: says what a renamed or moved stack may have left, and what to do", () => {
    const attempt = { id: "1", kind: "Pod", key: "k", name: "web-1a2b3c4", isMarked: true, startedAt: 0, made: "p1" };
    expect(begunElsewhere({ attempt, whose: "another stack" }, true)).toBe(
      'An interrupted run of another stack of this project began to create the Pod named "web-1a2b3c4". If that is this stack under an ' +
        "earlier name, p1 exists and bills, unless somebody deleted it; and another one is created beside it. What to do in that " +
        'case: to keep it, give the resource `adopt: { id: "p1" }`; if it isn\'t needed, delete it on the platform.',
    );
  });
});
