import { describe, expect, it } from "@jest/globals";
import { changesBeyond, mendedBy, type ReportedStep, reportedByCli } from "../../../cli/keep/beyond-drift";
import type { Drift } from "../../../cli/documents/drift";

/** What `--mend` makes of a plan, whoever made it: the engine, or the CLI as JSON. */
const type = "compute:index:Pod";
const urnOf = (name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
type State = Readonly<Record<string, unknown>>;
const step = (op: string, name: string, before?: State, after?: State, diffReasons?: readonly string[]) => ({
  op,
  urn: urnOf(name),
  ...(diffReasons && { diffReasons: [...diffReasons] }),
  ...(before && { oldState: { type, id: `id-${name}`, inputs: before, outputs: before } }),
  ...(after && { newState: { type, id: `id-${name}`, inputs: after, outputs: after } }),
});
const update = (name: string, before: State, after: State, keys?: readonly string[]) =>
  step("update", name, before, after, keys);
const drift = (name: string, path: string, of: Drift["class"] = "edited"): Drift => ({
  urn: urnOf(name),
  kind: "Pod",
  name,
  id: `id-${name}`,
  class: of,
  path,
});
type Steps = readonly ReturnType<typeof step>[];
const reported = (steps: Steps) => reportedByCli({ steps: [...steps] });
/** @param asked what a preview without a refresh has, since the program asks for it. */
const judged = (steps: Steps, found: readonly Drift[], asked: Steps = []) =>
  changesBeyond(reported(asked), reported(steps), found);
const job = (one: ReturnType<typeof step>) =>
  JSON.parse(JSON.stringify(one).replaceAll(type, "compute:index:JobRun")) as typeof one;
const ready = (one: ReturnType<typeof step>) =>
  JSON.parse(JSON.stringify(one).replaceAll(type, "compute:index:Ready")) as typeof one;

describe("a plan that puts right what drifted", () => {
  it.each([
    ["a property", update("web", { image: "b" }, { image: "a" }, ["image"]), drift("web", "image")],
    [
      "one variable of several",
      update("web", { env: { A: "2", B: "1" } }, { env: { A: "1", B: "1" } }, ["env"]),
      drift("web", "env.A"),
    ],
    ["a secret", update("web", { env: "[secret]" }, { env: "[secret]" }, ["env"]), drift("web", "env.TOKEN")],
    ["a property whose step names none", update("web", { image: "b" }, { image: "a" }), drift("web", "image")],
    [
      "a pod that stopped",
      update("web", { desiredStatus: "EXITED" }, { desiredStatus: "RUNNING" }, ["desiredStatus"]),
      drift("web", "desiredStatus", "stopped"),
    ],
    ["a pod that is gone", step("create", "web", undefined, { image: "a" }), drift("web", "", "terminated")],
    [
      "what is only in the state, and follows a pod that is made again",
      ready(update("up", { pods: ["p-1"] }, { pods: ["[unknown]"] }, ["pods"])),
      drift("other", "", "terminated"),
    ],
    ["nothing", step("same", "web", { image: "a" }, { image: "a" }), drift("other", "image")],
  ])("is carried out: %s", (_, planned, found) => {
    expect(judged([planned], [found])).toEqual([]);
  });

  it.each([
    ["a delete", step("delete", "old", { image: "a" }), /would delete Pod old/],
    [
      "the deletion that an earlier run left",
      step("delete-replaced", "old", { image: "a" }),
      /^It would delete id-old of Pod old, which an earlier run replaced\.$/,
    ],
    ["an import", step("import", "old", undefined, { image: "a" }), /^It would import Pod old\.$/],
    ["a replacement", step("replace", "web", { image: "b" }, { image: "a" }, ["image"]), /would replace Pod web/],
    ["a new resource of a newer checkout", step("create", "new", undefined, { image: "a" }), /would create Pod new/],
    [
      "a new run of a job",
      job(update("db", { input: {} }, { input: {} })),
      /^It would update JobRun db, which has not/,
    ],
    [
      "what follows from an object that is made again",
      update("db", { volume: "v-1" }, { volume: "[unknown]" }, ["volume"]),
      /^It would change volume of Pod db, which has not drifted\.$/,
    ],
    ["a resource that has not drifted", update("db", { image: "1" }, { image: "2" }, ["image"]), /image of Pod db/],
    [
      "a property that its step does not name",
      update("db", { image: "1" }, { image: "2" }),
      /would change image of Pod db/,
    ],
  ])("is refused beside %s", (_, planned, why) => {
    const refused = judged(
      [update("web", { image: "b" }, { image: "a" }, ["image"]), planned],
      [drift("web", "image")],
    );
    expect(refused).toEqual([expect.stringMatching(why)]);
  });

  const web = [update("web", { image: "b" }, { image: "a" }, ["image"]), drift("web", "image")] as const;
  it.each([
    [
      "another value of what drifted",
      update("web", { image: "1" }, { image: "2" }, ["image"]),
      "It would change image of Pod web to something else than the state holds.",
    ],
    [
      "a list of which an item drifted",
      update("web", { ports: ["1"] }, { ports: ["1", "2"] }),
      "It would change ports of Pod web to something else than the state holds.",
    ],
    [
      "a secret that may have changed",
      update("web", { env: { A: "1", T: "[secret]" } }, { env: { A: "1", T: "[secret]" } }, ["env"]),
      "It may change env.T of Pod web: the Pulumi CLI masks secrets, so nobody can tell from its preview.",
    ],
    [
      "other hardware",
      step("replace", "web", { vcpuCount: 2 }, { vcpuCount: 16 }, ["vcpuCount"]),
      "It would replace Pod web.",
    ],
  ])("is refused where the program asks for more than the state holds: %s", (_, asked, why) => {
    expect(judged([web[0]], [web[1]], [asked])).toEqual([why]);
    const made = step("create", "web", undefined, asked.newState!.inputs);
    expect(judged([made], [drift("web", "", "terminated")], [asked])).toEqual([why]);
  });

  it("is carried out where the plan without a refresh has read the drift itself", () => {
    expect(judged([web[0]], [web[1]], [update("web", { image: "a" }, { image: "a" }, ["image"])])).toEqual([]);
    const isGone = step("replace", "web", { image: "a" }, { image: "a" });
    const made = step("create", "web", undefined, { image: "a" });
    expect(judged([made], [drift("web", "", "terminated")], [isGone])).toEqual([]);
  });

  it("is refused where it would run again what has run: a job, a pod that ends, a pod that keep has stopped", () => {
    const gone = [drift("web", "", "terminated")];
    const run = step("create", "web", undefined, { runToCompletion: true });
    const submitted = job(step("create", "web", undefined, {}));
    expect(judged([submitted], [{ ...gone[0]!, urn: submitted.urn }])).toEqual(["It would run JobRun web again."]);
    expect(judged([run], gone)).toEqual(["It would run Pod web again."]);
    const inputs = { image: "a", stopAfter: "8h" };
    const edited = update("web", { ...inputs, env: { A: "2" } }, { ...inputs, env: { A: "1" } });
    const resting = { desiredStatus: "RUNNING", status: "EXITED", startedAt: "2026-01-01T00:00:00Z" };
    Object.assign(edited.oldState!, { outputs: { ...inputs, ...resting } });
    expect(judged([edited], [drift("web", "env.A")])).toEqual(["It would start Pod web, which may stay stopped."]);
    Object.assign(edited.oldState!, { outputs: { ...inputs, ...resting, status: "RUNNING" } });
    expect(judged([edited], [drift("web", "env.A")])).toEqual([]);
  });

  it("is told by the drift where its step names nothing, as of a secret", () => {
    const same = update("web", { value: "[secret]" }, { value: "[secret]" });
    expect(mendedBy(reported([same]), [drift("web", "value")], "now")).toMatchObject([
      { op: "update", paths: ["value"] },
    ]);
  });

  it("does not count what a refresh has found, which changes the state alone", () => {
    const gone = {
      ...reportedByCli({ steps: [step("delete", "web", { image: "a" })] })[0]!,
      found: true,
    } as ReportedStep;
    expect(changesBeyond([gone], [gone], [])).toEqual([]);
  });
});
