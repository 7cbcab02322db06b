import { createStepJournal } from "../../../engine/state/step-journal";
import { describe, expect, it } from "@jest/globals";
import { newEntry, type PendingOperation } from "../../../engine/state/resource-state";
import { Snapshot } from "../../../engine/state/snapshot";

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => newEntry({ urn: `n${index}`, type: "t", custom: true, id: "id" }));

/** A journal whose saves take time, as those of a large state do, on a clock that only they and `pass` move. */
function slowJournal(count: number, saveMs: number) {
  const base = entries(count);
  let time = 0;
  let due: { at: number; call: () => void }[] = [];
  const saves: { left: number; pending: string[] }[] = [];
  let failure: Error | undefined;
  const journal = createStepJournal(
    new Snapshot(base),
    async (resources, pending) => {
      time += saveMs;
      if (failure) throw failure;
      saves.push({ left: resources.length, pending: pending.map(({ resource }) => resource.urn) });
    },
    {
      now: () => time,
      after: (ms, call) => {
        const one = { at: time + ms, call };
        due.push(one);
        return () => void (due = due.filter((other) => other !== one));
      },
    },
  );
  const pass = async (ms: number) => {
    time += ms;
    const now = due.filter(({ at }) => at <= time);
    due = due.filter(({ at }) => at > time);
    for (const { call } of now) call();
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  };
  const deleteOne = async (index: number, ms: number) => {
    const operation: PendingOperation = { type: "deleting", resource: base[index]! };
    await journal.begin(operation);
    await pass(ms);
    await journal.end(operation, () => journal.snapshot.remove(base[index]!));
  };
  return { journal, saves, deleteOne, pass, fail: (error: Error) => (failure = error), base };
}

describe("the journal of an operation", () => {
  it("spends a tenth of the time on saving what is deleted, however many resources there are", async () => {
    const { journal, saves, deleteOne } = slowJournal(200, 10);
    for (let index = 0; index < 200; index++) await deleteOne(index, 5);
    await journal.flush();
    // A second of deletes: one save for each tenth of it, and one at the end.
    expect(saves.length).toBeGreaterThan(8);
    expect(saves.length).toBeLessThan(14);
    expect(saves.at(-1)).toEqual({ left: 0, pending: [] });
  });

  it("saves at once before and after a create, whatever it saved just now", async () => {
    const { journal, saves, deleteOne } = slowJournal(1, 10);
    await deleteOne(0, 0);
    const made = newEntry({ urn: "new", type: "t", custom: true });
    const operation: PendingOperation = { type: "creating", resource: made };
    await journal.begin(operation);
    expect(saves.at(-1)).toEqual({ left: 0, pending: ["new"] });
    await journal.end(operation, () => journal.snapshot.put({ ...made, id: "id" }));
    expect(saves.at(-1)).toEqual({ left: 1, pending: [] });
  });

  it("saves once for all creates that begin while others are under way, and lets none of them begin before that", async () => {
    const { journal, saves, pass } = slowJournal(0, 10);
    const begin = (index: number) => {
      const operation: PendingOperation = {
        type: "creating",
        resource: newEntry({ urn: `new${index}`, type: "t", custom: true }),
      };
      return journal.begin(operation).then(() => begun.push(index));
    };
    const begun: number[] = [];
    await begin(0);
    const others = [1, 2, 3].map(begin);
    await pass(0);
    await pass(4);
    others.push(begin(4));
    await pass(4);
    expect(begun).toEqual([0]);
    await pass(2);
    await Promise.all(others);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(saves.map(({ pending }) => pending.length)).toEqual([1, 5]);
  });

  it("saves nothing any more once all is saved, since a late save would write over the state of the next operation", async () => {
    const { journal, saves, deleteOne, pass } = slowJournal(3, 10);
    for (const index of [0, 1, 2]) await deleteOne(index, 1);
    await journal.flush();
    expect(saves.at(-1)).toEqual({ left: 0, pending: [] });
    const count = saves.length;
    await pass(1_000);
    expect(saves).toHaveLength(count);
  });

  it("lets no delete begin once a save has failed", async () => {
    const { deleteOne, fail, journal } = slowJournal(9, 10);
    await deleteOne(0, 5);
    fail(new Error("the disk is full"));
    await expect(journal.flush()).rejects.toThrow("the disk is full");
    await expect(deleteOne(1, 5)).rejects.toThrow("the disk is full");
  });
});
