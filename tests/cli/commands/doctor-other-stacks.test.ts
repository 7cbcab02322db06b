import { describe, expect, it } from "@jest/globals";
import { diagnose } from "../../../cli/doctor/diagnose";
import { endingOf } from "../../../cli/doctor/end-attempt";
import type { LiveObjects } from "../../../cli/doctor/finding";
import type { OpenAttempt } from "../../../cli/doctor/journal";
import { inOtherStacks } from "../../../cli/doctor/holders";
import { readDeployment, type StackResource } from "../../../cli/state/deployment";
import { shortDigest } from "../../../provider/state/identity";
import { entryOf, exportOf, nothing } from "./states";

const lost = entryOf({ kind: "NetworkVolume", name: "data", inputs: { name: "data-1a2b" } });
const key = shortDigest(lost.urn);
const stackOf = (entries: readonly object[], pending: readonly object[] = []) =>
  readDeployment(exportOf(entries, pending), "stdin");
const interrupted = stackOf([], [{ type: "creating", resource: lost }]);
const made = { id: "v-1", name: "data-1a2b", createdAt: "2026-05-04T09:00:00Z" };
const platform: LiveObjects = { ...nothing, NetworkVolume: [made] };

const attempt: OpenAttempt = {
  id: "a-1",
  kind: "NetworkVolume",
  key,
  name: "data-1a2b",
  startedAt: 0,
  isBusy: false,
  isVouched: true,
  isElsewhere: false,
  isMarked: true,
};

/** Another stack of the backend, whose state has the volume. */
const theirs: StackResource[] = stackOf([entryOf({ kind: "NetworkVolume", name: "rescued", id: "v-1" })]).resources.map(
  (each) => ({ ...each, urn: each.urn.replace(":dev::shop::", ":prod::shop::") }),
);

describe("A-31: what an interrupted run made and the state of another stack has", () => {
  const who = "the stack prod of the project shop has it";
  const holders = inOtherStacks(interrupted, theirs);

  it("is not deleted with the attempt, which is forgotten alone", () => {
    const ending = endingOf("a-1", [attempt], platform, () => false, holders);
    expect(ending).toEqual({ attempt, because: `v-1 is not this stack's any more: ${who}` });
    expect(endingOf("a-1", [attempt], platform, () => false).object).toEqual(made);
  });

  it("is left to that one by what doctor says of the attempt", () => {
    const stack = stackOf([entryOf({ kind: "Pod", name: "other", id: "p-1" })]);
    const [finding] = diagnose(stack, { ...platform, Pod: [{ id: "p-1", name: "other" }] }, [attempt], {
      holders,
      inStates: theirs,
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
  ])("is left to that one where $records of the create", ({ attempts, first }) => {
    const [finding, ...more] = diagnose(interrupted, platform, attempts, {
      holders,
      inStates: theirs,
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
