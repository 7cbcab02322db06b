import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { deletionGroups, dependenciesIn } from "../../../engine/plan/dependencies";
import { newEntry, type ResourceState } from "../../../engine/state/resource-state";
import { mostOfLarge, yardsticksOf } from "../../support/cpu-time";

const urnOf = (name: number | string) => `urn:pulumi:dev::p::pkg:index:Thing::${name}`;
const entry = (name: number | string, more: Partial<ResourceState> = {}) =>
  newEntry({ urn: urnOf(name), type: "pkg:index:Thing", custom: true, id: "i", ...more });

/** A state in which entries refer to earlier ones, some of one URN, below components and below others. */
const states = fc
  .array(
    fc.record({
      name: fc.nat(8),
      isCustom: fc.boolean(),
      isCondemned: fc.boolean(),
      parent: fc.option(fc.nat(20), { nil: undefined }),
      needs: fc.array(fc.nat(20), { maxLength: 3 }),
    }),
    { maxLength: 20 },
  )
  .map((rows) => {
    const entries: ResourceState[] = [];
    for (const { name, isCustom, parent, needs } of rows) {
      const earlier = (at: number) => entries[at % Math.max(1, entries.length)]?.urn;
      const above = parent === undefined ? undefined : earlier(parent);
      const dependencies = needs.flatMap((at) => earlier(at) ?? []);
      const isOwnParent = above === urnOf(name);
      entries.push(entry(name, { custom: isCustom, dependencies, ...(above && !isOwnParent && { parent: above }) }));
    }
    return { entries, condemned: entries.filter((_, at) => rows[at]!.isCondemned) };
  });

/** Round by round, what needs nothing that is left. */
function roundByRound(condemned: readonly ResourceState[], resources: readonly ResourceState[]): ResourceState[][] {
  const dependenciesOf = dependenciesIn(resources);
  const left = new Set(condemned);
  const groups: ResourceState[][] = [];
  while (left.size > 0) {
    const free = [...left].filter((one) => !dependenciesOf(one).some((other) => left.has(other)));
    for (const one of free) left.delete(one);
    groups.push(free);
  }
  return groups.reverse();
}

describe("the groups in which a destroy deletes", () => {
  it("are those that come of taking away, round by round, what needs nothing that is left", () => {
    fc.assert(
      fc.property(states, ({ entries, condemned }) => {
        expect(deletionGroups(condemned, entries)).toEqual(roundByRound(condemned, entries));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["a chain of 60,000", (n: number) => entry(n, { dependencies: n === 0 ? [] : [urnOf(n - 1)] }), 60_000],
    ["60,000 of one URN that refer to it", () => entry("a", { delete: true, dependencies: [urnOf("a")] }), 60_000],
    ["60,000 below one component", (n: number) => entry(n, n === 0 ? { custom: false } : { parent: urnOf(0) }), 2],
  ] as const)("of %s are found in a time that grows with their number", async (_what, make, groups) => {
    const resources = Array.from({ length: 60_000 }, (_, n) => make(n));
    const grouped = () => expect(deletionGroups(resources, resources)).toHaveLength(groups);
    expect(await yardsticksOf(grouped, mostOfLarge)).toBeLessThan(mostOfLarge);
  });
});
