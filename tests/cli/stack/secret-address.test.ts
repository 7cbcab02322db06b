import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createClient, systemClock } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { type Mode, modes } from "../../../proofs/plugin";
import { providersOf } from "../../../proofs/providers";
import { openBookkeeping } from "../../../provider/host/open-bookkeeping";
import { noCli, notTried } from "../../support/not-tried";
import { inForm, Project } from "../../support/project";
import { cliOnPath } from "../run-cli";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterAll(() => emulator.close());

const addresses = () => ({
  apiUrl: emulator.apiUrl,
  baseUrl: emulator.baseUrl,
  queueUrl: emulator.queueUrl,
  portUrl: "https://{podId}-{port}.canary.example.com",
});
const showsOne = (text: string) => [new URL(emulator.apiUrl).host, "canary"].filter((part) => text.includes(part));

const projectOf = (mode: Mode) =>
  new Project(undefined, {
    name: "secret-address",
    program: inForm(
      mode,
      `const pod = new compute.Pod("pod", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: 2 }, ports: ["8888/http"] });
      exports.urls = pod.urls; exports.jupyter = pod.jupyterUrl;`,
    ),
  });

it.each(modes)("addresses that are secrets of the stack are in no state in clear, in %s mode", async (mode) => {
  const stack = await projectOf(mode).here({ mode });
  for (const [name, address] of Object.entries({ ...addresses(), apiKey: emulator.apiKey }))
    await stack.setConfig(`compute:${name}`, address, { secret: true });
  const up = await stack.up();
  expect([up.result, ...up.diagnostics.map(({ message }) => message)]).toEqual(["succeeded"]);
  const state = JSON.stringify(await stack.exportState());
  expect(state).toMatch(/"__seen":"[0-9a-f]{5}@[0-9a-f]{5}"/);
  expect(showsOne(state)).toEqual([]);
  expect((await stack.refresh()).result).toBe("succeeded");
  expect((await stack.destroy()).result).toBe("succeeded");
});

it.each(modes)("nor in the journal of creates, in %s mode", async (mode) => {
  const journal = mkdtempSync(join(tmpdir(), "compute-secret-address-"));
  const { apiUrl, apiKey } = emulator;
  const env = { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl, COMPUTE_JOURNAL_DIR: journal };
  const providers = providersOf(mode, {
    env,
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(count).fill(7),
    connect: (settings) => createClient({ ...settings, clock: systemClock }),
    openBookkeeping: (settings, clock, notify) => openBookkeeping(settings, clock, env, notify),
  });
  const own = { __logicalName: "key", __key: "key", __provider: "code" };
  const made = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org";
  for (const [kind, args] of [
    ["networkVolume", { dataCenter: "EU-XX-1", size: 10 }],
    ["sshKey", { publicKey: made }],
  ] as const) {
    const { inputs } = await providers[kind].check({}, { ...args, ...own });
    await providers[kind].create(inputs);
  }
  const entries = readdirSync(journal, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = entries.map(
    ({ name, parentPath }) => decodeURIComponent(name) + readFileSync(join(parentPath, name), "utf8"),
  );
  expect(texts.filter((text) => /"address":"[0-9a-f]{5}"/.test(text))).not.toEqual([]);
  expect(texts.flatMap(showsOne)).toEqual([]);
});

it("nor in those of the CLI, where it is on the PATH", async () => {
  if (cliOnPath() === undefined) return notTried("a secret address with the CLI", noCli);
  for (const mode of modes) {
    const project = projectOf(mode);
    const run = async (...args: string[]) => {
      const { code, said } = await project.pulumi(args);
      if (code !== 0) throw new Error(`${args.join(" ")}: ${said}`);
    };
    await run("config", "set", "--secret", "compute:apiKey", emulator.apiKey);
    for (const [name, address] of Object.entries(addresses()))
      await run("config", "set", "--secret", `compute:${name}`, address);
    await run("up", "--yes", "--skip-preview");
    for (const below of ["state", "journal"]) {
      const entries = readdirSync(join(project.folder, below), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      expect(files).not.toEqual([]);
      expect(files.filter((file) => showsOne(readFileSync(file, "utf8")).length > 0)).toEqual([]);
    }
  }
}, 240_000);
