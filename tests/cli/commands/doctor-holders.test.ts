import { describe, expect, it } from "@jest/globals";
import { diagnose } from "../../../cli/doctor/diagnose";
import { endingOf } from "../../../cli/doctor/end-attempt";
import type { LiveObjects } from "../../../cli/doctor/finding";
import { otherHolders } from "../../../cli/doctor/holders";
import { join } from "node:path";
import { type OpenAttempt, readJournal, type StackJournal } from "../../../cli/doctor/journal";
import { readDeployment, type StackResource } from "../../../cli/state/deployment";
import { shortDigest } from "../../../provider/state/identity";
import { openJournal } from "../../../provider/create/journal/open";
import { keyDigestOf } from "../../../provider/state/sighting";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakeIo } from "../fake-io";
import { entryOf, exportOf, nothing } from "./states";

const lost = entryOf({ kind: "NetworkVolume", name: "data", inputs: { name: "data-1a2b" } });
const key = shortDigest(lost.urn);
const stackOf = (entries: readonly object[], pending: readonly object[] = []) =>
  readDeployment(exportOf(entries, pending), "stdin");
const interrupted = stackOf([], [{ type: "creating", resource: lost }]);
const made = { id: "v-1", name: "data-1a2b", createdAt: "2026-05-04T09:00:00Z" };
const platform: LiveObjects = { ...nothing, NetworkVolume: [made] };

const attempt: OpenAttempt = {
  ...{ id: "a-1", kind: "NetworkVolume", key, name: "data-1a2b", startedAt: 0 },
  ...{ isBusy: false, isVouched: true, isElsewhere: false, isMarked: true },
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
    const ending = endingOf("a-1", [attempt], platform, () => false, found);
    expect(ending).toEqual({ attempt, because: `v-1 is not this stack's any more: ${who}` });
    expect(endingOf("a-1", [attempt], platform, () => false).object).toEqual(made);
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

describe("U-2: an SSH key that another resource took over on this machine", () => {
  it("is taken over in its own account alone", async () => {
    const io = new FakeIo();
    const [apiUrl, id] = ["https://platform.test", "SHA256:a"];
    io.env["COMPUTE_JOURNAL_DIR"] = join(temporaryFolder("journal"), "journal");
    const [here, there] = ["one", "two"].map((apiKey) => ({ apiUrl, apiKey }));
    const { holders } = openJournal(here!, io.env);
    await holders.record({ kind: "SshKey", id, account: keyDigestOf(here!) }, { key: "taker", adoption: "1.a", at: 1 });
    const isTaken = async (settings: typeof here) => {
      const which = [{ project: "shop", stack: "dev" }];
      const read = await readJournal(io, {}, which, io.cwd, { resources: [] }, settings);
      return read.isTakenOver("SshKey", id, "giver");
    };
    expect([await isTaken(here), await isTaken(there)]).toEqual([true, false]);
  });
});
