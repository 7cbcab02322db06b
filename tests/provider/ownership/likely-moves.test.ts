import { describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { warningOfLikelyMove } from "../../../provider/ownership/forgotten-warnings";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { Platform, type Process, processOn, type ProcessOptions } from "../create/platform";
import { facts, trainer } from "./forgotten-object";

const kind = "Thing";
const key = "k";

/** A run that made an object, and the process of a later one. */
async function afterOneRun(options: ProcessOptions = {}): Promise<{ id: string; books: Process }> {
  const clock = new VirtualClock();
  const storage = memoryStorage();
  const first = processOn(clock, storage, { number: 1 });
  const { id } = await clock.run(first.make(new Platform(clock, 0).request(key, "x~1")));
  await first.handedOver(kind, id);
  await clock.run(first.end(0));
  return { id, books: processOn(clock, storage, { number: 2, ...options }) };
}

describe("At the end of a preview, what has the arguments of a new resource", () => {
  const previewed = async (
    tell: {
      readonly stack?: string;
      readonly backend?: string;
      readonly isLike?: boolean;
      readonly then?: (books: Process, id: string) => unknown;
    } = {},
  ) => {
    const { stack = "stack", isLike = true, backend, then } = tell;
    const { id, books } = await afterOneRun(backend === undefined ? {} : { backend });
    const fresh = { kind, stack, facts, isLike: async (each: string) => isLike && each === id };
    for (const name of ["thing", "other"]) await books.ownership.noteNew({ ...fresh, name, key: `key of ${name}` });
    await then?.(books, id);
    return { id, found: books.ownership.likeNewResources() };
  };

  it("and was named by nobody, is told once: the resource may have had another name", async () => {
    const { id, found } = await previewed();
    expect(found).toMatchObject([{ kind, id, resource: "thing", name: "x~1", facts }]);
  });

  it("is told after a refresh too, which names all that the state has", async () => {
    const { id, found } = await previewed({ then: (books, each) => books.engineSees(kind, each, key) });
    expect(found).toMatchObject([{ id }]);
  });

  it.each<[string, Parameters<typeof previewed>[0]]>([
    ["that differs", { isLike: false }],
    ["of another stack", { stack: "another" }],
    ["of another backend", { backend: "shared" }],
    ["that the program has still", { then: (books, id) => books.engineHas(kind, id, key) }],
    [
      "of a resource that the program has still, whose check has failed",
      {
        then: ({ ownership }) => {
          ownership.noteMention({ kind, key, facts, look: async () => "there" });
          ownership.engineHasInputs(kind, key, "x");
        },
      },
    ],
    ["that the program adopts", { then: ({ ownership }, id) => ownership.noteAdoption({ kind, id }) }],
    ["in a run that is no preview", { then: ({ ownership }) => ownership.noteActing() }],
    [
      "that was told of before",
      {
        then: ({ ownership }) => {
          ownership.noteMention({ kind, key: "moved", facts, look: async () => "there" });
          return ownership.madeForOthers(kind, "moved", { name: "x~1", stack: "stack" });
        },
      },
    ],
  ])("is not told %s", async (_, tell) => {
    expect((await previewed(tell)).found).toEqual([]);
  });

  it("is not told of the resource itself, which is replaced", async () => {
    const { books } = await afterOneRun();
    await books.ownership.noteNew({ kind, key, name: "thing", stack: "stack", facts, isLike: async () => true });
    expect(books.ownership.likeNewResources()).toEqual([]);
  });
});

it("says which object is like which new resource, and what to do where it is the same one", () => {
  expect(warningOfLikelyMove(trainer)).toBe(
    'An earlier run of this stack made Pod p1, under the name "trainer-1a2b3c4". It has the arguments of "trainer", which is new, and the ' +
      'program has not named the resource that has p1. If this preview shows that resource as deleted, and "trainer" is the same one ' +
      "under another name or parent, an `up` deletes p1 with all its data, and makes an empty one. What to do in that case: give " +
      '"trainer" the option `aliases` with its earlier URN, which every language takes and `pulumi stack --show-urns` prints; the preview then ' +
      "shows neither a new resource nor a deletion. If this preview shows no deletion, all is well, unless the state was brought back from a backup that does not have p1: `compute doctor` tells.",
  );
});
