import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { ResponseShapeError } from "../../../client/errors/errors";
import { memoryStorage } from "../../../provider/journal/storage";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { clockAndRig, type Fate, Platform, processOn, listLagMs } from "./platform";

const lost: Fate[] = ["lost-before", "lost-after", "500-before", "500-after", "garbled"];

describe("A create whose answer is lost", () => {
  const lags = [0, 5_000, 29_000];

  const madeNothing: Fate[] = ["lost-before", "500-before", "garbled"];
  const named = [
    ...lost.map((fate) => ({ fate, name: "x~1", isOwn: "nobody else uses" })),
    ...madeNothing.map((fate) => ({ fate, name: "x", isOwn: "anybody may use" })),
  ];
  it.each(named.flatMap((each) => lags.map((lagMs) => ({ ...each, lagMs }))))(
    "A-31: $fate, lists $lagMs ms behind, under a name that $isOwn: makes exactly one",
    async ({ fate, name, lagMs }) => {
      const { clock, platform } = clockAndRig([fate], lagMs);
      const thing = await clock.run(processOn(clock).make(platform.request("k", name)));
      expect([...platform.things.keys()]).toEqual([thing.id]);
    },
  );

  it.each((["lost-after", "500-after"] as const).flatMap((fate) => lags.map((lagMs) => ({ fate, lagMs }))))(
    "R-15: $fate, lists $lagMs ms behind, under a name that anybody may use: takes nothing over and says what to do",
    async ({ fate, lagMs }) => {
      const { clock, platform } = clockAndRig([fate], lagMs);
      const created = clock.run(processOn(clock).make(platform.request("k", "x")));
      await expect(created).rejects.toMatchObject({
        code: "create_ambiguous",
        message: expect.stringMatching(/t1 has that name.*adopt: \{ id \}/),
      });
      expect(platform.posts).toBe(1);
    },
  );

  it("A-31: costs no list when all goes well", async () => {
    const { clock, platform } = clockAndRig();
    const creates = processOn(clock);
    const names = Array.from({ length: 50 }, (_, index) => `x${index}`);
    await clock.run(Promise.all(names.map((name) => creates.make(platform.request(name, `${name}~`)))));
    expect(platform.lists).toBe(0);
    await clock.run(Promise.all(names.map((name) => creates.make(platform.request(name, name)))));
    expect(platform.lists).toBe(0);
  });

  it("A-31: takes nothing over because a look beside the create failed", async () => {
    const { clock, platform } = clockAndRig();
    platform.add("x", 1);
    const post = () => Promise.reject(new ResponseShapeError("GET /things", "is cut"));
    const created = clock.run(processOn(clock).make(platform.request("k", "x", { post })));
    await expect(created).rejects.toMatchObject({ request: "GET /things" });
  });

  it("A-31: is not repeated after a refusal, which leaves no entry", async () => {
    const { clock, platform, storage } = clockAndRig(["refused"]);
    const created = clock.run(processOn(clock, storage).make(platform.request("k", "x~1")));
    await expect(created).rejects.toMatchObject({ status: 400 });
    expect([platform.posts, platform.things.size, storage.entries.size]).toEqual([1, 0, 0]);
  });

  it("gives up after five losses that made nothing", async () => {
    const { clock, platform } = clockAndRig(Array.from({ length: 9 }, (): Fate => "500-before"));
    const created = clock.run(processOn(clock).make(platform.request("k", "x~1")));
    await expect(created).rejects.toMatchObject({ code: "create_not_made", cause: { status: 500 } });
    await expect(created).rejects.toThrow(
      /^creating the \w+ "x~1" got no clear answer 5 times \(.*500.*\), .*: nothing was made/,
    );
    expect(platform.posts).toBe(5);
  });

  it.each([
    ["takes a refusal after a loss for the echo of its own success", "refused"],
    ["removes what its own first POST made late, and keeps one", "lost-after"],
  ] as const)("%s", async (_, second) => {
    const { clock, platform } = clockAndRig(["lost-before", second]);
    const request = platform.request("k", "x~1");
    const post = async () => {
      if (platform.posts === 1) platform.add("x~1", 1);
      return request.post();
    };
    const thing = await clock.run(processOn(clock).make({ ...request, post }));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("A-31: never takes what a stranger makes under its name at that very time", async () => {
    const { clock, platform } = clockAndRig(["lost-before"]);
    const request = platform.request("k", "x");
    const post = () => {
      if (platform.posts === 0) platform.add("x", 1);
      return request.post();
    };
    const created = clock.run(processOn(clock).make({ ...request, post }));
    await expect(created).rejects.toMatchObject({
      code: "create_ambiguous",
      message: expect.stringMatching(/t1 has that name/),
    });
    expect([...platform.things.keys()]).toEqual(["t1"]);
  });

  it("ends soon when the run is interrupted, and the next run finds the thing", async () => {
    const { clock, platform, storage } = clockAndRig(["lost-after"], 20_000);
    const interruption = new AbortController();
    const created = processOn(clock, storage).make(platform.request("k", "x~1"), interruption.signal);
    void clock.sleep(5_000).then(() => interruption.abort(new Error("Ctrl-C")));
    await expect(clock.run(created)).rejects.toMatchObject({ code: "create_unresolved" });
    const thing = await clock.run(processOn(clock, storage).make(platform.request("k", "x~2")));
    expect([...platform.things.values()]).toMatchObject([{ id: thing.id, name: "x~1" }]);
  });
});

describe("When the engine ends the provider", () => {
  /** An object that the engine was handed. Nothing tells whether it could store it. */
  async function handed() {
    const { clock, platform, storage } = clockAndRig();
    const creates = processOn(clock, storage);
    creates.journal.stack = "stack";
    const thing = await clock.run(creates.make(platform.request("k", "x~1")));
    await creates.creates.handedOver("Thing", thing.id);
    await creates.end(4_000);
    expect(await creates.creates.openAttempts()).toEqual([]);
    return { clock, platform, storage, thing, later: processOn(clock, storage) };
  }

  it("nobody is told of what it was handed: a state has it, or the next create is refused", async () => {
    const { later } = await handed();
    later.journal.stack = "stack";
    expect(await later.creates.openAttempts()).toEqual([]);
  });

  it("creates on their way learn their ids", async () => {
    const { clock, platform, storage } = clockAndRig();
    const creates = processOn(clock, storage);
    const early = await clock.run(creates.make(platform.request("a", "x~1")));
    await creates.creates.handedOver("Thing", early.id);
    await clock.run(clock.sleep(2_000));
    const late = await clock.run(creates.make(platform.request("b", "x~2")));
    await creates.creates.handedOver("Thing", late.id);
    void creates.make(platform.request("c", "x~3"));
    await clock.run(clock.sleep(100));
    await clock.run(creates.end(4_000));
    const left = [...storage.entries].filter(([name]) => name.startsWith("attempt-")).map(([, text]) => text);
    // What was handed over stays until a later run has named it.
    expect(left.map((text) => text.includes('"isHanded"'))).toEqual([true, true, false]);
    expect(left).toEqual(Array(3).fill(expect.stringContaining('"made"')));
  });
});

describe("After a crash", () => {
  const crashed = (platform: Platform, storage: ReturnType<typeof memoryStorage>, name: string, size = 1) => {
    const creates = processOn(platform.clock, storage);
    const never = new Promise<never>(() => undefined);
    const request = platform.request("k", name, { size });
    return {
      /** Dies over the answer. */
      afterCommit: () => void creates.make({ ...request, post: () => request.post().then(() => never) }),
      beforeSend: () => void creates.make({ ...request, post: () => never }),
      beforeReturn: () => creates.make(request),
    };
  };

  it("the next run takes up what was made", async () => {
    const name = "x~1";
    for (const point of ["afterCommit", "beforeSend", "beforeReturn"] as const) {
      const { clock, platform, storage } = clockAndRig([], 4_000);
      void crashed(platform, storage, name)[point]();
      await clock.run(clock.sleep(1_000));
      const creates = processOn(clock, storage, { number: 2 });
      const thing = await clock.run(creates.make(platform.request("k", name)));
      expect([...platform.things.keys()]).toEqual([thing.id]);
      await creates.engineNames("Thing", thing.id, "k");
      expect([...storage.entries.keys()]).toEqual([]);
    }
  });

  it("the next run takes what was made as it is, and tells which arguments are others now", async () => {
    const { clock, platform, storage } = clockAndRig();
    const first = await clock.run(crashed(platform, storage, "x~1", 3).beforeReturn());
    const asked = { name: "x~1", size: 2, colour: "red" };
    const resumed = await clock.run(processOn(clock, storage).creates.create(platform.request("k", "x~1", { asked })));
    expect(resumed.object).toMatchObject({ id: first.id, size: 3 });
    const { earlier } = resumed;
    expect(earlier?.declared).toEqual(["name", "size"]);
    expect(["name", "size", "colour"].filter((name) => earlier?.differs(name))).toEqual(["size", "colour"]);
    expect([...platform.things.values()]).toMatchObject([{ id: first.id, size: 3 }]);
  });

  it("R-15: under a name that anybody may use, the next run takes nothing over that it cannot tell to be its own", async () => {
    const { clock, platform, storage } = clockAndRig();
    crashed(platform, storage, "x", 5).afterCommit();
    await clock.run(clock.sleep(1_000));
    const created = clock.run(processOn(clock, storage).make(platform.request("k", "x", { size: 1 })));
    await expect(created).rejects.toMatchObject({ code: "create_ambiguous" });
    expect(platform.things.size).toBe(1);
  });

  it("something else of that id or name is not touched: one that was renamed, or made at another time", async () => {
    const { clock, platform, storage } = clockAndRig();
    const { id } = await clock.run(crashed(platform, storage, "x~1").beforeReturn());
    const real = platform.things.get(id)!;
    for (const other of [{ name: "theirs" }, { createdAt: "2020-01-01T00:00:00Z" }]) {
      platform.things.set(id, { ...real, ...other });
      const created = clock.run(processOn(clock, storage).make(platform.request("k", "x~1")));
      const message: unknown = expect.stringMatching(/What to do: run `compute doctor --delete 1-1`/);
      await expect(created).rejects.toMatchObject({ code: "attempt_misfit", message });
      const adopting = clock.run(processOn(clock, storage).make(platform.request("k", "x~1", { canAdopt: true })));
      await expect(adopting).rejects.toThrow(
        /give it `adopt: \{ id: "t1" \}`; if not, run `compute doctor --delete 1-1`/,
      );
    }
    expect([platform.things.size, platform.posts]).toEqual([1, 1]);
  });

  it("keeps the name that it had made up", async () => {
    const { clock, platform, storage } = clockAndRig();
    await clock.run(crashed(platform, storage, "x~1").beforeReturn());
    const creates = processOn(clock, storage);
    expect(await creates.creates.interruptedName("Thing", "k")).toBe("x~1");
    expect(await creates.creates.interruptedName("Thing", "other")).toBeUndefined();
    await creates.engineNames("Thing", "t1", "k");
    expect(await creates.creates.interruptedName("Thing", "k")).toBeUndefined();
  });

  it("what the engine has is never taken by its own replacement", async () => {
    const { clock, platform, storage } = clockAndRig();
    const old = await clock.run(crashed(platform, storage, "x").beforeReturn());
    const creates = processOn(clock, storage);
    await creates.engineNames("Thing", old.id, "k");
    const next = await clock.run(creates.make(platform.request("k", "x")));
    expect(next.id).not.toBe(old.id);
  });

  it("nor by a replacement that was asked for by name, where the engine tells no id", async () => {
    const { clock, platform, storage } = clockAndRig();
    const first = processOn(clock, storage);
    const old = await clock.run(first.make(platform.request("k", "x~1")));
    await first.creates.handedOver("Thing", old.id);
    const creates = processOn(clock, storage);
    creates.ownership.noteResource("Thing", "k", { isThere: true });
    expect(await creates.creates.interruptedName("Thing", "k")).toBeUndefined();
    const next = await clock.run(creates.make(platform.request("k", "x~2")));
    expect(next.id).not.toBe(old.id);
    expect(platform.things.size).toBe(2);
  });

  it("A-36: the next run waits for a request that was sent before the crash and is carried out only now", async () => {
    const { clock, platform, storage } = clockAndRig();
    const request = platform.request("k", "x~1");
    const post = async () => {
      await clock.sleep(10 * 60_000 + 5_000);
      platform.add("x~1", 1);
      return new Promise<never>(() => undefined);
    };
    void processOn(clock, storage).make({ ...request, post });
    await clock.run(clock.sleep(10 * 60_000));
    const thing = await clock.run(processOn(clock, storage, { number: 2 }).make(request));
    await clock.run(clock.sleep(10_000));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("waits for an orphaned process that is still creating", async () => {
    const { clock, platform, storage } = clockAndRig();
    const orphan = processOn(clock, storage);
    const request = platform.request("k", "x~1");
    const post = async () => {
      await clock.sleep(40_000);
      return request.post();
    };
    void orphan.make({ ...request, post });
    await clock.run(clock.sleep(1_000));
    const next = processOn(clock, storage, { number: 2, isAlive: () => clock.now() < Date.UTC(2026, 4, 4, 9, 1) });
    const thing = await clock.run(next.make(platform.request("k", "x~1")));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("A-31: over any fates, lags, names and crashes there is one thing for each resource", async () => {
    const fate = fc.constantFrom<Fate>("ok", ...lost);
    const resource = fc.record({
      name: fc.constantFrom("x~", "y~"),
      fates: fc.array(fate, { maxLength: 3 }),
      diesAt: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(resource, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: listLagMs - 1_000 }),
        async (resources, lagMs) => {
          const clock = new VirtualClock();
          const storage = memoryStorage();
          const fates = new Map<string, Fate[]>();
          const platform = new Platform(clock, lagMs, (name) => fates.get(name)?.shift() ?? "ok");
          const named = resources.map(({ name, ...rest }, index) => {
            const own = `${name}${index}`;
            // The platform is given up on after five in a row, and resources of one name share theirs.
            fates.set(own, [...(fates.get(own) ?? []), ...rest.fates].slice(0, 4));
            return { ...rest, name: own, key: `k${index}` };
          });
          const firstDeath = Math.min(...named.map(({ diesAt }) => diesAt ?? Number.POSITIVE_INFINITY));
          const all = (creates: ReturnType<typeof processOn>) =>
            Promise.all(named.map(({ key, name }) => creates.make(platform.request(key, name))));
          if (Number.isFinite(firstDeath)) {
            const dying = processOn(clock, dyingAt(storage, clock, clock.now() + firstDeath));
            void all(dying).catch(() => undefined);
            await clock.run(clock.sleep(firstDeath));
          }
          const made = await clock.run(all(processOn(clock, storage, { number: 2 })));
          expect(new Set(made.map(({ id }) => id)).size).toBe(named.length);
          expect(platform.things.size).toBe(named.length);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);
});

/** A dead process writes nothing: its half-done calls go on in this one, but their words are lost. */
function dyingAt(storage: ReturnType<typeof memoryStorage>, clock: VirtualClock, at: number) {
  const alive = <T>(call: () => Promise<T>) => (clock.now() < at ? call() : new Promise<never>(() => undefined));
  return {
    ...storage,
    append: (name: string, text: string) => alive(() => storage.append(name, text)),
    remove: (name: string) => alive(() => storage.remove(name)),
  };
}
