import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { type Decision, decide, type Facts, nextLook } from "../../../provider/create/decide";
import { listLagMs } from "../../../api/words";

interface Row {
  readonly ids: readonly string[];
  readonly at: number;
  readonly expected: Decision;
}

function facts(over: Partial<Facts> & { ids?: readonly string[]; isMarked?: boolean }) {
  const { ids, isMarked = false, ...rest } = over;
  return {
    attempt: { name: "trainer", isMarked },
    lostAt: 0,
    listLagMs,
    patienceMs: 300_000,
    mustExist: false,
    isClaimed: () => false,
    ...(ids && { list: { startedAt: 0, objects: ids.map((id) => ({ id, name: "trainer" })) } }),
    ...rest,
  };
}

describe("After a lost answer to a create", () => {
  it("A-31: looks before anything else", () => {
    expect(decide(facts({}))).toEqual({ do: "look", at: 0 });
  });

  it.each<Row>([
    { ids: [], at: 0, expected: { do: "look", at: 2_000 } },
    { ids: ["a"], at: 0, expected: { do: "keep", id: "a", extras: [] } },
    { ids: ["b", "a"], at: 0, expected: { do: "keep", id: "a", extras: ["b"] } },
    { ids: [], at: listLagMs, expected: { do: "repeat" } },
  ])("A-31: with a marked name, $ids listed at $at ms → $expected.do", ({ ids, at: startedAt, expected }) => {
    const list = { startedAt, objects: ids.map((id) => ({ id, name: "trainer" })) };
    expect(decide(facts({ isMarked: true, list }))).toEqual(expected);
  });

  it.each<Row>([
    { ids: [], at: 0, expected: { do: "look", at: 2_000 } },
    { ids: [], at: 29_999, expected: { do: "look", at: listLagMs } },
    { ids: ["a"], at: 0, expected: { do: "refuse", ids: ["a"] } },
    { ids: ["a", "b"], at: listLagMs, expected: { do: "refuse", ids: ["a", "b"] } },
    { ids: [], at: listLagMs, expected: { do: "repeat" } },
  ])("A-31: with a name anybody may use, $ids listed at $at ms → $expected.do", ({ ids, at: startedAt, expected }) => {
    const list = { startedAt, objects: ids.map((id) => ({ id, name: "trainer" })) };
    expect(decide(facts({ list }))).toEqual(expected);
  });

  it("R-15, R-21: takes the one object of a name that the platform says it made, and refuses to choose between two", () => {
    const list = (...ids: string[]) => ({ startedAt: listLagMs, objects: ids.map((id) => ({ id, name: "trainer" })) });
    expect(decide(facts({ mustExist: true, list: list("a") }))).toEqual({ do: "keep", id: "a", extras: [] });
    expect(decide(facts({ mustExist: true, list: list("a", "b") }))).toEqual({ do: "refuse", ids: ["a", "b"] });
  });

  it("R-21: takes no object that an early list shows alone, since the one that was made may still be missing", () => {
    const list = { startedAt: 0, objects: [{ id: "older", name: "trainer" }] };
    expect(decide(facts({ mustExist: true, list }))).toEqual({ do: "look", at: 2_000 });
  });

  it("A-31: never repeats what the platform says it made, but stops looking in the end", () => {
    const looking = (startedAt: number) => decide(facts({ mustExist: true, list: { startedAt, objects: [] } }));
    expect(looking(listLagMs)).toEqual({ do: "look", at: 40_000 });
    expect(looking(329_999)).toEqual({ do: "look", at: 339_999 });
    expect(looking(330_000)).toEqual({ do: "give up" });
  });

  it("never adopts what belongs to a resource", () => {
    const list = { startedAt: listLagMs, objects: [{ id: "owned", name: "trainer" }] };
    for (const isMarked of [true, false]) {
      const decision = decide(facts({ list, isMarked, isClaimed: (id) => id === "owned" }));
      expect(decision).toEqual({ do: "repeat" });
    }
  });

  it("looks at 2, 4, 8, 16, 26 and 30 s", () => {
    const looks: number[] = [];
    for (let last = 0; last < listLagMs; ) looks.push((last = nextLook(0, listLagMs, last)));
    expect(looks).toEqual([2_000, 4_000, 8_000, 16_000, 26_000, 30_000]);
  });

  it("A-31: over all facts, adopts only what can be ours and repeats only when nothing can be", () => {
    const object = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), name: fc.constantFrom("trainer", "other") });
    fc.assert(
      fc.property(
        fc.uniqueArray(object, { selector: ({ id }) => id }),
        fc.subarray(["a", "b", "c", "d"]),
        fc.boolean(),
        fc.integer({ min: 0, max: 60_000 }),
        (objects, owned, isMarked, startedAt) => {
          const isClaimed = (id: string) => owned.includes(id);
          const decision = decide(facts({ list: { startedAt, objects }, isMarked, isClaimed }));
          const possible = objects.filter(({ id, name }) => name === "trainer" && !isClaimed(id)).map(({ id }) => id);
          switch (decision.do) {
            case "keep":
              return isMarked && [decision.id, ...decision.extras].sort().join() === possible.sort().join();
            case "repeat":
              return possible.length === 0 && startedAt >= listLagMs;
            case "refuse":
              return !isMarked && decision.ids.join() === possible.join() && possible.length > 0;
            case "look":
              return startedAt < listLagMs && decision.at > startedAt && decision.at <= listLagMs;
            case "give up":
            case "leave":
              return false;
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
