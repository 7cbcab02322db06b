import { describe, expect, it } from "@jest/globals";
import { warningBeforeCreate } from "../../../provider/ownership/warnings";
import { clockAndRig, type Process, processOn, type ProcessOptions } from "../create/platform";

const kind = "Thing";
const data = " with its disk";
const facts = { canAdopt: true, isFree: false, hasName: false };

/** A run that made an object, and the process of a later one. */
async function afterOneRun(options: ProcessOptions = {}) {
  const { clock, platform, storage } = clockAndRig();
  const first = processOn(clock, storage);
  const { id } = await clock.run(first.make(platform.request("k", "x~1")));
  first.creates.handedOver(kind, id);
  await clock.run(first.end(0));
  return { id, clock, storage, books: processOn(clock, storage, { number: 2, ...options }) };
}

interface Told {
  readonly stack?: string;
  readonly backend?: string;
  readonly name?: string;
  readonly own?: string;
  readonly isLike?: boolean;
  readonly then?: (books: Process, id: string) => unknown;
}

async function previewed({ stack = "stack", backend, name = "y", own, isLike = false, then }: Told) {
  const { id, books } = await afterOneRun(backend === undefined ? {} : { backend });
  for (const resource of ["thing", "other"])
    await books.earlier.noteData({
      ...{ kind, key: `key of ${resource}`, stack, name, resource, data, ...(own !== undefined && { own }) },
      isLike: async (each) => isLike && each === id,
    });
  await then?.(books, id);
  return { id, said: books.earlier.warnings() };
}

describe("At the end of a preview", () => {
  it.each<[string, Told]>([
    ["has the arguments of a new resource", { isLike: true }],
    ["has the name of a new resource", { name: "x~1" }],
    [
      "has it, also after a refresh that names all that the state has",
      { name: "x~1", then: (books, id) => books.engineNames(kind, id, "k") },
    ],
  ])("V-5: what nobody has named, and %s, is told once, with `aliases` as the way", async (_, told) => {
    const { id, said } = await previewed(told);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`made Thing ${id}, under the name "x~1"`);
    expect(said[0]).toMatch(
      /"thing" is new.*an `up` deletes t1 with its disk, and makes another one.*the option `aliases` with its earlier URN/s,
    );
  });

  it("V-5: an object whose name another one gets is told of", async () => {
    const { said } = await previewed({ name: "x~1", own: "t9" });
    expect(said[0]).toMatch(/^Thing t9 of "thing" gets the name "x~1".*an `up` deletes t1 with its disk, and t9/s);
  });

  it.each<[string, Told]>([
    ["that differs", {}],
    ["of another stack", { isLike: true, stack: "another" }],
    ["of another backend", { isLike: true, backend: "shared" }],
    ["that the program has still", { isLike: true, then: ({ ownership }, id) => ownership.programHas(kind, id, "k") }],
    ["that the program adopts", { isLike: true, then: ({ ownership }, id) => ownership.claims(kind, id, "new") }],
    ["in an up, which would tell too late", { isLike: true, then: ({ earlier }) => earlier.noteActing() }],
  ])("nobody is told of one %s", async (_, told) => {
    expect((await previewed(told)).said).toEqual([]);
  });
});

describe("Before a create, a run tells of what an earlier one made for the same resource", () => {
  const look = async () => "there" as const;

  it("that `up` takes it over, where no run has named it since", async () => {
    const { id, books } = await afterOneRun();
    expect(await books.earlier.madeFor(kind, "k", look)).toMatchObject([{ made: id, isUnstored: true }]);
  });

  it("that it is there, where a run has named it since", async () => {
    const { id, clock, storage, books } = await afterOneRun();
    await processOn(clock, storage, { number: 3 }).engineNames(kind, id, "k");
    expect(await books.earlier.madeFor(kind, "k", look)).toMatchObject([{ made: id, isUnstored: false }]);
  });

  it("and nothing where it is gone, or the engine has the resource", async () => {
    const { books } = await afterOneRun();
    expect(await books.earlier.madeFor(kind, "k", async () => "gone")).toEqual([]);
    books.ownership.engineHasResource(kind, "k");
    expect(await books.earlier.madeFor(kind, "k", look)).toEqual([]);
  });

  it("in words that say what to do", () => {
    const object = { kind: "Pod", id: "p1", name: "trainer-abc", data };
    expect(warningBeforeCreate(object, "trainer", facts, true)).toBe(
      'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer", and no run has found it in the state since: `up` takes it ' +
        "over, and makes no other.",
    );
    expect(warningBeforeCreate(object, "trainer", facts, false)).toMatch(
      /If this run replaces the resource, p1 is deleted with its disk, which.*`adopt: { id: "p1" }`.*compute doctor/s,
    );
  });
});
