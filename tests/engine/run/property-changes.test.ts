import { describe, expect, it } from "@jest/globals";
import { newStep } from "../../../engine/plan/step";
import { show } from "../../../engine/run/events";
import { propertyChanges } from "../../../engine/run/property-changes";
import { newEntry, type ResourceState } from "../../../engine/state/resource-state";
import { type PropertyMap, Secret } from "../../../engine/protocol/values";

const entry = (inputs: PropertyMap, outputs: PropertyMap = inputs): ResourceState => ({
  ...newEntry({ urn: "urn:pulumi:dev::p::t:Pod::a", type: "t:Pod", custom: true, inputs }),
  inputs,
  outputs,
});

const changes = (before: PropertyMap, after: PropertyMap, keys = Object.keys({ ...before, ...after })) =>
  propertyChanges(
    newStep("update", { old: entry(before), next: entry(after), diffKeys: keys, replaceKeys: ["cloud"] }),
    entry(after),
    (value) => show(value),
  );

describe("the places that a step changes", () => {
  it("are the innermost ones, with old and new", () => {
    const found = changes(
      { mounts: { network: [{ path: "/a" }] }, ports: ["80/http"], cloud: "SECURE" },
      { mounts: { network: [{ path: "/b" }] }, ports: ["80/http", "22/tcp"], cloud: "COMMUNITY" },
    );
    expect(found).toEqual([
      { path: "mounts.network[0].path", kind: "update", inputDiff: true, replaces: false, old: "/a", new: "/b" },
      { path: "ports[1]", kind: "add", inputDiff: true, replaces: false, new: "22/tcp" },
      { path: "cloud", kind: "update", inputDiff: true, replaces: true, old: "SECURE", new: "COMMUNITY" },
    ]);
  });

  it("tell which secret changed and never its value, however deep the secret lies", () => {
    const found = changes(
      { env: { TOKEN: new Secret("hush-1"), KEPT: new Secret("hush") }, password: new Secret({ a: "hush-3" }) },
      { env: { TOKEN: new Secret("hush-2"), KEPT: new Secret("hush") }, password: new Secret({ a: "hush-4" }) },
    );
    expect(found.map(({ path, old, new: next }) => [path, old, next])).toEqual([
      ["env.TOKEN", "[secret]", "[secret]"],
      ["password", "[secret]", "[secret]"],
    ]);
    expect(JSON.stringify(found)).not.toContain("hush");
  });

  it("hide a value that was plain before and is a secret now", () => {
    const found = changes({ env: { TOKEN: "hush-1" } }, { env: { TOKEN: new Secret("hush-2") } });
    expect(JSON.stringify(found)).not.toContain("hush");
  });

  it("are those between state and program where only the platform differs", () => {
    const inputs = { disk: 20 };
    const step = newStep("update", { old: entry(inputs, { disk: 60 }), next: entry(inputs), diffKeys: ["disk"] });
    expect(propertyChanges(step, entry(inputs, {}), (value) => show(value))).toEqual([
      { path: "disk", kind: "update", inputDiff: false, replaces: false, old: 60, new: 20 },
    ]);
  });

  it("quote a member whose name is no word", () => {
    expect(changes({ env: {} }, { env: { "A.B": "1" } })[0]?.path).toBe('env["A.B"]');
  });
});
