import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";
import { check } from "../../../provider/table/check";
import { cluster } from "../../../provider/kinds/cluster/fields";
import { credential, fixedBytes, template, trainingCluster } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const asked = (method?: string) =>
  rig.emulator.requests
    .list()
    .filter((request) => method === undefined || request.method === method)
    .map((request) => `${request.method} ${request.path.replace(/\?.*/, "")}`);
const program = (inputs: Props = {}): Program => ({ base: { kind: "Template", inputs: { ...template, ...inputs } } });
const onPlatform = () => rig.platform.templates.get(rig.entry("base").id);

describe("a template", () => {
  it("T-2: has every setting of the program, and differs in nothing afterwards", async () => {
    const settings = {
      args: "serve --fast",
      disk: 30,
      env: { TOKEN: "hush" },
      ports: ["22/tcp"],
      mounts: { persistent: { size: 20, path: "/data" } },
      serverless: true,
      public: true,
      category: "AMD",
      startSsh: false,
      startJupyter: false,
      allowedCudaVersions: ["12.8"],
    };
    await rig.up(program(settings));
    expect(await onPlatform()).toMatchObject({ ...template, ...settings });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program(settings))).toEqual({ base: "same" });
  });

  it("T-23: is changed in place, and only in what changed", async () => {
    await rig.up(program({ env: { A: "1" }, disk: 30 }));
    rig.emulator.requests.clear();
    expect(await rig.up(program({ env: { A: "1" }, disk: 40 }))).toEqual({ base: "update" });
    expect(asked("PATCH")).toHaveLength(1);
    expect(await onPlatform()).toMatchObject({ disk: 40, env: { A: "1" } });
  });

  it("T-24: is refused before anything is created where the name is taken, with who has it", async () => {
    const { id } = await rig.platform.templates.create({ name: "base", image: "other:1" });
    await expect(rig.up(program())).rejects.toMatchObject({
      code: "name_taken",
      message: expect.stringMatching(
        new RegExp(`the Template ${id} has the name that this resource asks for.*Nothing was created`),
      ),
    });
    expect(await rig.platform.templates.list()).toMatchObject({ templates: [{ id }] });
  });

  it("T-24: gets the name that another resource of the run gave up between the refusal and the look", async () => {
    const named = (one: string, other: string): Program => ({
      other: { kind: "Template", inputs: { ...template, name: other } },
      base: { kind: "Template", inputs: { ...template, name: one } },
    });
    await rig.up(named("a", "b"));
    const path = `/v2/templates/${rig.entry("base").id}`;
    rig.emulator.faults.add({ method: "PATCH", path, phase: "before", status: 400 });
    await rig.up(named("b", "c"));
    expect(await onPlatform()).toMatchObject({ name: "b" });
  });

  it("T-24: is not begun where nobody can look whether the name is free", async () => {
    const noList = { method: "GET", path: "/v2/templates", phase: "before", status: 502, times: "always" } as const;
    const fault = rig.emulator.faults.add(noList);
    await expect(rig.up(program())).rejects.toMatchObject({ status: 502 });
    expect(asked("POST")).toEqual([]);
    fault.remove();
    rig.emulator.requests.clear();
    await rig.up(program());

    expect(asked()).toEqual(["GET /v2/templates", "POST /v2/templates", expect.stringMatching(/^PATCH /)]);
  });

  it("A-31: is made once where the answer to its create is lost", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/templates", phase: "after" });
    await rig.up(program());
    expect(asked("POST")).toHaveLength(1);
    expect((await rig.platform.templates.list()).templates.map(({ name }) => name)).toEqual(["base"]);
  });

  it("T-26: gets its credential back after somebody deleted that, by a refresh and an up", async () => {
    const both = (password: string): Program => ({
      acme: { kind: "RegistryCredential", inputs: { ...credential, password } },
      base: { kind: "Template", inputs: { ...template, registry: "id:acme" } },
    });
    await rig.up(both("one"));
    await rig.platform.registries.delete(rig.entry("acme").id);
    expect(await rig.refresh()).not.toEqual([]);
    await rig.up(both("one"));
    expect((await onPlatform()).registry).toBe(rig.entry("acme").id);
  });

  it("R-13: follows a credential that is rotated", async () => {
    const both = (password: string): Program => ({
      acme: { kind: "RegistryCredential", inputs: { ...credential, password } },
      base: { kind: "Template", inputs: { ...template, registry: "id:acme" } },
    });
    await rig.up(both("one"));
    expect(await rig.up(both("two"))).toMatchObject({ base: "update" });
    expect((await onPlatform()).registry).toBe(rig.entry("acme").id);
  });

  it("shows a variable that somebody added, and never its value; the next up takes it away", async () => {
    await rig.up(program({ env: { A: "1" } }));
    await rig.platform.templates.update(rig.entry("base").id, { env: { A: "1", B: "canary" } });
    expect(await rig.refresh()).not.toEqual([]);
    expect(JSON.stringify(rig.entry("base"))).not.toContain("canary");
    await rig.up(program({ env: { A: "1" } }));
    expect((await onPlatform()).env).toEqual({ A: "1" });
  });

  it("M-40: asks for the old one to go first where a mount is taken off and the name stays", async () => {
    const mounts = { persistent: { size: 20, path: "/data" } };
    await rig.up(program({ mounts }));
    const { id, outputs } = rig.entry("base");
    const provider = rig.provider("Template");
    await expect(provider.diff(id, outputs, { ...template, __provider: "x" })).resolves.toMatchObject({
      replaces: ["mounts"],
      deleteBeforeReplace: true,
    });
    const own = { ...template, [hidden.autoName]: "base", __provider: "x" };
    await expect(provider.diff(id, outputs, own)).resolves.toMatchObject({ deleteBeforeReplace: false });
  });

  it("T-21: warns of variables in a template that every account can read", async () => {
    await rig.up(program({ public: true, env: { A: "1" } }));
    await rig.up(program({ public: true, env: { A: "2" } }));
    expect((await onPlatform()).public).toBe(true);
  });
});

describe("a cluster with a private image", () => {
  it("C-22: gets its credential through a template of the same program", async () => {
    await rig.up({
      acme: { kind: "RegistryCredential", inputs: credential },
      base: { kind: "Template", inputs: { ...template, registry: "id:acme" } },
      llm: { kind: "Cluster", inputs: { ...trainingCluster, image: undefined, templateId: "id:base" } },
    });
    const { template: used } = await rig.platform.clusters.get(rig.entry("llm").id);
    expect(used).toBe(rig.entry("base").id);
  });

  it("R-12, C-22: keeps the credential that is rotated, and the error says that the cluster has to be replaced", async () => {
    const rotated = (password: string, name: string): Program => ({
      acme: { kind: "RegistryCredential", inputs: { ...credential, password } },
      base: { kind: "Template", inputs: { ...template, registry: "id:acme" } },
      [name]: { kind: "Cluster", inputs: { ...trainingCluster, image: undefined, templateId: "id:base" } },
    });
    await rig.up(rotated("one", "llm"));
    const { id } = rig.entry("acme");
    const refused: unknown = await rig.up(rotated("two", "llm")).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "in_use",
      users: expect.arrayContaining([expect.stringMatching("cluster")]),
    });
    expect(String(refused)).toMatch(/can't be pointed at another one: have it replaced with `pulumi up --replace URN`/);
    await rig.up(rotated("two", "another"));
    await rig.provider("RegistryCredential").delete(id, {});
    expect(await rig.platform.registries.list()).toMatchObject([{ id: rig.entry("acme").id }]);
  });

  it("C-22: is told which lines to write where the program gives it a registry", () => {
    const { failures } = check(cluster, {}, { ...trainingCluster, registry: "r-1" }, fixedBytes);
    expect(failures[0]).toMatchObject({
      reason: expect.stringMatching(
        /new compute\.Template\(NAME, \{ image: IMAGE, registry: CREDENTIAL \}\).*templateId: template/,
      ),
    });
  });
});
