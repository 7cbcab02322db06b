import { beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { entryOf, exportOf } from "../commands/states";
import { bench, calls, deployed, install, ls, run } from "./stand-in";

const preview = "preview --json --show-replacement-steps --show-sames --stack dev";

describe("compute import beside states that are in no folder", () => {
  it("offers nothing that a stack of the backend has, whichever other states are named too, and refuses where it can't ask", async () => {
    const there = await deployed();
    const { id } = await bench.client.networkVolumes.create({ name: "data", size: 10, dataCenter: "EU-XX-1" });
    const here = bench.file(exportOf([entryOf({ kind: "NetworkVolume", name: "data", id })]));
    install({
      "stack ls": { out: ls },
      "stack export --stack dev": { out: there },
      "stack export": { out: exportOf([]) },
    });
    const known = ["import", "--all", "--known", here];
    expect(await run(...known)).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to import/m), err: "" });
    bench.io.env["PULUMI_BACKEND_URL"] = "https://cloud.example.com";
    expect((await run(...known)).err).toMatch(
      /^note: only this project's stacks in https:\/\/cloud\.example\.com are known\./,
    );
    bench.io.env["PULUMI_BACKEND_URL"] = "s3://states";
    bench.io.env["PATH"] = temporaryFolder("empty");
    expect((await run(...known)).err).toContain("The state is in s3://states, which is read by the Pulumi CLI");
  });
});

describe("compute keep over states that are in no folder", () => {
  it("--all looks after each stack of the backend, and --mend runs the CLI's up", async () => {
    const state = await deployed();
    bench.io.env["XDG_STATE_HOME"] = join(bench.io.cwd, "memory");
    install({
      "stack ls": { out: ls },
      "stack export --stack dev": { out: state },
      "stack export": { out: exportOf([]) },
      preview: { out: JSON.stringify({ steps: [] }) },
      up: { out: "Updating (dev):\n" },
    });
    for (const pod of bench.emulator.store.pods.values()) pod.name = "renamed";
    const { code, out, err } = await run("keep", "--once", "--all", "--mend");
    expect(code).toBe(2);
    expect(out).toContain("shop/dev: 1 pod");
    expect(out).toContain("prod: 0 pods");
    expect(err).toContain("Updating (dev):\n");
    expect(calls().filter((call) => /^(up|preview) /.test(call))).toEqual([
      preview,
      `${preview} --refresh`,
      "up --yes --stack dev --refresh",
    ]);
  });
});

it("--mend tells what an up that failed half-way has done, by the state that it left", async () => {
  bench.io.env["XDG_STATE_HOME"] = join(bench.io.cwd, "memory");
  const volume = (name: string, id: string, more: object = {}) => {
    const inputs = { name, size: 10, dataCenter: "EU-XX-1", ...more };
    return entryOf({
      kind: "NetworkVolume",
      name,
      id,
      inputs,
      outputs: { ...inputs, __inputs: Object.keys(inputs) },
    });
  };
  const { id } = await bench.client.networkVolumes.create({ name: "c", size: 10, dataCenter: "EU-XX-1" });
  const entries = [volume("a", "gone-1"), volume("b", "gone-2"), volume("c", id)];
  await bench.client.networkVolumes.update(id, { name: "renamed" });
  const steps = entries.map(({ urn, type, inputs }) => ({
    op: String(inputs["name"]) === "c" ? "update" : "create",
    urn,
    newState: { type, inputs },
    ...(inputs["name"] === "c" && { oldState: { type, id, inputs: { ...inputs, name: "renamed" } } }),
  }));
  install({
    [`${preview} --refresh`]: { out: JSON.stringify({ steps }) },
    [preview]: { out: JSON.stringify({ steps: [], duration: 1 }) },
    "stack ls": { out: ls },
    "stack export": { out: exportOf(entries) },
    up: { code: 255, leaves: exportOf([volume("a", "new-1"), volume("c", id, { name: "renamed" })]) },
  });
  const { code, out } = await run("keep", "--once", "--stack", "dev", "--mend", "--json");
  const mending = JSON.parse(out.trim().split("\n").at(-1)!) as object;
  expect({ code, mending }).toMatchObject({
    code: 1,
    mending: {
      mended: [{ op: "create", name: "a" }],
      refused: [
        "`pulumi up --stack dev` failed in s3://states: see above.",
        expect.stringMatching(/run `up` yourself/),
      ],
    },
  });
});

it("compute keep --mend says why the CLI's preview failed, which --json says in its document alone", async () => {
  install({
    "stack ls": { out: ls },
    "stack export": { out: await deployed() },
    preview: {
      out: JSON.stringify({
        steps: [],
        diagnostics: [
          { severity: "warning", message: "warning: old\n" },
          { severity: "error", message: "error: no variable named nothing\n\n  on Pulumi.yaml line 3\n" },
          { severity: "error", message: "error: Error registering output\n" },
        ],
      }),
      err: "SDK WARN no checksum\n",
      code: 1,
    },
  });
  bench.io.env["XDG_STATE_HOME"] = join(bench.io.cwd, "memory");
  for (const pod of bench.emulator.store.pods.values()) pod.name = "renamed";
  const { code, out } = await run("keep", "--once", "--stack", "dev", "--mend");
  expect({ code, out: out.replace(/\n +/g, " ") }).toEqual({
    code: 1,
    out: expect.stringContaining(
      "`pulumi preview --stack dev` failed in s3://states: no variable named nothing on Pulumi.yaml line 3 Error registering output.",
    ),
  });
});

describe("a state in a folder whose program only the CLI runs", () => {
  const shop = (inputs: object) =>
    ({ type: "compute:index:NetworkVolume", id: data, inputs, outputs: inputs }) as const;
  let data: string;
  let urn: string;
  beforeEach(async () => {
    const states = temporaryFolder("states");
    const folder = join(states, ".pulumi", "stacks", "shop");
    mkdirSync(folder, { recursive: true });
    const asked = { name: "data", size: 10, dataCenter: "EU-XX-1" };
    data = (await bench.client.networkVolumes.create(asked)).id;
    const entry = entryOf({ kind: "NetworkVolume", name: "data", id: data, inputs: asked, outputs: asked });
    const { deployment } = JSON.parse(exportOf([entry])) as { deployment: object };
    urn = String(entry["urn"]);
    writeFileSync(join(folder, "dev.json"), JSON.stringify({ version: 3, checkpoint: { latest: deployment } }));
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
    Object.assign(bench.io.env, { PULUMI_BACKEND_URL: `file://${states}`, XDG_STATE_HOME: join(states, "memory") });
  });

  it("keep --mend runs the CLI's up, and the comment for a pull request has the CLI's preview", async () => {
    await bench.client.networkVolumes.update(data, { name: "renamed" });
    const sides = { oldState: shop({ name: "renamed" }), newState: shop({ name: "data" }) };
    const plan = JSON.stringify({ steps: [{ op: "update", urn, ...sides, diffReasons: ["name"] }] });
    install({
      [`${preview} --refresh`]: { out: plan },
      [preview]: { out: JSON.stringify({ steps: [] }) },
      "up --yes": {},
    });
    expect((await run("keep", "--once", "--stack", "dev", "--mend")).out).toContain(
      "Changed name of NetworkVolume data back.",
    );
    install({ [preview]: { out: plan } });
    expect((await run("preview", "--markdown", "--stack", "dev")).out).toContain(
      "update | data | NetworkVolume | name |",
    );
    expect(calls()).toEqual([preview, `${preview} --refresh`, "up --yes --stack dev --refresh", preview]);
  });

  it("says that it needs the CLI where there is none", async () => {
    bench.io.env["PATH"] = temporaryFolder("empty");
    expect((await run("preview", "--markdown", "--stack", "dev")).err).toMatch(
      /Only the Pulumi CLI runs the program of this project, and there is no `pulumi` on the PATH: install it\./,
    );
  });
});
