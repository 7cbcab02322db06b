import { describe, expect, it } from "@jest/globals";
import { diagnose } from "../../../cli/doctor/diagnose";
import { endingOf } from "../../../cli/doctor/end-attempt";
import type { LiveObjects } from "../../../cli/doctor/finding";
import { otherHolders } from "../../../cli/doctor/holders";
import type { OpenAttempt, StackJournal } from "../../../cli/doctor/journal";
import { readDeployment, type StackResource } from "../../../cli/state/deployment";
import { keyOf } from "../../../provider/create/journal/identity";
import { entryOf, exportOf, nothing, view } from "./states";

const lost = entryOf({ kind: "NetworkVolume", name: "data", inputs: { name: "data-1a2b" } });
const key = keyOf(lost.urn);
const stackOf = (entries: readonly object[], pending: readonly object[] = []) =>
  readDeployment(exportOf(entries, pending), "stdin");
const interrupted = stackOf([], [{ type: "creating", resource: lost }]);
const made = { id: "v-1", name: "data-1a2b", createdAt: "2026-05-04T09:00:00Z" };
const platform: LiveObjects = { ...nothing, NetworkVolume: [made] };

const attempt: OpenAttempt = {
  ...{ id: "a-1", kind: "NetworkVolume", key, name: "data-1a2b", startedAt: 0 },
  ...{ isBusy: false, isBelieved: true, isElsewhere: false, isOfOtherKey: false },
  attempt: { id: "a-1", kind: "NetworkVolume", key, name: "data-1a2b", isMarked: true, startedAt: 0 },
};

/** Another stack of the backend, whose state has the volume. */
const theirs: StackResource[] = stackOf([entryOf({ kind: "NetworkVolume", name: "rescued", id: "v-1" })]).resources.map(
  (each) => ({ ...each, urn: each.urn.replace(":dev::shop::", ":prod::shop::") }),
);

const journal = (attempts: readonly OpenAttempt[], isTakenOver = false): StackJournal => ({
  attempts,
  made: [],
  isTakenOver: async (kind, id, of) => isTakenOver && kind === "NetworkVolume" && id === "v-1" && of === key,
  drop: async () => undefined,
});

const inStates = {
  what: "the state of another stack has",
  states: theirs,
  isTaken: false,
  who: "the stack prod of the project shop has it",
};
const byJournal = {
  ...{ what: "another resource took over, by the journal of this machine,", states: [], isTaken: true },
  who: "another resource has taken it over since, by an import or by `adopt`",
};

describe.each([inStates, byJournal])("A-31: what an interrupted run made and $what", ({ states, isTaken, who }) => {
  const holders = (stack: typeof interrupted, attempts: readonly OpenAttempt[]) =>
    otherHolders(stack, [{ stack, journal: journal(attempts, isTaken), objects: platform }], states);

  it("is not deleted with the attempt, which is forgotten alone", async () => {
    const found = await holders(stackOf([lost]), [attempt]);
    const ending = endingOf("a-1", [attempt], platform, () => false, view, found);
    expect(ending).toEqual({ attempt, because: `v-1 is not this stack's any more: ${who}` });
    expect(endingOf("a-1", [attempt], platform, () => false, view).object).toEqual(made);
  });

  it("is left to that one by what doctor says of the attempt", async () => {
    const stack = stackOf([entryOf({ kind: "Pod", name: "other", id: "p-1" })]);
    const [finding] = diagnose(stack, { ...platform, Pod: [{ id: "p-1", name: "other" }] }, [attempt], {
      holders: await holders(stack, [attempt]),
      inStates: states,
    });
    expect(finding?.what).toMatch(`and the platform has v-1 (created 2026-05-04T09:00:00Z), and ${who}`);
    expect(finding?.nextStep).toBe(
      "Leave it to that one. Run `compute doctor --delete a-1`, which forgets the attempt and deletes nothing.",
    );
  });

  it.each([
    {
      records: "the journal and the engine have a record",
      attempts: [attempt],
      first: "Run `compute doctor --delete a-1`, which forgets the attempt and deletes nothing. Then run",
    },
    { records: "only the engine has a record", attempts: [], first: "Run" },
  ])("is left to that one where $records of the create", async ({ attempts, first }) => {
    const [finding, ...more] = diagnose(interrupted, platform, attempts, {
      holders: await holders(interrupted, attempts),
      inStates: states,
    });
    expect(finding?.what).toContain(`the platform has v-1 (created 2026-05-04T09:00:00Z), and ${who}`);
    expect(finding?.nextStep).toBe(
      `Leave it to that one. ${first} \`refresh --clear-pending-creates\`; only the record of the create is left.`,
    );
    expect(more).toEqual([]);
  });
});

it("A create without an end whose object this state has under another name is told of no more", () => {
  const rescued = entryOf({ kind: "NetworkVolume", name: "rescued", id: "v-1", inputs: { name: "data-1a2b" } });
  expect(diagnose(stackOf([rescued], [{ type: "creating", resource: lost }]), platform)).toEqual([]);
});
