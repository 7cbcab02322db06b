import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { memoryStorage } from "../../provider/once/storage";
import { VirtualClock } from "../../scripts/prove/virtual-clock";
import { type Fate, Platform, processOn, settleMs } from "./platform";

const clockAndWorld = (fates: readonly Fate[] = [], lagMs = 0) => {
  const clock = new VirtualClock();
  const rest = [...fates];
  return { clock, platform: new Platform(clock, lagMs, () => rest.shift() ?? "ok") };
};

const lost: Fate[] = ["lost-before", "lost-after", "500-before", "500-after", "garbled"];

describe("A create whose answer is lost", () => {
  it.each(
    lost.flatMap((fate) => [0, 5_000, 29_000].flatMap((lagMs) => ["x", "x~1"].map((name) => ({ fate, lagMs, name })))),
  )("A-31: $fate, lists $lagMs ms behind, named $name: makes exactly one", async ({ fate, lagMs, name }) => {
    const { clock, platform } = clockAndWorld([fate], lagMs);
    const thing = await clock.run(processOn(clock).create(platform.request("k", name)));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("A-31: costs no list when all goes well and the name is a marker, and one for many when it is not", async () => {
    const { clock, platform } = clockAndWorld();
    const once = processOn(clock);
    const names = Array.from({ length: 50 }, (_, index) => `x${index}`);
    await clock.run(Promise.all(names.map((name) => once.create(platform.request(name, `${name}~`)))));
    expect(platform.lists).toBe(0);
    await clock.run(Promise.all(names.map((name) => once.create(platform.request(name, name)))));
    expect(platform.lists).toBe(1);
  });

  it("A-31: is not repeated after a refusal, which leaves no entry", async () => {
    const { clock, platform } = clockAndWorld(["refused"]);
    const storage = memoryStorage();
    const created = clock.run(processOn(clock, storage).create(platform.request("k", "x~1")));
    await expect(created).rejects.toMatchObject({ status: 400 });
    expect([platform.posts, platform.things.size, storage.entries.size]).toEqual([1, 0, 0]);
  });

  it("gives up after five losses that made nothing", async () => {
    const { clock, platform } = clockAndWorld(Array.from({ length: 9 }, (): Fate => "500-before"));
    const created = clock.run(processOn(clock).create(platform.request("k", "x~1")));
    await expect(created).rejects.toMatchObject({ status: 500 });
    expect(platform.posts).toBe(5);
  });

  it("takes a refusal after a loss for the echo of its own success", async () => {
    const { clock, platform } = clockAndWorld(["lost-before", "refused"]);
    const request = platform.request("k", "x");
    const post = async () => {
      if (platform.posts === 1) platform.add("x", 1);
      return request.post();
    };
    const thing = await clock.run(processOn(clock).create({ ...request, post }));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("never takes a thing of the same name that was there before, or that another resource owns", async () => {
    const { clock, platform } = clockAndWorld(["ok", "lost-before"]);
    const before = platform.add("x", 1);
    const once = processOn(clock);
    const first = await clock.run(once.create(platform.request("a", "x")));
    const second = await clock.run(once.create(platform.request("b", "x")));
    expect(new Set([before.id, first.id, second.id]).size).toBe(3);
    expect(platform.things.size).toBe(3);
  });

  it("makes ten of one name when half of the answers are lost, and gives each its own", async () => {
    const { clock, platform } = clockAndWorld(
      Array.from({ length: 10 }, (_, i): Fate => (i % 2 ? "ok" : "lost-after")),
      3_000,
    );
    const once = processOn(clock);
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
    const made = await clock.run(Promise.all(keys.map((key) => once.create(platform.request(key, "x")))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(10);
    expect(platform.things.size).toBe(10);
  });

  it("refuses to choose between two strangers of its name, and touches neither", async () => {
    const { clock, platform } = clockAndWorld(["lost-after"]);
    const request = platform.request("k", "x");
    const post = () => {
      platform.add("x", 1);
      return request.post();
    };
    const created = clock.run(processOn(clock).create({ ...request, post }));
    await expect(created).rejects.toMatchObject({ code: "create_ambiguous", ids: ["t1", "t2"] });
    expect(platform.things.size).toBe(2);
  });

  it("ends soon when the run is interrupted, and the next run finds the thing", async () => {
    const { clock, platform } = clockAndWorld(["lost-after"], 20_000);
    const storage = memoryStorage();
    const interruption = new AbortController();
    const created = processOn(clock, storage).create(platform.request("k", "x~1"), interruption.signal);
    void clock.sleep(5_000).then(() => interruption.abort(new Error("Ctrl-C")));
    await expect(clock.run(created)).rejects.toMatchObject({ code: "create_unresolved" });
    const thing = await clock.run(processOn(clock, storage).create(platform.request("k", "x~2")));
    expect([...platform.things.values()]).toMatchObject([{ id: thing.id, name: "x~2" }]);
  });
});

describe("When the engine ends the provider", () => {
  it("what it was handed is confirmed", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const once = processOn(clock, storage);
    const thing = await clock.run(once.create(platform.request("k", "x~1")));
    once.handedOver("Thing", thing.id);
    await once.end(4_000);
    expect([...storage.entries.keys()]).toEqual([`owned-Thing-${thing.id}`]);
  });

  it("creates on their way learn their ids, and what was handed over in the last second is not sure to be kept", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const once = processOn(clock, storage);
    const early = await clock.run(once.create(platform.request("a", "x~1")));
    once.handedOver("Thing", early.id);
    await clock.run(clock.sleep(2_000));
    const late = await clock.run(once.create(platform.request("b", "x~2")));
    once.handedOver("Thing", late.id);
    void once.create(platform.request("c", "x~3"));
    await clock.run(clock.sleep(100));
    await clock.run(once.end(4_000));
    const left = [...storage.entries].filter(([name]) => name.startsWith("attempt-")).map(([, text]) => text);
    expect(left).toHaveLength(2);
    expect(left.every((text) => text.includes('"made"'))).toBe(true);
    expect(storage.entries.has(`owned-Thing-${early.id}`)).toBe(true);
  });
});

describe("After a crash", () => {
  const crashed = (platform: Platform, storage: ReturnType<typeof memoryStorage>, name: string, size = 1) => {
    const once = processOn(platform.clock, storage);
    const never = new Promise<never>(() => undefined);
    const request = platform.request("k", name, { size });
    return {
      /** Dies over the answer. */
      afterCommit: () => void once.create({ ...request, post: () => request.post().then(() => never) }),
      beforeSend: () => void once.create({ ...request, post: () => never }),
      beforeReturn: () => once.create(request),
    };
  };

  it.each(["x", "x~1"])("the next run takes up what was made, named %s", async (name) => {
    for (const point of ["afterCommit", "beforeSend", "beforeReturn"] as const) {
      const { clock, platform } = clockAndWorld([], 4_000);
      const storage = memoryStorage();
      void crashed(platform, storage, name)[point]();
      await clock.run(clock.sleep(1_000));
      const once = processOn(clock, storage, "account", 2);
      const thing = await clock.run(once.create(platform.request("k", name)));
      expect([...platform.things.keys()]).toEqual([thing.id]);
      await once.engineHas("Thing", thing.id, "k");
      expect([...storage.entries.keys()]).toEqual([`owned-Thing-${thing.id}`]);
    }
  });

  it("the next run brings what was made in line with a program that changed meanwhile", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const first = await clock.run(crashed(platform, storage, "x~1", 1).beforeReturn());
    const grown = await clock.run(processOn(clock, storage).create(platform.request("k", "x~1", { size: 3 })));
    expect(grown).toMatchObject({ id: first.id, size: 3 });
    const shrunk = await clock.run(processOn(clock, storage).create(platform.request("k", "x~1", { size: 2 })));
    expect([...platform.things.values()]).toMatchObject([{ id: shrunk.id, size: 2 }]);
  });

  it("a thing known only by a name that anybody may use is never deleted", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    crashed(platform, storage, "x", 5).afterCommit();
    await clock.run(clock.sleep(1_000));
    const created = clock.run(processOn(clock, storage).create(platform.request("k", "x", { size: 1 })));
    await expect(created).rejects.toMatchObject({ code: "create_leftover" });
    expect(platform.things.size).toBe(1);
  });

  it("keeps the name that it had made up", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    await clock.run(crashed(platform, storage, "x~1").beforeReturn());
    const once = processOn(clock, storage);
    expect(await once.interruptedName("Thing", "k")).toBe("x~1");
    expect(await once.interruptedName("Thing", "other")).toBeUndefined();
    await once.engineHas("Thing", "t1", "k");
    expect(await once.interruptedName("Thing", "k")).toBeUndefined();
  });

  it("what the engine has is never taken by its own replacement", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const old = await clock.run(crashed(platform, storage, "x").beforeReturn());
    const once = processOn(clock, storage);
    await once.engineHas("Thing", old.id, "k");
    const next = await clock.run(once.create(platform.request("k", "x")));
    expect(next.id).not.toBe(old.id);
  });

  it("nor by a replacement that was asked for by name, where the engine tells no id", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const old = await clock.run(crashed(platform, storage, "x~1").beforeReturn());
    const once = processOn(clock, storage);
    once.engineHasInputs("Thing", "k", "x~1");
    expect(await once.interruptedName("Thing", "k")).toBeUndefined();
    const next = await clock.run(once.create(platform.request("k", "x~2")));
    expect(next.id).not.toBe(old.id);
    expect(platform.things.size).toBe(2);
  });

  it("waits for an orphaned process that is still creating", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const orphan = processOn(clock, storage);
    const request = platform.request("k", "x~1");
    const post = async () => {
      await clock.sleep(40_000);
      return request.post();
    };
    void orphan.create({ ...request, post });
    await clock.run(clock.sleep(1_000));
    const next = processOn(clock, storage, "account", 2, () => clock.now() < Date.UTC(2026, 4, 4, 9, 1));
    const thing = await clock.run(next.create(platform.request("k", "x~1")));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("under another key keeps the entry of what that key can't see", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    await clock.run(crashed(platform, storage, "x~1").beforeReturn());
    const elsewhere = new Platform(clock, 0);
    await clock.run(processOn(clock, storage, "other account", 2).create(elsewhere.request("k", "x~2")));
    expect([...storage.entries.keys()]).toContain("attempt-1-1");
  });

  it("A-31: over any fates, lags, names and crashes there is one thing for each resource", async () => {
    const fate = fc.constantFrom<Fate>("ok", ...lost);
    const resource = fc.record({
      name: fc.constantFrom("x", "y", "x~", "y~"),
      fates: fc.array(fate, { maxLength: 3 }),
      diesAt: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(resource, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: settleMs - 1_000 }),
        async (resources, lagMs) => {
          const clock = new VirtualClock();
          const storage = memoryStorage();
          const fates = new Map<string, Fate[]>();
          const platform = new Platform(clock, lagMs, (name) => fates.get(name)?.shift() ?? "ok");
          const named = resources.map(({ name, ...rest }, index) => {
            const own = name.endsWith("~") ? `${name}${index}` : name;
            // The platform is given up on after five in a row, and resources of one name share theirs.
            fates.set(own, [...(fates.get(own) ?? []), ...rest.fates].slice(0, 4));
            return { ...rest, name: own, key: `k${index}` };
          });
          const firstDeath = Math.min(...named.map(({ diesAt }) => diesAt ?? Number.POSITIVE_INFINITY));
          const all = (once: ReturnType<typeof processOn>) =>
            Promise.all(named.map(({ key, name }) => once.create(platform.request(key, name))));
          if (Number.isFinite(firstDeath)) {
            const dying = processOn(clock, dyingAt(storage, clock, clock.now() + firstDeath));
            void all(dying).catch(() => undefined);
            await clock.run(clock.sleep(firstDeath));
          }
          const made = await clock.run(all(processOn(clock, storage, "account", 2)));
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
    rename: (from: string, to: string) => alive(() => storage.rename(from, to)),
    remove: (name: string) => alive(() => storage.remove(name)),
  };
}

describe("What a create took from an earlier run", () => {
  it("may be what it was to replace, until the engine asks about it", async () => {
    const { clock, platform } = clockAndWorld();
    const storage = memoryStorage();
    const made = await clock.run(processOn(clock, storage).create(platform.request("k", "x~1")));
    const later = processOn(clock, storage);
    const { kind } = platform.request("k", "x~1");
    expect(await clock.run(later.create(platform.request("k", "x~1")))).toMatchObject({ id: made.id });
    expect(later.isJustTaken(kind, made.id)).toBe(true);
    await later.engineHas(kind, made.id);
    expect(later.isJustTaken(kind, made.id)).toBe(false);
  });

  it("is nothing that it made itself", async () => {
    const { clock, platform } = clockAndWorld();
    const once = processOn(clock);
    const request = platform.request("k", "x~1");
    const made = await clock.run(once.create(request));
    expect(once.isJustTaken(request.kind, made.id)).toBe(false);
  });
});
