import { describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { warningAtEnd, warningBeforeCreate, warningOfMove } from "../../../provider/ownership/forgotten-warnings";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { Platform, processOn, type ProcessOptions } from "../create/platform";
import { facts, trainer } from "./forgotten-object";

const kind = "Thing";
const key = "k";

/** Runs of a stack with one resource, one after the other on one machine. The engine's state is what each is told of. */
function stack() {
  const clock = new VirtualClock();
  const platform = new Platform(clock, 0);
  const storage = memoryStorage();
  let runs = 0;
  const run = (options: ProcessOptions = {}) => {
    const books = processOn(clock, storage, { number: ++runs, ...options });
    const look = async (id: string) => (platform.things.has(id) ? "there" : "gone");
    const make = () => clock.run(books.make(platform.request(key, `x~${runs}`)));
    return {
      books,
      asks: (of = key) => books.ownership.noteMention({ kind, key: of, name: "thing", facts, look }),
      /** As in a comparison for the program. */
      async has(id: string) {
        this.asks();
        await books.engineHas(kind, id, key);
        await books.ownership.programHas({ kind, id }, { keys: [key], isAdopted: false });
      },
      async makes(): Promise<string> {
        this.asks();
        const { id } = await make();
        await books.handedOver(kind, id);
        return id;
      },
      async replaces(): Promise<string> {
        await books.ownership.retireReplaced(kind, key);
        return this.makes();
      },
      async deletes(id: string) {
        platform.things.delete(id);
        await books.gone(kind, id);
      },
      left: () => clock.run(books.ownership.forgottenObjects()),
      end: () => clock.run(books.end(0)),
    };
  };
  /** A run that made an object, and one that put another in its place; the second may have been cut before it deleted the first. */
  const replaced = async ({ isCut = false, isByName = false } = {}) => {
    const first = run();
    const old = await first.makes();
    await first.end();
    const second = run();
    second.asks();
    if (isByName) second.books.ownership.engineHasInputs(kind, key, "x");
    else await second.has(old);
    const now = await second.replaces();
    if (!isCut) await second.deletes(old);
    await second.end();
    return { old, now };
  };
  /** A run that made an object, and whose program then gave the resource another name. */
  const renamed = async () => {
    const first = run();
    const id = await first.makes();
    await first.end();
    await first.books.ownership.programHas({ kind, id }, { keys: [key, "later"], isAdopted: false });
    return id;
  };
  /** A run that made an object, which another resource then adopted. */
  const adopted = async () => {
    const first = run();
    const id = await first.makes();
    await first.end();
    await first.books.ownership.programHas({ kind, id }, { keys: ["another"], isAdopted: true });
    return id;
  };
  return { platform, storage, run, replaced, renamed, adopted };
}

describe("At its end a run names what the state has forgotten", () => {
  it("but not the object of a resource whose check has failed, so that the engine never came to name its id", async () => {
    const { run } = stack();
    const first = run();
    await first.makes();
    await first.end();
    const later = run();
    later.asks();
    later.books.ownership.engineHasInputs(kind, key, "x");
    expect(await later.left()).toEqual([]);
  });

  it("which took the place of what a state from a backup still has", async () => {
    const { run, replaced } = stack();
    const { old, now } = await replaced();
    const later = run();
    await later.has(old);
    expect(await later.left()).toMatchObject([
      { kind, id: now, resource: "thing", isUnseen: false, isRenamed: false, isRetired: false, facts },
    ]);
    expect(await later.left()).toEqual([]);
  });

  it("and names what the state has for the resource, where a run on another machine may have replaced it", async () => {
    const { run } = stack();
    const first = run();
    const old = await first.makes();
    await first.end();
    const later = run();
    await later.has("made elsewhere");
    expect(await later.left()).toMatchObject([{ id: old, successor: "made elsewhere" }]);
  });

  it("also where all it does is to delete", async () => {
    const { run, replaced } = stack();
    const { old, now } = await replaced();
    const later = run();
    later.asks();
    await later.books.engineHas(kind, old, key);
    await later.deletes(old);
    expect(await later.left()).toMatchObject([{ id: now }]);
  });

  it("but not where all it does is to delete what an earlier run had replaced: another process has what took its place", async () => {
    const { run, replaced } = stack();
    const { old } = await replaced({ isCut: true });
    const later = run();
    later.asks();
    await later.books.engineHas(kind, old, key);
    await later.deletes(old);
    expect(await later.left()).toEqual([]);
  });

  it("also of a resource that the state has lost, where nothing was made for it", async () => {
    const { run, replaced } = stack();
    const { now } = await replaced();
    const later = run();
    later.asks();
    expect(await later.left()).toMatchObject([{ id: now }]);
  });

  it("also of a resource that was renamed, under its later name", async () => {
    const { run, renamed } = stack();
    const id = await renamed();
    const later = run();
    later.asks("later");
    expect(await later.left()).toMatchObject([{ id, isRenamed: false }]);
  });

  it("also with another key, which may not see it", async () => {
    const { run, platform } = stack();
    const machineKey = Buffer.alloc(32, 1);
    const first = run({ machineKey });
    const id = await first.makes();
    await first.end();
    platform.things.clear();
    const later = run({ machineKey, apiKey: "another" });
    later.asks();
    expect(await later.left()).toMatchObject([
      { kind, id, resource: "thing", isUnseen: true, isRenamed: false, isRetired: false, facts },
    ]);
  });
});

it("names what was replaced and could not be deleted, after its successor is gone, as what the state may still have", async () => {
  const { run, replaced } = stack();
  const { old, now } = await replaced({ isCut: true });
  const destroy = run();
  await destroy.has(now);
  await destroy.deletes(now);
  const later = run();
  later.asks();
  expect(await later.left()).toMatchObject([{ id: old, isRetired: true }]);
});

describe("It does not name", () => {
  it("what another process of the same run has made, as where an up begins with a refresh under other settings", async () => {
    const { run } = stack();
    const refresh = run({ engine: "unix:/run/engine" });
    refresh.asks();
    const update = run({ engine: "unix:/run/engine" });
    const id = await update.makes();
    await update.end();
    expect(await refresh.left()).toEqual([]);
    const later = run({ engine: "unix:/run/later" });
    later.asks();
    expect(await later.left()).toMatchObject([{ id }]);
  });

  it.each([
    ["by a difference", {}],
    ["by name", { isByName: true }],
  ])("what was replaced %s and the state has still to delete", async (_, how) => {
    const { run, replaced } = stack();
    const { old, now } = await replaced({ ...how, isCut: true });
    const preview = run();
    await preview.has(now);
    expect(await preview.left()).toEqual([]);
    const destroy = run();
    destroy.asks();
    await destroy.books.engineHas(kind, old, key);
    expect(await destroy.left()).toEqual([]);
  });

  it("what is gone, and then forgets it", async () => {
    const { run, replaced, platform, storage } = stack();
    const { old } = await replaced();
    platform.things.clear();
    const later = run();
    await later.has(old);
    expect(await later.left()).toEqual([]);
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it("what a stack of another backend has", async () => {
    const { run, replaced } = stack();
    await replaced();
    const other = run({ backend: "other" });
    other.asks();
    expect(await other.left()).toEqual([]);
  });

  it("anything of a resource that it was not about", async () => {
    const { run, replaced } = stack();
    await replaced();
    expect(await run().left()).toEqual([]);
  });
});

describe("Before a new resource is created, what an earlier run made under the same name for another one", () => {
  const moved = async (tell: { readonly stack?: string; readonly name?: string; readonly isNamed?: boolean } = {}) => {
    const { run } = stack();
    const first = run();
    const id = await first.makes();
    await first.end();
    const { books, asks } = run();
    asks("moved");
    if (tell.isNamed) await books.engineHas(kind, id, key);
    const { name = "x~1", stack: of = "stack" } = tell;
    return { id, found: await books.ownership.madeForOthers(kind, "moved", { name, stack: of }) };
  };

  it("is told: the resource may have had another parent, and the object goes with the entry of before", async () => {
    const { id, found } = await moved();
    expect(found).toMatchObject([{ kind, id, resource: "thing", name: "x~1" }]);
  });

  it.each([
    ["renamed", { isRenamed: true, isAdopted: false }],
    ["adopted", { isRenamed: false, isAdopted: true }],
  ] as const)("is told of the resource itself too, whose object was %s since", async (what, said) => {
    const { run, ...lives } = stack();
    const id = await lives[what]();
    const later = run();
    later.asks();
    const found = await later.books.ownership.madeForOthers(kind, key, { name: "x~1", stack: "stack" });
    expect(found).toMatchObject([{ id, ...said }]);
  });

  it.each([
    ["that the engine has named, so that the program still has the other", { isNamed: true }],
    ["of another stack", { stack: "another" }],
    ["of another name", { name: "y~1" }],
  ])("is not told %s", async (_, tell) => {
    expect((await moved(tell)).found).toEqual([]);
  });
});

it("says which object, for which resource, and what to do", () => {
  expect(warningBeforeCreate(trainer)).toBe(
    'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer". What becomes of it depends on why this run makes ' +
      "another one. If the preview shows a replacement, p1 is deleted with all its data, and `dataLoss` does not stop that. If it shows " +
      "the resource as new and p1 as deleted with all its data, the resource had another name or parent before: give it the option " +
      "`aliases` with its earlier URN, which every language takes and `pulumi stack --show-urns` prints. If it shows the resource as new and " +
      "deletes nothing, p1 stays beside the new one: to keep p1, give the resource " +
      '`adopt: { id: "p1" }`; if nobody needs it, delete it on the platform. If the resource was moved to another stack with `pulumi ' +
      "state move`, that stack has p1: take the resource out of this program, and leave p1 alone. If this stack has got the name of one " +
      "that was renamed with `pulumi stack rename`, that one has p1: leave it alone.",
  );
  expect(warningBeforeCreate({ ...trainer, facts: { ...facts, hasData: false } })).not.toMatch(/data/);
  expect(warningAtEnd(trainer)).toBe(
    'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer", and the state does not have it any more. If the ' +
      "resource was moved to another stack with `pulumi state move`, that stack has p1: take the resource out of this program, and leave p1 " +
      "alone. If this stack has got the name of one that was renamed with `pulumi stack rename`, that one has p1: leave it alone. " +
      "Otherwise the state was brought back from a backup, or the resource was taken out of it: if nobody needs p1, delete it on " +
      "the platform; to keep it in this stack, take what the state has for the resource out of it with `pulumi state delete`, and then " +
      'give the resource `adopt: { id: "p1" }`.',
  );
  expect(warningAtEnd({ ...trainer, successor: "p2" })).toBe(
    'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer", and the state has p2 for it now. If a preview shows that ' +
      "the original is to be deleted, the state still has p1, and an `up` deletes it with all its data. If none shows that, the state does " +
      "not have p1 any more: if nobody needs it, delete it on the platform; to keep it in this stack, take what the state has for the " +
      'resource out of it with `pulumi state delete`, and then give the resource `adopt: { id: "p1" }`.',
  );
  // A replacement on request is checked as a new resource, and what it replaces is named last.
  expect(warningAtEnd({ ...trainer, isOfNew: true })).toBe(warningBeforeCreate(trainer));
  expect(warningAtEnd({ ...trainer, isLater: true })).toContain(
    'made it for "trainer", after what this run was about. The state may have it now. What to do: run `compute doctor`',
  );
  expect(warningBeforeCreate({ ...trainer, resource: undefined })).toContain(
    'made it for this resource, under the name "trainer-1a2b3c4". What',
  );
  const look =
    "What to do: run `compute doctor`, which looks through the states. If one of them has p1, leave it alone. If none has and nobody needs " +
    "it, delete it on the platform; to keep it in this stack, take what the state has for the resource out of it with `pulumi state delete`, " +
    'and then give the resource `adopt: { id: "p1" }`.';
  // Nobody may be told that the state has lost what the engine may have had no occasion to name.
  expect(warningAtEnd({ ...trainer, isUnseen: true })).toBe(
    'Pod p1 exists, unless somebody deleted it, and is billed. An earlier run of this stack made it for "trainer", and this run can\'t see ' +
      `it. The state of this stack or of another one may have it under another name. ${look}`,
  );
  const retired =
    'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer", and a later run put another one in its place. The ' +
    `state may still have it, for a later run to delete. ${look}`;
  expect(warningAtEnd({ ...trainer, isRetired: true })).toBe(retired);
  expect(warningBeforeCreate({ ...trainer, isRetired: true })).toBe(retired);
  // Another stack of the backend may have it, or this one: nobody may be told to delete it before they have looked.
  expect(warningAtEnd({ ...trainer, isRenamed: true })).toBe(
    'Pod p1 exists and is billed. An earlier run of a stack of this name made it for "trainer", and since then this resource or its ' +
      `stack was renamed, or it was moved to another stack. The state of this stack or of another one may have it, maybe under another name. ${look}`,
  );
  const remedy =
    "If the resource was renamed or moved to another parent, this run deletes p1 with all its data, and makes an empty one. What to do in " +
    "that case: give the resource the option `aliases` with its earlier URN, which every language takes and `pulumi stack --show-urns` prints; " +
    "the preview then shows neither a new resource nor a deletion.";
  expect(warningOfMove(trainer)).toBe(
    'An earlier run of this stack made Pod p1, under the name "trainer-1a2b3c4", for a resource that has another parent or another name ' +
      `than "trainer", which is new. If the program still has that resource too, all is well. ${remedy}`,
  );
  expect(warningOfMove({ ...trainer, isRenamed: true })).toBe(
    'Pod p1 exists and is billed. An earlier run of a stack of this name made it for "trainer", and since then this resource or its ' +
      `stack was renamed, or it was moved to another stack. If another stack has p1 now, all is well: \`compute doctor\` tells. ${remedy}`,
  );
  expect(warningOfMove({ ...trainer, isAdopted: true })).toBe(
    'Pod p1 exists and is billed. An earlier run of this stack made it for "trainer", and since then another resource has adopted it. If ' +
      "the program still has that one, all is well. If not, this run deletes p1 with all its data, and makes an empty one. To keep it, " +
      'give the resource `adopt: { id: "p1" }`.',
  );
  const key = {
    kind: "SshKey",
    id: "SHA256:x",
    name: "SHA256:x",
    resource: undefined,
    isUnseen: false,
    isRenamed: false,
    isRetired: false,
  };
  const free = { ...key, facts: { canAdopt: false, hasData: false, isFree: true } };
  expect(warningAtEnd(free)).toBe(
    "SshKey SHA256:x exists. An earlier run of this stack made it for this resource, and the state does not have it any more. If the " +
      "resource was moved to another stack with `pulumi state move`, that stack has SHA256:x: take the resource out of this program, and " +
      "leave SHA256:x alone. If this stack has got the name of one that was renamed with `pulumi stack rename`, that one has SHA256:x: leave it alone. Otherwise the state was brought back from a backup, or the resource was taken out of it: if nobody needs " +
      "SHA256:x, delete it on the platform.",
  );
});
