import { describe, expect, it } from "@jest/globals";
import { diagnose } from "../../../cli/doctor/diagnose";
import { type LiveObjects, printable } from "../../../cli/doctor/finding";
import { resourceKeyOf } from "../../../provider/state/identity";
import { newMark } from "../../../provider/table/names";
import { interruptedCreates, readDeployment } from "../../../cli/state/deployment";
import { entryOf, exportOf, nothing } from "./states";

const web = entryOf({ kind: "Pod", name: "web", id: "p-1", inputs: { name: "web-1a2b" } });
const alive = { id: "p-1", name: "web-1a2b" };
const stackOf = (entries: readonly object[], pending: readonly object[] = []) =>
  readDeployment(exportOf(entries, pending), "stdin");
/** Another stack of the backend, and a pod of its. */
const theirState = stackOf([entryOf({ kind: "Pod", name: "theirs", id: "p-2" })]).resources.map((each) => ({
  ...each,
  urn: "urn:pulumi:prod::shop::compute:index:Pod::theirs",
}));
const pendingWeb = (type: string, id?: string) => ({
  type,
  resource: entryOf({ kind: "Pod", name: "web", inputs: { name: "web-1a2b" }, ...(id === undefined ? {} : { id }) }),
});

describe("diagnose", () => {
  it("finds nothing in a healthy stack", () => {
    expect(diagnose(stackOf([web]), { ...nothing, Pod: [alive, { id: "p-9", name: "somebody-elses" }] })).toEqual([]);
  });

  it("J-1: speaks of no name where a kind has none", () => {
    const resource = entryOf({ kind: "JobRun", name: "smoke", inputs: { endpointId: "e-1" } });
    const [finding] = diagnose(stackOf([], [{ type: "creating", resource }]), nothing);
    expect(finding?.what).toMatch(
      /^a create of JobRun smoke was started, and its outcome is unknown, and it has no name to look for/,
    );
  });

  it("A-31: matches a create without an end to the object of its name, and says how to keep or delete it", () => {
    const objects = {
      ...nothing,
      Pod: [{ id: "p-7", name: "web-1a2b", status: "RUNNING", createdAt: "2026-05-04T09:00:00Z" }],
    };
    const [finding] = diagnose(stackOf([], [pendingWeb("creating")]), objects);
    expect(finding).toMatchObject({ problem: "lost-create", kind: "Pod", name: "web", objects: [{ id: "p-7" }] });
    expect(finding?.what).toContain("p-7 (RUNNING, created 2026-05-04T09:00:00Z, billed)");
    expect(finding?.nextStep).toContain('adopt: { id: "p-7" }');
  });

  it("U-2: looks for the key of a create without an end by its fingerprint, and does not say that nothing was created", () => {
    const publicKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada";
    const resource = entryOf({ kind: "SshKey", name: "ada", inputs: { publicKey } });
    const stack = stackOf([], [{ type: "creating", resource }]);
    const [absent] = diagnose(stack, nothing);
    const [id = ""] = /SHA256:\S+/.exec(absent?.what ?? "") ?? [];
    expect(absent?.nextStep).toMatch(/there is nothing of it/);
    const [finding] = diagnose(stack, { ...nothing, SshKey: [{ id, name: "ada" }] });
    expect(finding?.what).toContain(`the platform has ${id}`);
    expect(finding?.nextStep).toMatch(/^It is as ada asks.*`up`, which takes it over.*delete it on the platform/);
  });

  it("names the object of an update without an end, of which the CLI's record tells no id", () => {
    const [finding] = diagnose(stackOf([web], [pendingWeb("updating")]), { ...nothing, Pod: [alive] });
    expect(finding?.what).toBe("an update of Pod web (p-1) was started, and its outcome is unknown");
  });

  it("prints of an object what tells which one it is, and none of its variables and commands", () => {
    const stranger = { id: "p-7", name: "web-1a2b", status: "RUNNING", env: { TOKEN: "canary" }, args: ["canary"] };
    const findings = printable(diagnose(stackOf([], [pendingWeb("creating")]), { ...nothing, Pod: [stranger] }));
    expect(findings).toMatchObject([{ problem: "lost-create", objects: [{ id: "p-7", status: "RUNNING" }] }]);
    expect(JSON.stringify(findings)).not.toContain("canary");
  });

  it("A-31: never matches a lost create to an object that the stack owns", () => {
    const other = { ...web, inputs: { name: "web-9z8y" } };
    const [finding] = diagnose(stackOf([other], [pendingWeb("creating")]), { ...nothing, Pod: [alive] });
    expect(finding).toMatchObject({ problem: "lost-create", objects: [] });
    expect(finding?.nextStep).not.toContain("adopt");
  });

  it("A-31: lists nothing of a create that a later `up` made good", () => {
    const stack = stackOf([web], [pendingWeb("creating")]);
    expect(diagnose(stack, { ...nothing, Pod: [alive] })).toEqual([]);
    expect(interruptedCreates(stack)).toEqual([]);
    expect(interruptedCreates(stackOf([], [pendingWeb("creating")]))).toHaveLength(1);
    const another = { id: "p-2", name: web.inputs["name"] as string };
    expect(diagnose(stack, { ...nothing, Pod: [alive, another] })[0]?.objects).toEqual([another]);
    const renamed = { ...web, inputs: { name: "web-9z8y" } };
    const [replaced] = diagnose(stackOf([renamed], [pendingWeb("creating")]), { ...nothing, Pod: [alive] });
    expect(replaced?.problem).toBe("lost-create");
    expect(diagnose(stackOf([], [pendingWeb("creating")]), nothing)[0]?.nextStep).toMatch(
      /^If this command uses the address and the API key of that run, there is nothing of it: run `refresh --clear-pending-creates`/,
    );
  });

  it("A-31: does not take what was deleted ahead of its replacement for what the lost create of that has made", () => {
    const old = { ...web, pendingReplacement: true };
    const [gone, ...others] = diagnose(stackOf([old], [pendingWeb("creating")]), nothing);
    expect(gone?.nextStep).toMatch(/there is nothing of it: run `refresh --clear-pending-creates`, then `up`/);
    expect(others).toEqual([]);
    const [there] = diagnose(stackOf([old], [pendingWeb("creating")]), {
      ...nothing,
      Pod: [{ id: "p-7", name: "web-1a2b" }],
    });
    expect(there?.nextStep).toContain('adopt: { id: "p-7" }');
  });

  it("does not choose between two candidates", () => {
    const twins = ["p-7", "p-8"].map((id) => ({ id, name: "web-1a2b" }));
    const [finding] = diagnose(stackOf([], [pendingWeb("creating")]), { ...nothing, Pod: twins });
    expect(finding?.objects).toHaveLength(2);
    expect(finding?.nextStep).not.toContain("adopt");
  });

  it.each([
    {
      what: "an unfinished update",
      pending: [pendingWeb("updating", "p-1")],
      objects: [alive],
      problem: "unfinished-update",
    },
    {
      what: "an unfinished delete, still there",
      pending: [pendingWeb("deleting", "p-1")],
      objects: [alive],
      problem: "unfinished-delete",
    },
    {
      what: "an unfinished delete, gone",
      pending: [pendingWeb("deleting", "p-1")],
      objects: [],
      problem: "unfinished-delete",
    },
  ])("reports $what", ({ pending, objects, problem }) => {
    expect(diagnose(stackOf([], pending), { ...nothing, Pod: objects })).toMatchObject([{ problem }]);
  });

  it("tells an unfinished delete whose object is gone from one whose object still bills", () => {
    const step = (objects: LiveObjects) => diagnose(stackOf([], [pendingWeb("deleting", "p-1")]), objects)[0]?.nextStep;
    expect(step({ ...nothing, Pod: [alive] })).toMatch(/deleting twice is safe/);
    expect(step(nothing)).toMatch(/takes the object out/);
  });

  it.each([
    { what: "an object that is gone", more: {}, objects: [], problem: "gone" },
    {
      what: "a pod that never became ready",
      more: { initErrors: ["image cannot be pulled"] },
      objects: [alive],
      problem: "not-ready",
    },
    {
      what: "a replaced object that waits for its delete",
      more: { delete: true },
      objects: [alive],
      problem: "leftover",
    },
  ])("reports $what", ({ more, objects, problem }) => {
    expect(diagnose(stackOf([{ ...web, ...more }]), { ...nothing, Pod: objects })).toMatchObject([
      { problem, name: "web" },
    ]);
  });

  it("says of what an interrupted run made from other arguments no more than that, and speaks of pods only for a pod", () => {
    const why = "an interrupted run made the Endpoint e-1 from other arguments than the program has now";
    const endpoint = entryOf({ kind: "Endpoint", name: "api", id: "e-1", inputs: { name: "api" } });
    const live = { ...nothing, Pod: [{ ...alive, status: "ERROR" }], Endpoint: [{ id: "e-1", name: "api" }] };
    const [finding] = diagnose(stackOf([{ ...endpoint, initErrors: [why] }]), live);
    expect(finding?.what).toBe(`Endpoint api (e-1) exists, but is not as it should be: ${why}`);
    expect(finding?.nextStep).toMatch(/^Run `preview`/);
    expect(finding?.nextStep).not.toMatch(/pod|logs/i);
    const [ofPod] = diagnose(stackOf([{ ...web, initErrors: ["it is in ERROR"] }]), live);
    expect(ofPod?.nextStep).toContain("If it does not run as it should, read `compute logs p-1` first.");
  });

  it("ends a sentence once, whatever the reason ends with", () => {
    const entry = { ...web, initErrors: ["it is in ERROR: see its log."] };
    expect(diagnose(stackOf([entry]), { ...nothing, Pod: [alive] })[0]?.what).toMatch(/see its log$/);
  });

  it("reports an object that two resources have, of this stack or of two", () => {
    const live = { ...nothing, Pod: [alive], SshKey: [{ id: "SHA256:x", name: "k" }] };
    const twin = stackOf([entryOf({ kind: "Pod", name: "twin", id: "p-1" })]).resources[0]!;
    const elsewhere = { ...twin, urn: "urn:pulumi:prod::shop::compute:index:Pod::twin" };
    const [finding] = diagnose(stackOf([web]), live, [], { inStates: [elsewhere] });
    expect(finding).toMatchObject({ problem: "shared", name: "web", objects: [{ id: "p-1" }] });
    expect(finding?.what).toBe("Pod web (p-1) is in the state, and the stack prod of the project shop has it too");
    expect(diagnose(stackOf([web, entryOf({ kind: "Pod", name: "twin", id: "p-1" })]), live)).toMatchObject([
      { problem: "shared", name: "twin", what: expect.stringMatching(/the resource web of this stack has it too$/) },
    ]);
    // The same key in another account has the same id, and what was replaced is to go.
    const key = entryOf({ kind: "SshKey", name: "k", id: "SHA256:x" });
    expect(
      diagnose(stackOf([key]), live, [], {
        inStates: stackOf([key]).resources.map((each) => ({ ...each, urn: elsewhere.urn })),
      }),
    ).toEqual([]);
    expect(diagnose(stackOf([web]), live, [], { inStates: [{ ...elsewhere, isLeftover: true }] })).toEqual([]);
  });

  it("reports a second object with the name of one of ours", () => {
    const findings = diagnose(stackOf([web]), { ...nothing, Pod: [alive, { id: "p-2", name: "web-1a2b" }] });
    expect(findings).toMatchObject([{ problem: "same-name", objects: [{ id: "p-2" }] }]);
  });

  it("does not tell anybody to delete an object of the same name that is in the state of another stack", () => {
    const theirs = { id: "p-2", name: "web-1a2b" };
    expect(diagnose(stackOf([web]), { ...nothing, Pod: [alive, theirs] }, [], { inStates: theirState })).toEqual([]);
  });

  describe("of what bears the marks of the stack and no state has", () => {
    const stack = { backend: "b", stack: "s" };
    const nameOf = (urn: string, base = "web", of = stack) =>
      `${base}-${newMark({ ...of, key: resourceKeyOf(urn) }, () => new Uint8Array([1, 2, 3]))}`;
    const left = { id: "p-2", name: nameOf(web.urn), status: "RUNNING", createdAt: "2026-05-04T09:00:00Z" };
    const found = (entries: readonly object[], over: object = {}, ...pods: object[]) =>
      diagnose(stackOf(entries), { ...nothing, Pod: [alive, ...pods] as never }, [], { marks: [stack], ...over });

    it("names it with when it was made, that it is billed, and each way on, on any machine", () => {
      const [finding, ...more] = found([], {}, left);
      expect(more).toEqual([]);
      expect(finding).toMatchObject({ problem: "left", objects: [{ id: "p-2" }] });
      expect(finding?.what).toContain(`p-2 ("${left.name}", RUNNING, made 2026-05-04T09:00:00Z, billed)`);
      expect(finding?.nextStep).toMatch(
        /on purpose.*`adopt: \{ id: "p-2" \}`.*`compute doctor --let-go p-2`.*delete it only if nobody needs it/,
      );
    });

    it("says which resource it was made for, and what that one has by now", () => {
      expect(found([web], {}, left)[0]?.what).toMatch(
        / made Pod p-2 .* for web, which has p-1 by now, and no state has it/,
      );
    });

    it("leaves out what a state has, what another stack or backend marked, and what was let go", () => {
      expect(found([web], { inStates: theirState }, { ...left, id: "p-2" })).toEqual([]);
      const others = [
        nameOf(web.urn, "web", { ...stack, backend: "c" }),
        nameOf(web.urn, "web", { ...stack, stack: "t" }),
      ];
      for (const name of [...others, "web", "web-certificates", "web-1a2b3c4"])
        expect(found([web], {}, { ...left, name }).filter(({ problem }) => problem === "left")).toEqual([]);
    });
  });

  it("says of a credential, of which nobody charges anything, nowhere that it bills or is billed", () => {
    const inputs = { name: "hub-1a2b3c4", __autoName: "hub-1a2b3c4" };
    const credential = (id: string, more: object) =>
      entryOf({ kind: "RegistryCredential", name: "hub", id, inputs, ...more });
    const live = (...objects: { id: string; name: string }[]) => ({ ...nothing, RegistryCredential: objects });
    const [same, mine] = [
      { id: "r-3", name: "hub-1a2b3c4" },
      { id: "r-1", name: "hub-1a2b3c4" },
    ];
    const far = credential("r-1", { outputs: { __seen: "aaaaa@d1d1d" } });
    const lost = { type: "creating", resource: credential("", {}) };
    const renamed = { ...far, inputs: { name: "hub-other" } };
    const findings = [
      ...diagnose(stackOf([credential("r-1", {})]), live(mine, same)),
      ...diagnose(stackOf([far]), nothing, [], { here: "bbbbb@d1d1d" }),
      ...diagnose(stackOf([renamed], [lost]), live({ ...mine, name: "hub-other" }, same)),
    ];
    expect(findings.map(({ problem }) => problem)).toEqual(["same-name", "not-visible", "lost-create"]);
    expect(findings.map(({ what, nextStep }) => `${what} ${nextStep}`).join("\n")).not.toMatch(/bill/);
    expect(findings[2]?.nextStep).toContain("the state has r-1 in its place");
  });

  it("tells of a deletion without an end once", () => {
    const findings = diagnose(stackOf([web], [pendingWeb("deleting", "p-1")]), nothing);
    expect(findings.map(({ problem }) => problem)).toEqual(["unfinished-delete"]);
  });

  it("A-24: does not call an object gone that was last seen with another key", () => {
    const entry = { ...web, outputs: { __seen: "aaaaa@d1d1d" } };
    const [finding] = diagnose(stackOf([entry]), nothing, [], { here: "bbbbb@d1d1d" });
    expect(finding).toMatchObject({ problem: "not-visible", what: expect.stringContaining("fingerprint aaaaa") });
    expect(finding?.nextStep).not.toContain("refresh");
    const here = { here: "aaaaa@d1d1d" };
    expect(diagnose(stackOf([entry]), nothing, [], here)).toMatchObject([{ problem: "gone" }]);
  });

  describe("A-24: of what the provider that the program gives the resource can't see", () => {
    const urn = "urn:pulumi:dev::shop::pulumi:providers:compute::second";
    const entry = { ...web, provider: `${urn}::p-1`, outputs: { __seen: "aaaaa@d1d1d" } };
    const found = (inputs: object) => {
      const provider = { urn, custom: true, id: "p-1", type: "pulumi:providers:compute", inputs };
      return diagnose(stackOf([provider, entry]), nothing, [], { here: "bbbbb@d1d1d" })[0];
    };

    it("names that provider, and not the settings of the stack, which are not used there", () => {
      const finding = found({ apiUrl: "https://platform.test", apiKey: "k" });
      expect(finding?.what).toMatch(
        /fingerprint aaaaa at the address with the fingerprint d1d1d, and its provider second uses the API key with the fingerprint bbbbb/,
      );
      expect(finding?.nextStep).toMatch(
        /^Set apiUrl and apiKey of the provider second in the program as they were, run `up`, which stores that, and run `doctor` again\./,
      );
      expect(finding?.nextStep).not.toContain("compute:");
    });

    it("sends people to the environment for what the provider leaves out", () => {
      expect(found({ apiUrl: "https://platform.test" })?.nextStep).toMatch(
        /^Set COMPUTE_API_KEY, which the provider second takes from the environment, and its apiUrl in the program as they were, run `up`/,
      );
      expect(found({})?.nextStep).toMatch(
        /^Set COMPUTE_API_URL and COMPUTE_API_KEY, which the provider second takes from the environment, as they were, and run `doctor` again/,
      );
    });
  });

  it("A-31: does not advise `adopt` for a lost create whose resource the state has by now, which would ignore it", () => {
    const later = { ...web, inputs: { name: "web-9z8y" } };
    const objects = { ...nothing, Pod: [alive, { id: "p-7", name: "web-1a2b" }] };
    const [finding] = diagnose(stackOf([later], [pendingWeb("creating")]), objects);
    expect(finding?.nextStep).not.toContain("adopt");
    expect(finding?.nextStep).toContain("the state has p-1 in its place");
  });

  it("advises it where the object bears a mark, together with the replacement that it acts in", () => {
    const marked = { ...pendingWeb("creating"), resource: { ...pendingWeb("creating").resource } };
    marked.resource.inputs = { ...marked.resource.inputs, name: "web-cabcdefgh2ij" };
    const objects = { ...nothing, Pod: [alive, { id: "p-7", name: "web-cabcdefgh2ij" }] };
    const [finding] = diagnose(stackOf([web], [marked]), objects);
    expect(finding?.nextStep).toMatch(
      /in place of p-1, give its resource `adopt: \{ id: "p-7" \}` and run `up --replace urn:/,
    );
  });
});
