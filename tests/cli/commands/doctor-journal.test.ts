import { describe, expect, it } from "@jest/globals";
import { diagnose } from "../../../cli/doctor/diagnose";
import { endingOf } from "../../../cli/doctor/end-attempt";
import type { OpenAttempt } from "../../../cli/doctor/journal";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";
import { createdPod } from "../../support/pod-samples";
import { shortDigest } from "../../../provider/state/identity";
import { readDeployment } from "../../../cli/state/deployment";
import { entryOf, exportOf, nothing } from "./states";

const web = entryOf({ kind: "Pod", name: "web", id: "p-1", inputs: { name: "web-1a2b" } });
const alive = { id: "p-1", name: "web-1a2b" };
const stackOf = (entries: readonly object[], pending: readonly object[] = []) =>
  readDeployment(exportOf(entries, pending), "stdin");
const pendingWeb = (type: string) => ({
  type,
  resource: entryOf({ kind: "Pod", name: "web", inputs: { name: "web-1a2b" } }),
});

describe("diagnose, with the journal of this machine", () => {
  const key = shortDigest(web.urn);
  const entry: OpenAttempt = {
    id: "a-1",
    kind: "Pod",
    key,
    name: "web-1a2b",
    isMarked: true,
    startedAt: 0,
    isBusy: false,
    isVouched: true,
    isElsewhere: false,
  };
  const lost = stackOf([], [pendingWeb("creating")]);

  it("deletes nothing of an attempt at another address, and says which address that is", () => {
    const elsewhere = { ...entry, isElsewhere: true, address: "d1d1d" };
    expect(diagnose(stackOf([]), nothing, [elsewhere])[0]).toMatchObject({
      what: expect.stringContaining(
        "it was sent to the address with the fingerprint d1d1d, where this command does not look",
      ),
      nextStep: expect.stringContaining(
        "Set compute:apiUrl, or COMPUTE_API_URL, to the address with the fingerprint d1d1d",
      ),
    });
    expect(() => endingOf("a-1", [elsewhere], nothing, () => false)).toThrow(
      /started at the address with the fingerprint d1d1d/,
    );
  });

  it("A-31: does not say of a job with a lost answer that there is none, nor that an up or a deletion ends it", () => {
    const job = { ...entry, kind: "JobRun", name: "a job of e1", isUnlisted: true as const };
    const [finding] = diagnose(stackOf([]), nothing, [job]);
    expect(finding?.what).toMatch(/nobody can tell whether it exists, since the platform lists no such objects$/);
    expect(finding?.nextStep).toMatch(
      /`compute doctor --delete a-1` forgets the attempt and ends nothing; the next `up`/,
    );
    expect(endingOf("a-1", [job], nothing, () => false).because).toMatch(/^nobody can tell whether there is anything/);
  });

  it("A-24: says of an attempt of another API key that its object may be out of sight, and forgets it without deleting anything", () => {
    const theirs = { ...entry, made: "p-9", isVouched: false };
    const [finding] = diagnose(stackOf([]), nothing, [theirs]);
    expect(finding?.what).toMatch(/sent with another API key, and this command can't see p-9, which may be/);
    expect(finding?.nextStep).toMatch(/Set compute:apiKey, or COMPUTE_API_KEY, to the key of that run/);
    const platform = { ...nothing, Pod: [{ id: "p-9", name: "web-1a2b" }] };
    expect(endingOf("p-9", [theirs], platform, () => false)).toEqual({
      attempt: theirs,
      because: "it was begun with another API key, or its entry in the journal is forged",
    });
  });

  it("A-31: leaves a lost create to `up`, which looks for the object", () => {
    expect(diagnose(lost, nothing, [entry])[0]?.nextStep).toMatch(
      /^If `preview` shows that `up` would create or replace the resource, run `up` on this machine.* says why it can't/,
    );
    expect(diagnose(lost, nothing, [{ ...entry, key: "another" }])[0]?.nextStep).toMatch(/there is nothing of it/);
  });

  it("A-31: names the command that ends a lost create, since `up` takes up only what it still has to create", () => {
    const replacing = stackOf([web], [pendingWeb("creating")]);
    const attempt = { ...entry, made: "p-2" };
    const objects = { ...nothing, Pod: [alive, { id: "p-2", name: "web-1a2b" }] };
    const [finding, ...others] = diagnose(replacing, objects, [attempt]);
    expect(finding?.nextStep).toContain("`compute doctor --delete p-2`");
    expect(others).toEqual([]);
  });

  it("knows the attempt of a resource of the plugin, which has the key of the dynamic class, and tells of it once", () => {
    const ofPlugin = <T extends { urn: string; type: string }>(each: T) => ({
      ...each,
      urn: each.urn.replace("pulumi-nodejs:dynamic/compute:", "compute:index:"),
      type: each.type.replace("pulumi-nodejs:dynamic/compute:", "compute:index:"),
    });
    const pending = { type: "creating", resource: ofPlugin(pendingWeb("creating").resource) };
    const busy = { ...entry, isBusy: true, name: "web-9z8y" };
    const objects = { ...nothing, Pod: [alive, { id: "p-2", name: "web-1a2b" }] };
    const found = diagnose(stackOf([ofPlugin(web)], [pending]), objects, [busy]);
    expect(found.map(({ nextStep }) => nextStep)).toEqual([
      "A process on this machine is still working on it. Wait, then run `doctor` again.",
    ]);
  });

  it("names an attempt that is not the one that the state has a record of", () => {
    const objects = { ...nothing, Pod: [alive, { id: "p-2", name: "web-3c4d" }] };
    const findings = diagnose(lost, objects, [entry, { ...entry, id: "a-2", name: "web-3c4d", made: "p-2" }]);
    expect(findings.map(({ nextStep }) => /--delete ([^`]+)/.exec(nextStep)?.[1])).toEqual(["a-1", "p-2"]);
  });

  it("A-31: finds what a lost create of a name of one's own made, which has that name only when the create is done", () => {
    const called = { type: "creating", resource: entryOf({ kind: "Pod", name: "web", inputs: { name: "web" } }) };
    const objects = { ...nothing, Pod: [{ id: "p-2", name: "web-1a2b3c4" }] };
    for (const journal of [[{ ...entry, name: "web-1a2b3c4" }], []])
      expect(diagnose(stackOf([], [called]), objects, journal)).toMatchObject([{ objects: [{ id: "p-2" }] }]);
    expect(diagnose(stackOf([], [called]), objects, [{ ...entry, name: "web-4c3b2a1" }])[0]?.objects).toEqual([]);
  });

  it("waits for a process that is still busy with it", () => {
    expect(diagnose(lost, nothing, [{ ...entry, isBusy: true }])[0]?.nextStep).toMatch(/still working/);
  });

  it("names an object that was made and is not in the state", () => {
    const objects = { ...nothing, Pod: [alive, { id: "p-2", name: "web-3c4d" }] };
    expect(diagnose(stackOf([web]), objects, [{ ...entry, made: "p-2" }])).toMatchObject([
      { problem: "lost-create", objects: [{ id: "p-2" }], nextStep: expect.stringContaining("`up`") },
    ]);
  });

  it("P-61: says what it costs that an interrupted run made", () => {
    const { gpus, cpus } = catalogFixture;
    const made = { ...createdPod, id: "p-2", name: "web-1a2b", status: "RUNNING" as const };
    for (const [stack, isHanded] of [[lost], [lost, true], [stackOf([])], [stackOf([]), true]] as const) {
      const attempt = { ...entry, made: "p-2", ...(isHanded && { isHanded }) };
      const [finding] = diagnose(stack, { ...nothing, Pod: [made] }, [attempt], { prices: { gpus, cpus } });
      expect(finding?.what).toContain(`p-2 (RUNNING, created ${made.createdAt}, 1.72 USD/h)`);
    }
  });

  it("says how to keep, leave alone or delete what an engine was handed and could not store, and does not tell of it where it is stored or gone", () => {
    const handed = { ...entry, made: "p-2", isHanded: true as const };
    const objects = { ...nothing, Pod: [alive, { id: "p-2", name: "web-1a2b" }] };
    const cut = stackOf([web], [pendingWeb("creating")]);
    for (const stack of [cut, lost, stackOf([{ ...web, inputs: {} }])]) {
      const [finding, ...others] = diagnose(stack, objects, [handed]);
      expect(finding?.nextStep).toMatch(
        /on purpose.*`adopt: \{ id: "p-2" \}`.*`compute doctor --let-go p-2`.*`doctor --delete p-2`/,
      );
      expect(others).toEqual([]);
    }
    const { resources: inStates } = stackOf([{ ...web, id: "p-2", urn: web.urn.replace(":dev:", ":other:") }]);
    expect(diagnose(stackOf([web]), objects, [handed], { inStates })).toEqual([]);
    expect(diagnose(stackOf([web]), { ...nothing, Pod: [alive] }, [handed])).toEqual([]);
  });
});
