import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { kinds as tables, resources } from "../../../../provider/kinds";
import { isHourly } from "../../../../provider/kinds/prices";
import type { Props } from "../../../../provider/table/props";
import type { Resource } from "../../../../provider/table/resource";
import { hidden } from "../../../../provider/state/state";
import { addressDigest } from "../../../../provider/state/sighting";
import {
  type AddressedKindName,
  addressedKinds,
  cpuPod,
  exampleOf as exampleOfAll,
  familyOf,
  pathOf,
} from "../../fixtures";
import { type Program, startRig, Rig } from "../../rig";

/** A 404 means absent or not visible to the caller. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

type Kind = AddressedKindName;
const kinds = addressedKinds;
const exampleOf = { ...exampleOfAll, Pod: cpuPod };
/** Kinds that an update renames in place. */
const updatable = kinds.filter((kind) =>
  (resources() as readonly Resource[]).some((each) => each.kind === kind && each.inputs.name?.change === "update"),
);

const program = (kind: Kind, over: Props = {}): Program => ({
  it: { kind, inputs: { ...exampleOf[kind], ...over, __key: "key-it" } },
});
const sent = (method: string) => rig.emulator.requests.list().filter((request) => request.method === method).length;
const hide = (kind: Kind, times: number | "always") =>
  rig.emulator.faults.add({ method: "GET", path: `${pathOf[kind]}/:id`, phase: "before", status: 404, times });
/** A comparison looks at what runs or has data before it changes, since it may have ended or be gone, and the update looks again. */
const looksOf = (kind: Kind) => (isHourly(kind) || (tables[kind].resource as Resource).data !== undefined ? 2 : 1);
const hideAll = (kind: Kind) =>
  rig.emulator.faults.add({ path: `${pathOf[kind]}/:id`, phase: "before", status: 404, times: "always" });
/** The next run, with the state that there is, perhaps with other settings. */
function nextRun(settings: Props = {}, last: Rig = rig): Rig {
  const next = new Rig(rig.emulator, rig.clock, settings);
  for (const [name, entry] of last.state) next.state.set(name, entry);
  return next;
}
/** As an older release left it: without a word about where the object was seen. */
function forgetWhereSeen(): void {
  const entry = rig.entry("it");
  const { [hidden.seen]: _seen, ...outputs } = entry.outputs;
  rig.state.set("it", { ...entry, outputs });
}

describe.each(updatable)("a %s that an update did not find", (kind) => {
  const renamed = program(kind, { name: "renamed" });
  let id: string;
  let told: unknown;
  beforeEach(async () => {
    await rig.up(program(kind));
    id = rig.entry("it").id;
    hide(kind, looksOf(kind));
    told = await rig.up(renamed).catch(String);
    rig.emulator.requests.clear();
  });

  it("A-24: stays in state as it was, with a mark, and the error says who looks next", () => {
    expect(told).toMatch(/failed with 404.*The next `preview` looks for it again/);
    const { isBroken, outputs } = rig.entry("it");
    expect({ isBroken, mark: outputs[hidden.isGone] }).toEqual({ isBroken: true, mark: true });
    expect(outputs.name).not.toBe("renamed");
  });

  it("A-24: is looked for again, and changed in place where it is there after all", async () => {
    const later = nextRun();
    expect(await later.up(renamed)).toEqual({ it: "update" });
    expect(later.entry("it")).toMatchObject({ id, outputs: { name: "renamed" } });
    expect(later.entry("it").outputs).not.toHaveProperty(hidden.isGone);
    expect([sent("POST"), sent("DELETE")]).toEqual([0, 0]);
    rig.emulator.requests.clear();
    expect(await later.up(renamed)).toEqual({ it: "same" });
    expect(rig.emulator.requests.list()).toEqual([]);
  });

  it("A-24: stays as it is where the program was reverted", async () => {
    const later = nextRun();
    expect(await later.up(program(kind))).toEqual({ it: "update" });
    expect(later.entry("it").id).toBe(id);
    expect([sent("POST"), sent("PATCH"), sent("DELETE")]).toEqual([0, 0, 0]);
    expect(await later.up(program(kind))).toEqual({ it: "same" });
  });

  it("A-24: is replaced where it is gone", async () => {
    hideAll(kind);
    expect(await nextRun().provider(kind).diff(id, rig.entry("it").outputs, rig.entry("it").inputs)).toMatchObject({
      replaces: ["name"],
    });
    rig.emulator.faults.clear();
    await familyOf[kind](rig.platform).delete(id);
    expect(await nextRun().up(renamed)).toEqual({ it: "replace" });
  });

  it("A-24: is not deleted where it was replaced as gone and is there after all", async () => {
    const later = nextRun();
    hide(kind, 1);
    await expect(later.up(renamed)).rejects.toMatchObject({ code: "still_there" });
    expect(later.entry("it").id).not.toBe(id);
    expect(sent("DELETE")).toBe(0);
    // Nor by a later run, in which the engine deletes what it still has to.
    const afterwards = nextRun({}, later);
    await afterwards.up(renamed);
    await expect(afterwards.provider(kind).delete(id, rig.entry("it").outputs)).rejects.toMatchObject({
      code: "still_there",
    });
    expect(sent("DELETE")).toBe(0);
  });

  it("A-24: is deleted when the resource is taken out of the program", async () => {
    expect(await nextRun().up({})).toEqual({ it: "delete" });
    expect(sent("DELETE")).toBe(1);
  });
});

describe("a volume that an update did not find and whose data must not be lost", () => {
  it("V-10: is not replaced by a smaller one when it is there after all", async () => {
    await rig.up(program("NetworkVolume"));
    hide("NetworkVolume", looksOf("NetworkVolume"));
    await expect(rig.up(program("NetworkVolume", { size: 200 }))).rejects.toMatchObject({ code: "initialization" });
    const later = nextRun();
    await expect(later.up(program("NetworkVolume", { dataCenter: "US-XX-2" }))).rejects.toThrow(
      /would destroy everything on the volume/,
    );
  });
});

describe.each(kinds)("a %s that was seen with another key or at another address", (kind) => {
  const otherKey = { "compute:apiKey": "another-key-of-tests" };
  let id: string;
  beforeEach(async () => {
    rig.emulator.store.keys.set({ key: "another-key-of-tests", grant: "all", user: "owner" });
    await rig.up(program(kind));
    id = rig.entry("it").id;
  });
  const notVisible = { code: "not_visible", message: expect.stringMatching(/Nothing was changed/) };

  it("A-24: and that is missing now is not forgotten by a refresh", async () => {
    hideAll(kind);
    const later = nextRun(otherKey);
    await expect(later.refresh()).rejects.toMatchObject(notVisible);
    expect(later.entry("it").id).toBe(id);
  });

  it("A-24: and that is missing now is not deleted from the state by a destroy", async () => {
    hideAll(kind);
    const later = nextRun(otherKey);
    await expect(later.destroy()).rejects.toMatchObject(notVisible);
    expect(later.entry("it").id).toBe(id);
  });

  it("A-24: is deleted where it can be seen", async () => {
    const later = nextRun(otherKey);
    await later.destroy();
    expect(later.state.size).toBe(0);
    expect(sent("DELETE")).toBe(1);
  });

  it("A-24: is noted as seen with the new key by a refresh that sees it, and shows no difference", async () => {
    const later = nextRun(otherKey);
    expect(await later.refresh()).toEqual([]);
    expect(later.entry("it").outputs[hidden.seen]).not.toBe(rig.entry("it").outputs[hidden.seen]);
    rig.emulator.requests.clear();
    expect(await later.up(program(kind))).toEqual({ it: "same" });
    expect(rig.emulator.requests.list()).toEqual([]);
  });

  it("A-24: is forgotten where the message's setting says so", async () => {
    hideAll(kind);
    const error = (await nextRun(otherKey)
      .refresh()
      .catch((caught: unknown) => caught)) as Error;
    const [, accepted] = /COMPUTE_ACCEPT_MISSING=(\S+)/.exec(error.message)!;
    expect(error.message).not.toContain("another-key-of-tests");
    await expect(
      nextRun({ ...otherKey, "compute:acceptMissing": `00000@${rig.emulator.apiUrl}` }).refresh(),
    ).rejects.toMatchObject(notVisible);
    const later = nextRun({ ...otherKey, "compute:acceptMissing": accepted });
    expect(await later.refresh()).toEqual(["it"]);
    expect(later.state.size).toBe(0);
  });

  it("A-24: with the same key and address a 404 is believed of a state that has the address itself, as early ones do", async () => {
    hideAll(kind);
    const entry = rig.entry("it");
    const [digest] = String(entry.outputs[hidden.seen]).split("@");
    const seen = `${digest}@${rig.emulator.apiUrl}`;
    rig.state.set("it", { ...entry, outputs: { ...entry.outputs, [hidden.seen]: seen } });
    await expect(nextRun(otherKey).refresh()).rejects.toMatchObject(notVisible);
    expect(await nextRun().refresh()).toEqual(["it"]);
  });

  it("A-24: with the same key a 404 is believed, as it is of a state that does not say", async () => {
    hideAll(kind);
    expect(await nextRun().refresh()).toEqual(["it"]);
    forgetWhereSeen();
    expect(await nextRun(otherKey).refresh()).toEqual(["it"]);
  });
});

describe.each(updatable)("an update of a %s that is missing with another key", (kind) => {
  it("A-24: stops, and state stays as it is", async () => {
    rig.emulator.store.keys.set({ key: "another-key-of-tests", grant: "all", user: "owner" });
    await rig.up(program(kind));
    const before = rig.entry("it");
    hideAll(kind);
    const later = nextRun({ "compute:apiKey": "another-key-of-tests" });
    await expect(later.up(program(kind, { name: "renamed" }))).rejects.toMatchObject({ code: "not_visible" });
    expect(later.entry("it")).toEqual(before);
  });
});

it("A-24: an address is another one too: a second platform that knows nothing does not empty the state", async () => {
  const second = await startRig();
  try {
    await rig.up(program("Pod"));
    const later = new Rig(second.emulator, rig.clock, {});
    for (const [name, entry] of rig.state) later.state.set(name, entry);
    await expect(later.refresh()).rejects.toMatchObject({
      code: "not_visible",
      message: expect.stringMatching(
        new RegExp(
          `at the address with the fingerprint ${addressDigest(rig.emulator.apiUrl)}; this run uses .*${addressDigest(second.emulator.apiUrl)}`,
        ),
      ),
    });
    await expect(later.destroy()).rejects.toMatchObject({ code: "not_visible" });
    // Together the reads share a list, in which nothing is.
    const { id, outputs } = rig.entry("it");
    const reads = await Promise.allSettled([1, 2, 3].map(() => later.provider("Pod").read(id, outputs)));
    expect(reads).toMatchObject(Array(3).fill({ status: "rejected", reason: { code: "not_visible" } }));
  } finally {
    await second.emulator.close();
  }
});
