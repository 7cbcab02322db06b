import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import { systemAmbient } from "../../../engine/ambient";
import { type Client, createClient } from "../../../client";
import { systemClock } from "../../../client/clock";
import { type Emulator, startEmulator } from "../../../emulator";
import { cliEngine, type Ended, enginesHere, localEngine, type Operation } from "../../../proofs/engines";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import * as compute from "../../../sdk";
import { linkedFolder } from "../../examples/linked-folder";
import { temporaryFolder } from "../../support/temporary-folder";

/** Data sources take their settings from the environment of the program's process. */
const readsSettings = /compute\.get/;

const inThisProcess = (body: string) => (): Record<string, unknown> => {
  const module = { exports: {} };
  compileFunction(body, ["pulumi", "compute", "module"])(pulumi, compute, module);
  return module.exports;
};

/** What people do between two runs, through the local engine, and through the CLI where it is on the PATH. */
describe.each(enginesHere())("a stack in the hands of the %s engine", (engine) => {
  let emulator: Emulator;
  let platform: Client;
  let folder: string;
  let home: string;
  let body = "";
  /** The local engine's providers are in this process, and take these settings: to start one takes longer than an operation. */
  let settings: Record<string, string>;
  let providers: ServedProviders;
  beforeEach(async () => {
    emulator = await startEmulator({ speed: 10_000, rateLimit: false, accounts: { theirs: "another-key-of-tests" } });
    platform = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
    folder = linkedFolder({
      "Pulumi.yaml": "name: lives\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": '{ "private": true, "main": "index.js" }',
    });
    home = temporaryFolder("lives");
    settings = {};
    providers = new ServedProviders("dynamic", {
      clock: fastClock(100),
      env: settings,
      listener: "engine",
    });
  });
  afterEach(async () => {
    await platform.close();
    await emulator.close();
  });

  /** Runs the program that the text makes, with other settings where they are given. */
  async function run(operation: Operation, env: Record<string, string> = {}): Promise<Ended & { text: string }> {
    delete settings["COMPUTE_ACCEPT_MISSING"];
    Object.assign(settings, {
      COMPUTE_API_URL: emulator.apiUrl,
      COMPUTE_API_KEY: emulator.apiKey,
      COMPUTE_JOURNAL_DIR: join(home, "journal"),
      ...env,
    });
    const operate = await (engine === "local" ? localEngine : cliEngine)({
      projectDir: folder,
      ...(readsSettings.test(body) ? {} : { projectName: "lives", program: inThisProcess(body) }),
      backendUrl: `file://${home}`,
      stack: "test",
      passphrase: "test",
      home,
      env: settings,
      ambient: { ...systemAmbient, start: providers.start },
    });
    const ended = await operate(operation);
    return { ...ended, text: ended.diagnostics.map(({ message }) => message).join("\n") };
  }
  const write = (text: string) => {
    body = text;
    writeFileSync(
      join(folder, "index.js"),
      `const pulumi = require("@pulumi/pulumi");\nconst compute = require("pulumi-compute-platform");\n${body}`,
    );
  };
  const up = async (text: string, result = "succeeded") => {
    write(text);
    const ended = await run("up");
    expect({ result: ended.result, text: ended.text }).toMatchObject({ result });
    return ended;
  };
  const pod = (more: string) =>
    `new compute.Pod("it", { name: "it", image: "i", gpu: { id: "NVIDIA L40S" }, ${more} });`;
  const volume = (more: string) => `new compute.NetworkVolume("it", { name: "it", dataCenter: "EU-XX-1", ${more} });`;
  const writes = () =>
    emulator.requests
      .list()
      .filter(({ method }) => method !== "GET")
      .map(({ method }) => method);
  const onlyPod = () => [...emulator.store.pods.newestFirst()][0]!;
  const stateText = () => {
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && file.name.startsWith("test.json"),
    );
    return files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8")).join("\n");
  };
  const missing = () => emulator.faults.add({ path: "/v2/*", phase: "before", status: 404, times: "always" });

  it("A-24: keeps a volume that one update did not find", async () => {
    await up(volume("size: 20"));
    const fault = missing();
    await up(volume("size: 50"), "failed");
    fault.remove();
    emulator.requests.clear();
    await up(volume("size: 20"));
    expect(writes()).toEqual([]);
    await up(volume("size: 50"));
    expect(writes()).toEqual(["PATCH"]);
  }, 300_000);

  it("A-24: is not emptied by a refresh or a destroy with the key of another account", async () => {
    await up(volume("size: 20"));
    const other = { COMPUTE_API_KEY: "another-key-of-tests" };
    const refreshed = await run("refresh", other);
    expect(refreshed).toMatchObject({ result: "failed" });
    expect(refreshed.text).toMatch(/last seen with the API key with the fingerprint [0-9a-f]{5}/);
    expect(await run("destroy", other)).toMatchObject({ result: "failed" });
    const [, accepted] = /COMPUTE_ACCEPT_MISSING=(\S+)/.exec(refreshed.text)!;
    await up(volume("size: 20"));
    expect(emulator.store.volumes.size).toBe(1);
    expect(await run("destroy", { ...other, COMPUTE_ACCEPT_MISSING: accepted! })).toMatchObject({
      result: "succeeded",
    });
  }, 300_000);

  it("A-24: says in a preview that a create goes to another account than the rest of the stack", async () => {
    await up(volume("size: 20"));
    write(`${volume("size: 20")} new compute.NetworkVolume("other", { size: 10, dataCenter: "EU-XX-1" });`);
    const { text } = await run("preview", { COMPUTE_API_KEY: "another-key-of-tests" });
    expect(text).toContain("what is new is created in another account than the rest");
    expect((await run("preview")).text).not.toContain("in another account");
  }, 300_000);

  it("U-2: says in every run that an SSH key may be one of another account, and says nothing once a refresh has seen a rotated key", async () => {
    const key = 'new compute.SshKey("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada" });';
    const theirs = { COMPUTE_API_KEY: "another-key-of-tests" };
    await up(key);
    const other = createClient({ apiUrl: emulator.apiUrl, apiKey: theirs.COMPUTE_API_KEY });
    const [line] = await platform.account.sshKeys.list();
    await other.account.sshKeys.replace([line!]);
    const unclear = "SSH keys are the same in every account, so nobody can tell";
    expect((await run("preview")).text).not.toContain(unclear);
    expect((await run("preview", theirs)).text).toContain(unclear);
    const destroyed = await run("destroy", theirs);
    expect(destroyed).toMatchObject({ result: "succeeded", text: expect.stringContaining(unclear) });
    await up(key);
    await other.account.sshKeys.replace([line!]);
    await run("refresh", theirs);
    expect((await run("preview", theirs)).text).not.toContain(unclear);
    await other.close();
  }, 300_000);

  it("M-30: does not call updated what only a replacement could make", async () => {
    const persistent = (size: number) => pod(`mounts: { persistent: { size: ${size}, path: "/data" } }`);
    await up(persistent(20));
    await platform.pods.update(onlyPod().id, { mounts: { persistent: { size: 100, path: "/data" } } });
    emulator.requests.clear();
    expect((await up(persistent(50), "failed")).text).toMatch(/changed by somebody else since it was last read/);
    expect(writes()).toEqual([]);
  }, 300_000);

  it("A-30: has a difference after a change that was carried out without a word, also once reverted", async () => {
    await up(pod("disk: 40"));
    const fault = emulator.faults.add({
      method: "PATCH",
      path: "/v2/*",
      phase: "after",
      status: 504,
      times: "always",
    });
    await up(pod("disk: 60"), "failed");
    fault.remove();
    await up(pod("disk: 40"));
    expect((await platform.pods.get(onlyPod().id)).disk).toBe(40);
  }, 300_000);

  it("sees drift in what a step without difference has declared", async () => {
    await up(pod(""));
    await up(pod("env: {}"));
    await platform.pods.update(onlyPod().id, { env: { EXTRA: "x" } });
    expect(await run("refresh")).toMatchObject({ result: "succeeded" });
    await up(pod("env: {}"));
    expect((await platform.pods.get(onlyPod().id)).env).toEqual({});
  }, 300_000);

  it("C-20: renames a cluster whose members have finished", async () => {
    const cluster = (name: string) =>
      `new compute.Cluster("it", { name: "${name}", type: "TRAINING", image: "i", compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } });`;
    await up(cluster("first"));
    for (const member of [...emulator.store.pods.newestFirst()])
      emulator.store.pods.set({ ...member, status: "EXITED" } as never);
    await up(cluster("second"));
    await up(cluster("third"));
    expect((await platform.clusters.list())[0]).toMatchObject({ name: "third", pods: { byStatus: { EXITED: 2 } } });
  }, 300_000);

  it("P-39: knows the start flags that a template brought", async () => {
    const { id } = await platform.templates.create({ name: "base", image: "i" });
    const from = (more: string) => pod(`templateId: "${id}", ${more}`);
    await up(from(""));
    const first = onlyPod().id;
    await up(from("startSsh: true, startJupyter: true"));
    expect(onlyPod().id).toBe(first);
    await up(from("startSsh: false, startJupyter: true"));
    expect(onlyPod().id).not.toBe(first);
  }, 300_000);

  it("has no secret in the clear after an update that failed half way, and a refresh", async () => {
    const canary = "canary-9f2c";
    await up(pod(`env: { TOKEN: pulumi.secret("${canary}") }, locked: true`));
    emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", nth: 2, status: 403 });
    await up(pod('env: { TOKEN: "plain" }, desiredStatus: "EXITED", locked: false'), "failed");
    expect(await run("refresh")).toMatchObject({ result: "succeeded" });
    expect(stateText()).not.toContain(canary);
    await up(pod('env: { TOKEN: "plain" }, desiredStatus: "EXITED", locked: false'));
    expect((await platform.pods.get(onlyPod().id)).env).toEqual({ TOKEN: "plain" });
    expect(stateText()).not.toContain(canary);
  }, 300_000);

  it("keeps a name that was a secret when the program leaves it out, and keeps it a secret", async () => {
    const canary = "canary-77aa";
    const named = (name: string, image: string) =>
      `new compute.Pod("it", { ${name} image: "${image}", gpu: { id: "NVIDIA L40S" } });`;
    await up(named(`name: pulumi.secret("${canary}"),`, "i:1"));
    for (const image of ["i:1", "i:2"]) {
      await up(named("", image));
      expect(onlyPod().image).toBe(image);
      expect(stateText()).not.toContain(canary);
    }
    expect(await run("refresh")).toMatchObject({ result: "succeeded" });
    await up(named("", "i:3"));
    expect((await platform.pods.get(onlyPod().id)).name).toBe(canary);
    expect(stateText()).not.toContain(canary);
  }, 300_000);

  it("shows no token of what a data source found, in outputs, in what is said or in state", async () => {
    const canary = "canary-51c0";
    await platform.pods.create({ name: "theirs", image: "i", gpu: { id: "NVIDIA L40S" }, env: { TOKEN: canary } });
    const { text } = await up("module.exports = { found: compute.getPodsOutput(), first: compute.getPods() };");
    expect(stateText()).toContain("theirs");
    for (const shown of [text, stateText(), (await run("preview")).text]) expect(shown).not.toContain(canary);
  }, 300_000);

  it("A-52: judges a date in Retry-After by the platform's clock, not by its own", async () => {
    // An hour ahead of any clock that this test may run under, in whole seconds.
    const ahead = systemClock.now() + 3_600_000;
    const headers = {
      date: new Date(ahead).toUTCString(),
      "retry-after": new Date(ahead + 1_000).toUTCString(),
    };
    emulator.faults.add({ method: "POST", path: "/v2/network-volumes", phase: "before", status: 429, headers });
    await up(volume("size: 20"));
    expect(writes()).toEqual(["POST", "POST", "PATCH"]);
  }, 120_000);

  it("P-46, P-52: warns in preview of what a locked pod loses, and of Jupyter without its port", async () => {
    write(pod("startJupyter: true, locked: true"));
    expect((await run("preview")).text).toContain('"8888/http" is not in ports');
    await up(pod("startJupyter: true, locked: true"));
    write(pod("startJupyter: true, locked: true, disk: 60"));
    const { text } = await run("preview");
    expect(text).toContain("it is locked, and this change of disk restarts its container");
    expect(text).not.toContain("8888/http");
  }, 300_000);
});
