import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type SimFault, type SimResource, type SimStep, Simulation } from "../support/simulation";

const names = ["a", "b", "c", "d", "e"];

/** Some of the five names in a fixed order, each depending on some of those before it. */
const program: fc.Arbitrary<SimResource[]> = fc
  .tuple(
    ...names.map((name, index) =>
      fc.option<SimResource>(
        fc.record({
          name: fc.constant(name),
          kind: fc.constantFrom("x", "y"),
          size: fc.constantFrom(1, 2),
          deleteFirst: fc.boolean(),
          takes: fc.subarray(names.slice(0, index), { maxLength: Math.min(index, 2) }),
          waits: fc.subarray(names.slice(0, index), { maxLength: Math.min(index, 1) }),
        }),
        { freq: 4 },
      ),
    ),
  )
  .map((found) => {
    const present = found.filter((resource) => resource !== null);
    const known = new Set(present.map(({ name }) => name));
    const living = (list: readonly string[]) => list.filter((name) => known.has(name));
    return present.map((resource) => ({ ...resource, takes: living(resource.takes), waits: living(resource.waits) }));
  });

const fault: fc.Arbitrary<SimFault> = fc.oneof(
  { arbitrary: fc.constant<SimFault>("none"), weight: 6 },
  { arbitrary: fc.constantFrom<SimFault>("fail", "fail-after", "killed-before", "killed-after"), weight: 2 },
);
const some = fc.subarray(names, { maxLength: 2 });
const selection = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  { arbitrary: fc.record({ target: some, targetDependents: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ exclude: some }), weight: 1 },
);
const step: fc.Arbitrary<SimStep> = fc
  .record({
    run: fc.constantFrom<SimStep["run"]>("up", "up", "up", "refresh", "destroy", "preview"),
    program,
    faults: fc.array(fault, { maxLength: 8 }),
    diesAtWrite: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 4, nil: undefined }),
    continueOnError: fc.boolean(),
    selection,
    replace: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: some, weight: 1 }),
    vanish: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: some, weight: 1 }),
    unreadable: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: some, weight: 1 }),
  })
  .map(({ selection: chosen, ...rest }) => ({ ...rest, ...chosen }));

describe("the snapshot, after any operations with any faults and kills", () => {
  it("is valid at every write and knows every object that lives", async () => {
    let writes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const simulation = new Simulation(); // throws at the first write that is not sound
        for (const each of steps) await simulation.run(each);
        writes += simulation.writes;
      }),
      { numRuns: 150 },
    );
    expect(writes).toBeGreaterThan(1_000);
  });

  it("comes to what the program asks for with the first up that nothing disturbs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), program, async (steps, last) => {
        const simulation = new Simulation();
        for (const each of steps) await simulation.run(each);
        expect(await simulation.run({ run: "up", program: last, faults: [] })).toBe("succeeded");
        expect(simulation.ids().map((id) => id.split("-")[0])).toEqual(
          expect.arrayContaining(last.map(({ name }) => name)),
        );
        expect(simulation.ids()).toHaveLength(last.length);
        const lost = simulation.lostUrns();
        const strays = [...simulation.platform].filter(([id, urn]) => !simulation.ids().includes(id) && !lost.has(urn));
        expect(strays).toEqual([]);
        const before = simulation.saved;
        expect(await simulation.run({ run: "preview", program: last, faults: [] })).toBe("succeeded");
        expect(simulation.saved).toBe(before);
      }),
      { numRuns: 80 },
    );
  });

  it("is empty after a destroy that nothing disturbs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        const simulation = new Simulation();
        for (const each of steps) await simulation.run(each);
        const lost = simulation.lostUrns();
        expect(await simulation.run({ run: "destroy", program: [], faults: [] })).toBe("succeeded");
        expect(simulation.ids()).toEqual([]);
        expect([...simulation.platform.values()].filter((urn) => !lost.has(urn))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});

/** Found by the properties above, and shrunk by them. */
describe("the snapshot is valid and knows every object", () => {
  const one = (name: string, more: Partial<SimResource> = {}): SimResource => ({
    name,
    kind: "x",
    size: 1,
    deleteFirst: false,
    takes: [],
    waits: [],
    ...more,
  });
  const up = (resources: SimResource[], more: Partial<SimStep> = {}): SimStep => ({
    run: "up",
    program: resources,
    faults: [],
    ...more,
  });
  const chain = [one("a"), one("d", { takes: ["a"] }), one("e", { takes: ["d"] })];

  it.each<{ what: string; steps: SimStep[]; ends: string[] }>([
    {
      what: "when something depends on what is excluded and was never made",
      steps: [up([one("a"), one("c", { waits: ["a"] })], { exclude: ["a"] }), up([])],
      ends: ["failed", "succeeded"],
    },
    {
      what: "when what waits for its delete, and is excluded now, depends on what left the program",
      steps: [
        up([one("c"), one("e", { takes: ["c"] })]),
        up([one("d"), one("e")], { faults: ["fail"] }),
        up([], { exclude: ["e"] }),
      ],
      ends: ["succeeded", "failed", "succeeded"],
    },
    {
      what: "when an early delete fails and others go on",
      steps: [
        up([one("a"), one("c", { takes: ["a"] }), one("d")]),
        up([one("a", { kind: "y", deleteFirst: true }), one("c", { takes: ["a"] })], {
          faults: ["fail"],
          continueOnError: true,
        }),
      ],
      ends: ["succeeded", "failed"],
    },
    {
      what: "when what is no target depends on one through a resource that left the program",
      steps: [up(chain), up([one("a", { size: 2 }), one("e")], { target: ["a"] })],
      ends: ["succeeded", "succeeded"],
    },
    {
      what: "when what is left out after a failure depends on what left the program",
      steps: [
        up([one("a"), one("c", { takes: ["a"] })]),
        up([one("b"), one("c", { takes: ["b"] })], { faults: ["fail"], continueOnError: true }),
        up([]),
      ],
      ends: ["succeeded", "failed", "succeeded"],
    },
    {
      what: "when what is no target depends on a target that now depends on another one",
      steps: [
        up([one("b"), one("c", { takes: ["b"] })]),
        up([one("a"), one("b", { waits: ["a"] }), one("c")], { target: ["a", "b"] }),
      ],
      ends: ["succeeded", "succeeded"],
    },
  ])("$what", async ({ steps, ends }) => {
    const simulation = new Simulation();
    const found: string[] = [];
    for (const each of steps) found.push(await simulation.run(each));
    expect(found).toEqual(ends);
  });
});
