import { describe, expect, it } from "@jest/globals";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { until } from "../../support/until";
import { everyTurn } from "../fake-io";
import { entryOf, exportOf, secretOf } from "../commands/states";
import { bench, bin, calls, deployed, install, ls, run } from "./stand-in";

describe("a state that is in no folder", () => {
  it.each([["status"], ["drift"], ["cost"], ["doctor"], ["graph"], ["ssh", "--config", "-"], ["keep", "--once"]])(
    "%s reads it by the CLI, and prints what it prints of a file",
    async (...args: string[]) => {
      const state = await deployed();
      install({ "stack ls": { out: ls }, "stack export": { out: state, err: "SDK WARN no checksum\n" } });
      const fromFile = await run(...args, "--file", bench.file(state));
      const fromCli = await run(...args, "--stack", "dev");
      const same = (text: string) =>
        text.replaceAll("pulumi stack export --stack dev | compute", "compute").replace(/ --(file -|stack dev)/g, "");
      expect({ ...fromCli, out: same(fromCli.out) }).toEqual({ ...fromFile, out: same(fromFile.out) });
      expect(calls()).toContain("stack export --stack dev");
      expect(calls().join()).not.toContain("--show-secrets");
    },
  );

  it("logs and jobs find by their names what the stack has", async () => {
    const state = await deployed();
    install({ "stack ls": { out: ls }, "stack export": { out: state } });
    bench.io.everySecond = everyTurn;
    expect(await run("logs", "web", "--tail", "1")).toMatchObject({ code: 0 });
    expect((await run("jobs", "health", "echo")).out).toContain('"jobs"');
    expect(calls()).toContain("stack export --stack dev");
  });

  it("is of the stack that the CLI has selected, or else of the only one", async () => {
    install({ "stack ls": { out: ls }, "stack export": { out: exportOf([]) } });
    await run("status");
    install({ "stack ls": { out: JSON.stringify([{ name: "only" }]) }, "stack export": { out: exportOf([]) } });
    await run("status");
    expect(calls().filter((call) => call.startsWith("stack export"))).toEqual([
      "stack export --stack dev",
      "stack export --stack only",
    ]);
  });

  it("is found by the backend that Pulumi.yaml names, too", async () => {
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nbackend: { url: gs://ours }\n");
    delete bench.io.env["PULUMI_BACKEND_URL"];
    bench.io.env["PATH"] = bin;
    expect((await run("status", "--stack", "dev")).err).toContain("The state is in gs://ours,");
  });

  it("is named where nobody says where the state is and the CLI is logged in to it", async () => {
    delete bench.io.env["PULUMI_BACKEND_URL"];
    bench.io.env["PULUMI_HOME"] = bin;
    writeFileSync(join(bin, "credentials.json"), JSON.stringify({ current: "s3://ours?region=eu-1" }));
    expect((await run("status")).err).toContain(
      "The Pulumi CLI is logged in to s3://ours: for the stacks there, set PULUMI_BACKEND_URL to it.",
    );
  });

  it("says in one sentence what to install where there is no CLI, without the key in the address", async () => {
    bench.io.env["PATH"] = bin;
    bench.io.env["PULUMI_BACKEND_URL"] = "postgres://user:pa55@db.example.com/states?sslmode=off";
    expect(await run("status", "--stack", "dev")).toEqual({
      code: 1,
      out: "",
      err:
        "error: The state is in postgres://db.example.com/states, which is read by the Pulumi CLI, and there is no `pulumi` on the PATH: " +
        "install it, or pipe what `pulumi stack export --stack dev` prints elsewhere into a command with `--file -`.\n",
    });
  });

  it("masks the key in what the CLI says of its address, in its own words or in others", async () => {
    const state = await deployed();
    for (const pod of bench.emulator.store.pods.values()) pod.name = "renamed";
    const answers = { "stack ls": { out: ls }, "stack export": { out: state }, preview: { out: '{"steps":[]}' } };
    for (const [url, shown, key] of [
      ["postgres://pulumi:s3cr3t%2Fx@db/states", "postgres://db/states", "s3cr3t/x"],
      ["postgres://pulumi:s3cr3t/x@db/states", "postgres://db/states", "s3cr3t/x"],
      ["https://t0ken-of-mine@cloud.example.com", "https://cloud.example.com", "t0ken-of-mine"],
      ["azblob://states?storage_account=ours&sig=s1gned-by-us", "azblob://states", "s1gned-by-us"],
    ] as const) {
      bench.io.env["PULUMI_BACKEND_URL"] = url;
      const failed = { err: `unable to open ${url}: no way in for ${key}\n`, code: 255 };
      install({ ...answers, up: failed });
      const mending = await run("keep", "--once", "--stack", "dev", "--mend", "--json");
      install({ "stack export": failed });
      const reading = await run("status", "--stack", "dev");
      expect(reading.err).toContain(`failed in ${shown}: unable to open ${shown}: no way in for [redacted]`);
      expect(mending.err).toContain(`unable to open ${shown}: no way in for [redacted]`);
      expect(JSON.stringify([mending, reading])).not.toMatch(/s3cr3t|t0ken|s1gned/);
    }
  });

  it("has advice name the CLI for what only the CLI changes there", async () => {
    install({ "stack ls": { out: ls }, "stack export": { out: await deployed() }, config: { out: "{}" } });
    delete bench.io.env["COMPUTE_API_URL"];
    const { code, err } = await run("status", "--stack", "dev");
    expect(code).toBe(1);
    expect(err).toContain("`pulumi config set --stack dev compute:apiUrl");
    expect(err).not.toContain("`compute config");
  });

  it("tells why the CLI failed, and which command that was", async () => {
    install({ "stack export": { err: "SDK WARN no checksum\nerror: no stack named 'nope' found\n", code: 255 } });
    expect((await run("status", "--stack", "nope")).err).toBe(
      "error: `pulumi stack export --stack nope` failed in s3://states: no stack named 'nope' found\n",
    );
  });

  it("names the stack that could not be read, also where the person has named another one", async () => {
    const failed = { err: "error: no way in\n", code: 255 };
    const read = { out: exportOf([]) };
    install({ "stack ls": { out: ls }, "stack export --stack dev": read, "stack export --stack prod": failed });
    bench.io.env["PULUMI_STACK"] = "dev";
    expect((await run("import", "--all")).err).toContain("`pulumi stack export --stack prod` failed in s3://states");
  });

  it.each([
    ["up", "--yes"],
    ["destroy"],
    ["stack", "export"],
    ["state", "delete", "urn:pulumi:dev::shop::a::b"],
    ["cancel"],
  ])("%s says to run the CLI, by its own name", async (...args: string[]) => {
    install({});
    const { code, err } = await run(...args, "--stack", "dev");
    expect({ code, err }).toEqual({
      code: 1,
      err:
        "error: The state is in s3://states, which only the Pulumi CLI can deploy to and change: run the same command with `pulumi` in " +
        "place of `compute`. Nothing was changed.\n",
    });
    expect(calls()).toEqual([]);
  });

  it("stops the CLI on Ctrl-C", async () => {
    install({});
    writeFileSync(join(bin, "pulumi"), `#!/bin/sh\ntouch "${bin}/started"\nexec sleep 600\n`);
    const ended = run("status", "--stack", "dev");
    await until(() => existsSync(join(bin, "started")));
    bench.io.stop();
    expect((await ended).code).not.toBe(0);
  });
});

describe("secrets of a state that is in no folder", () => {
  const provider = (key: unknown) => ({
    urn: "urn:pulumi:dev::shop::pulumi:providers:compute::team",
    custom: true,
    id: "1",
    type: "pulumi:providers:compute",
    inputs: { apiKey: key, apiUrl: bench.emulator.apiUrl },
  });
  const withProvider = (key: unknown) =>
    exportOf([
      provider(key),
      entryOf({
        kind: "Pod",
        name: "web",
        id: "p1",
        more: { provider: `${provider("").urn}::1`, type: "compute:index:Pod" },
      }),
    ]);

  it("are asked of the CLI where a provider's key is needed and a service encrypts it, and are never printed", async () => {
    const { apiKey } = bench.emulator;
    const closed = JSON.stringify({
      version: 3,
      deployment: {
        secrets_providers: { type: "service", state: { url: "https://api.example.com" } },
        ...(JSON.parse(withProvider(secretOf({ ciphertext: "AAAB" }))) as { deployment: object }).deployment,
      },
    });
    const open = withProvider(secretOf({ plaintext: JSON.stringify(apiKey) }));
    install({ "stack export --stack dev --show-secrets": { out: open }, "stack export": { out: closed } });
    const { code, out, err } = await run("status", "--json", "--stack", "dev");
    expect(code).toBe(0);
    expect(out + err).not.toContain(apiKey);
    expect(calls()).toEqual(["stack export --stack dev", "stack export --stack dev --show-secrets"]);
    // Whoever may not decrypt them sees the rest.
    install({
      "stack export --stack dev --show-secrets": { err: "error: access denied", code: 255 },
      "stack export": { out: closed },
    });
    expect((await run("status", "--stack", "dev")).out).toContain("NO PASSPHRASE");
  });

  it("in the settings of the stack are the CLI's to open, where no passphrase does", async () => {
    const { apiUrl, apiKey } = bench.emulator;
    for (const name of ["COMPUTE_API_URL", "COMPUTE_API_KEY"]) delete bench.io.env[name];
    const file = "config:\n  compute:apiUrl: http://wrong.example.com\n  compute:apiKey:\n    secure: AAABANsa\n";
    writeFileSync(join(bench.io.cwd, "Pulumi.prod.yaml"), file);
    const config = {
      "compute:apiUrl": { value: apiUrl, secret: false },
      "compute:apiKey": { value: apiKey, secret: true },
    };
    install({ "stack export": { out: exportOf([]) }, config: { out: JSON.stringify(config) } });
    const { code, out, err } = await run("cost", "--stack", "team/shop/prod");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain(apiKey);
    expect(calls()).toContain("config --show-secrets --stack team/shop/prod --json");
  });
});

describe("compute preview --markdown of a state that is in no folder", () => {
  const urn = "urn:pulumi:dev::shop::compute:index:Pod::web";
  const plan = (more: object) =>
    JSON.stringify({
      steps: [{ op: "create", urn, newState: { urn, type: "compute:index:Pod", inputs: {} } }],
      duration: 4,
      changeSummary: { create: 1 },
      ...more,
    });

  it("is made of what the CLI previews, with the flags that were given, and speaks of the CLI's commands", async () => {
    const message = "<{%fg 3%}>warning: <{%reset%}>Pod web: run `pulumi up --refresh` first.\n";
    install({ "stack ls": { out: ls }, preview: { out: plan({ diagnostics: [{ severity: "warning", message }] }) } });
    const { code, out } = await run(
      "preview",
      "--markdown",
      "--stack",
      "dev",
      "--refresh",
      "--parallel",
      "3",
      "--target",
      `${urn}*`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^### shop\/dev\n/);
    expect(out).toContain("> **Warning** Pod web: run <code>pulumi up --refresh</code> first.");
    expect(out).toContain("1 to create.");
    expect(calls()).toEqual([
      `preview --json --show-replacement-steps --show-sames --stack dev --refresh --parallel=3 --target=${urn}*`,
    ]);
  });

  describe("says that an object stays which another resource has:", () => {
    const volume = entryOf({ kind: "NetworkVolume", name: "old", id: "v1", inputs: { size: 10 } });
    const heir = { ...volume, urn: volume.urn.replace(/old$/, "heir") };
    const deletion = { op: "delete", urn: volume.urn, oldState: volume };
    const stays =
      /^\| 🗑️ delete \| old .* v1 stays on the platform: a resource still has it\. \|$|📤 let go.* v1 stays on the platform: a resource still has it\./m;
    const markdown = async (...args: string[]) => (await run("preview", "--markdown", ...args)).out;

    it("one that stays as it is", async () => {
      const same = { op: "same", urn: heir.urn, oldState: heir, newState: heir };
      install({ "stack ls": { out: ls }, preview: { out: plan({ steps: [same, deletion] }) } });
      const said = await markdown("--stack", "dev");
      expect(said).toMatch(stays);
      expect(said).not.toContain("destroys");
    });

    it("one of another stack in the same folder", async () => {
      const folder = temporaryFolder("states");
      bench.io.env["PULUMI_BACKEND_URL"] = `file://${folder}`;
      for (const [stack, entry] of [
        ["dev", volume],
        ["prod", heir],
      ] as const) {
        mkdirSync(join(folder, ".pulumi/stacks/shop"), { recursive: true });
        const { deployment } = JSON.parse(exportOf([entry])) as { deployment: object };
        const checkpoint = JSON.stringify({ version: 3, checkpoint: { latest: deployment } });
        writeFileSync(join(folder, `.pulumi/stacks/shop/${stack}.json`), checkpoint);
      }
      const said = await markdown("--file", bench.file(plan({ steps: [deletion] })));
      expect(said).toMatch(stays);
      expect(said).not.toContain("destroys");
    });

    it("perhaps one that the document leaves out", async () => {
      const said = await markdown("--file", bench.file(plan({ steps: [deletion], changeSummary: { same: 2 } })));
      expect(said).toContain("destroys everything on the volume, unless an unchanged resource has it too.");
    });
  });

  it("ends as the preview ended, with what failed in the comment", async () => {
    const failed = { result: "failed", diagnostics: [{ severity: "error", message: "error: a mandatory policy" }] };
    install({ preview: { out: plan(failed), code: 255 } });
    const first = await run("preview", "--markdown", "--stack", "dev");
    expect(first).toMatchObject({ code: 255, err: "", out: expect.stringContaining("> **Error** a mandatory policy") });
    install({ preview: { err: "error: PULUMI_ACCESS_TOKEN must be set", code: 255 } });
    expect(await run("preview", "--markdown", "--stack", "dev")).toEqual({
      code: 1,
      out: "",
      err: "error: `pulumi preview --stack dev` failed in s3://states: PULUMI_ACCESS_TOKEN must be set\n",
    });
  });
});
