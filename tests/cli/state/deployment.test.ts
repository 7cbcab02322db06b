import { describe, expect, it } from "@jest/globals";
import { deploymentIn, readDeployment, stateDelete } from "../../../cli/state/deployment";
import { entryOf, exportOf, secretOf } from "../commands/states";

describe("reading a stack", () => {
  it("keeps the resources of this provider and leaves out components, other providers and read-only ones", () => {
    const other = { ...entryOf({ kind: "Pod", name: "x" }), type: "random:index:Id" };
    const external = entryOf({ kind: "Pod", name: "theirs", id: "p-2", more: { external: true } });
    const text = exportOf([
      entryOf({ kind: "Pod", name: "web", id: "p-1", inputs: { name: "web-1" } }),
      other,
      external,
    ]);
    expect(readDeployment(text, "stdin").resources).toMatchObject([
      { name: "web", kind: "Pod", id: "p-1", inputs: { name: "web-1" }, isLeftover: false },
    ]);
  });

  it("reads a checkpoint file, and one of a stack that was never updated", () => {
    const latest = { resources: [entryOf({ kind: "NetworkVolume", name: "data", id: "v-1" })] };
    const checkpoint = (inner: object) => JSON.stringify({ version: 3, checkpoint: { stack: "s", ...inner } });
    expect(readDeployment(checkpoint({ latest }), "f").resources).toHaveLength(1);
    expect(readDeployment(checkpoint({}), "f").resources).toEqual([]);
    // Of a state with resources that are to be replaced.
    const tainted = JSON.stringify({ version: 4, features: ["taint"], checkpoint: { stack: "s", latest } });
    expect(readDeployment(tainted, "f").resources).toHaveLength(1);
  });

  it.each([
    ["a stack with a line end", "urn:pulumi:dev\nMatch all::shop"],
    ["a project with a line end", "urn:pulumi:dev::shop\n    ProxyCommand touch pwned"],
    ["a project that leads elsewhere", "urn:pulumi:dev::../../authorized_keys"],
    ["a stack that is a folder", "urn:pulumi:..::shop"],
    ["a stack that a shell would read", "urn:pulumi:$(id)::shop"],
    ["no project", "urn:pulumi:dev"],
    ["no URN", "urn:other:dev::shop"],
  ])("refuses a state with %s, also in what is pending and of other providers", (_, prefix) => {
    const entry = (type: string) => ({ urn: `${prefix}::${type}::web`, custom: true, type, id: "p-1" });
    const states = [
      exportOf([entry("compute:index:Pod")]),
      exportOf([entry("random:index:RandomId")]),
      exportOf([], [{ type: "creating", resource: entry("compute:index:Pod") }]),
    ];
    for (const text of states) expect(() => readDeployment(text, "f")).toThrow(/names no stack of a project/);
    expect(() => deploymentIn(states[0]!, "f")).toThrow(/names no stack of a project/);
  });

  it("names a stack in a command as a word of a shell", () => {
    const [pod] = readDeployment(
      exportOf([entryOf({ kind: "Pod", name: "x'; rm -rf ~ #", id: "p-1" })]),
      "f",
    ).resources;
    expect(stateDelete(pod!)).toBe(
      `state delete --yes --stack dev 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Pod::x'\\''; rm -rf ~ #'`,
    );
  });

  it("takes the whole name of a resource, which may hold two colons", () => {
    expect(
      readDeployment(exportOf([entryOf({ kind: "Pod", name: "my::odd", id: "p-1" })]), "f").resources[0]?.name,
    ).toBe("my::odd");
  });

  it("opens secrets that were exported in the clear and names their paths", () => {
    const env = { STAGE: "dev", TOKEN: secretOf({ plaintext: JSON.stringify("hush") }) };
    const [pod] = readDeployment(exportOf([entryOf({ kind: "Pod", name: "web", inputs: { env } })]), "f").resources;
    expect(pod).toMatchObject({
      inputs: { env: { STAGE: "dev", TOKEN: "hush" } },
      secretInputs: ["env.TOKEN"],
    });
  });

  it("leaves encrypted secrets closed without a key, and opens them with one", () => {
    const text = exportOf([entryOf({ kind: "Pod", name: "web", inputs: { env: secretOf({ ciphertext: "v1:abc" }) } })]);
    expect(readDeployment(text, "f").resources[0]).toMatchObject({ inputs: {}, secretInputs: ["env"] });
    const opened = readDeployment(text, "f", (cipher) => (cipher === "v1:abc" ? '{"A":"1"}' : ""));
    expect(opened.resources[0]).toMatchObject({ inputs: { env: { A: "1" } }, secretInputs: ["env"] });
  });

  it("reads pending operations", () => {
    const pending = [{ type: "creating", resource: entryOf({ kind: "Pod", name: "web", inputs: { name: "web-1" } }) }];
    expect(readDeployment(exportOf([], pending), "f").pending).toMatchObject([
      { type: "creating", resource: { id: "", name: "web" } },
    ]);
  });

  it.each([
    { given: "text", text: "hello", message: /is not JSON/ },
    { given: "another JSON", text: "{}", message: /neither a stack export nor a checkpoint/ },
    { given: "another version", text: '{"version":2}', message: /version 3/ },
  ])("refuses $given and says what it wants", ({ text, message }) => {
    expect(() => readDeployment(text, "stdin")).toThrow(message);
    expect(() => readDeployment(text, "stdin")).toThrow(/pulumi stack export/);
  });
});
