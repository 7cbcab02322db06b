import { describe, expect, it } from "@jest/globals";
import { changesBeyond, type PlannedStep } from "../../../cli/stack/beyond-drift";
import type { Drift } from "../../../cli/documents/drift";
import { reportsOf } from "../../../cli/stack/preview-document";

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
const judged = (steps: readonly ReturnType<typeof step>[], found: readonly Drift[]) =>
  changesBeyond(reportsOf({ steps: [...steps] }), found);

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
      "what follows from an object that is made again",
      update("web", { volume: "v-1" }, { volume: "[unknown]" }, ["volume"]),
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
      "another property of what drifted",
      update("web", { image: "b", ports: ["1"] }, { image: "a", ports: ["2"] }, ["image", "ports"]),
      /would change ports\[0\] of Pod web, which has not drifted/,
    ],
    [
      "another variable of what drifted",
      update("web", { image: "b", env: { B: "1" } }, { image: "a", env: { B: "2" } }, ["image", "env"]),
      /would change env\.B of Pod web/,
    ],
    ["a resource that has not drifted", update("db", { image: "1" }, { image: "2" }, ["image"]), /image of Pod db/],
    [
      "a property that its step does not name",
      update("db", { image: "1" }, { image: "2" }),
      /would change image of Pod db/,
    ],
    [
      "a secret that may have changed",
      update("db", { env: { T: "[secret]" }, token: "[secret]" }, { env: { T: "[secret]" }, token: "[secret]" }),
      /may change env\.T, token of Pod db: the Pulumi CLI masks secrets/,
    ],
    ["a secret that has not drifted", update("web", { token: "[secret]" }, { token: "[secret]" }, ["token"]), /token/],
  ])("is refused beside %s", (_, planned, why) => {
    const refused = judged(
      [update("web", { image: "b" }, { image: "a" }, ["image"]), planned],
      [drift("web", "image")],
    );
    expect(refused).toEqual([expect.stringMatching(why)]);
  });

  it("does not count what a refresh has found, which changes the state alone", () => {
    const gone = { ...reportsOf({ steps: [step("delete", "web", { image: "a" })] })[0]!, found: true } as PlannedStep;
    expect(changesBeyond([gone], [])).toEqual([]);
  });
});
