import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { root } from "../examples/example-stack";
import { linkedFolder } from "../examples/linked-folder";
import { type Certificate, certificate } from "../support/certificates";
import { noCli, notTried } from "../support/not-tried";
import { startProxy } from "../support/proxy";
import { startTlsFront } from "../support/tls-front";
import { cliOnPath } from "./run-cli";

/** A company's network: the platform is reached over TLS, with a certificate of the company, and through its proxy only. */
let emulator: Emulator;
let proxy: Awaited<ReturnType<typeof startProxy>>;
const closing: (() => Promise<unknown>)[] = [];
const authority = certificate({ name: "Example Root", isAuthority: true });
const withPassword = () => proxy.url.replace("//", "//me:CANARY@");
const hosts: Record<string, number> = {};

beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 200, allowHosts: ["api.test", "queue.test"] });
  const port = Number(new URL(emulator.apiUrl).port);
  const serve = async (host: string, cert: Certificate) => {
    const front = await startTlsFront(port, cert);
    hosts[`${host}:443`] = front.port;
    closing.push(() => front.close());
  };
  await serve("api.test", certificate({ name: "api.test", issuer: authority }));
  await serve("queue.test", certificate({ name: "queue.test", issuer: authority }));
  await serve("old.test", certificate({ name: "old.test", issuer: authority, until: new Date("2021-01-01") }));
  await serve("named.test", certificate({ name: "other.test", issuer: authority }));
  proxy = await startProxy({ hosts, authorization: `Basic ${Buffer.from("me:CANARY").toString("base64")}` });
  closing.push(() => proxy.close());
});
afterAll(async () => {
  await emulator.close();
  for (const close of closing) await close();
});

function project(way: "dynamic" | "plugin") {
  const text = `const compute = require("pulumi-compute-platform${way === "plugin" ? "/plugin" : ""}");
    new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 });`;
  const yaml = "name: behind\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n";
  const folder = linkedFolder({ "Pulumi.yaml": yaml, "index.js": text });
  for (const name of ["state", "node_modules/.bin"]) mkdirSync(join(folder, name));
  const plugin = join(root, "dist", "plugin", "pulumi-resource-compute.js");
  symlinkSync(plugin, join(folder, "node_modules", ".bin", "pulumi-resource-compute"));
  writeFileSync(join(folder, "root.pem"), authority.cert);
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH: [join(folder, "node_modules", ".bin"), PATH].join(delimiter),
    HOME,
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "x",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    COMPUTE_API_URL: "https://api.test",
    COMPUTE_QUEUE_URL: "https://queue.test",
    COMPUTE_API_KEY: emulator.apiKey,
    NODE_EXTRA_CA_CERTS: join(folder, "root.pem"),
    HTTPS_PROXY: withPassword(),
  };
  const run = (command: string, args: string[], more: Record<string, string> = {}) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile(command, args, { cwd: folder, env: { ...env, ...more } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, said: stdout + stderr }),
      );
    });
  const compute = (args: string[], more?: Record<string, string>) =>
    run(process.execPath, [join(root, "dist", "cli", "main.js"), ...args], more);
  return { run, compute };
}

const volumes = () => [...emulator.store.volumes.values()].length;

if (cliOnPath() === undefined) notTried("stacks behind a proxy in the CLI's hands", noCli);
const engines = cliOnPath() === undefined ? (["local"] as const) : (["local", "cli"] as const);
const cases = (["dynamic", "plugin"] as const).flatMap((way) => engines.map((engine) => ({ way, engine })));

describe("a stack behind a proxy", () => {
  it.each(cases)(
    "goes up and comes down in the $way form with the engine $engine",
    async ({ way, engine }) => {
      const { run, compute } = project(way);
      proxy.asked.length = 0;
      const operate = (verb: string, env: Record<string, string>) =>
        engine === "local"
          ? compute([verb, "-s", "dev", "--yes", "--skip-preview"], env)
          : run("pulumi", [verb, "--yes", "--skip-preview", "--non-interactive", "--stack", "dev"], env);
      if (engine === "cli") await run("pulumi", ["stack", "init", "dev", "--non-interactive"]);
      const up = await operate("up", {});
      expect(up).toMatchObject({ code: 0 });
      expect(volumes()).toBe(1);
      expect(proxy.asked).toContain("CONNECT api.test:443");
      // gRPC heeds the lower case even for this machine: the local engine says otherwise, and the CLI has to be told.
      const direct: Record<string, string> = engine === "local" ? {} : { no_proxy: "localhost,127.0.0.1" };
      const down = await operate("destroy", { HTTPS_PROXY: "", https_proxy: withPassword(), ...direct });
      expect(down).toMatchObject({ code: 0 });
      expect(volumes()).toBe(0);
      expect(up.said + down.said).not.toContain("CANARY");
    },
    180_000,
  );
});

describe("the command behind a proxy", () => {
  it("asks the platform and the queue through it", async () => {
    const { compute } = project("dynamic");
    proxy.asked.length = 0;
    expect(await compute(["catalog", "gpus"])).toMatchObject({ code: 0, said: expect.stringContaining("NVIDIA") });
    expect(proxy.asked).toEqual(expect.arrayContaining(["CONNECT api.test:443"]));
    await compute(["jobs", "status", "none", "job-1"]);
    expect(proxy.asked).toEqual(expect.arrayContaining(["CONNECT queue.test:443"]));
  }, 60_000);

  it.each([
    [
      "a wrong password",
      { HTTPS_PROXY: () => proxy.url },
      /the proxy http:\/\/127\.0\.0\.1:\d+ answered 407 .*Nothing was sent/,
    ],
    [
      "a certificate of nobody known",
      { NODE_EXTRA_CA_CERTS: () => "" },
      /"api\.test" and issued by "Example Root".*NODE_EXTRA_CA_CERTS/,
    ],
    [
      "an old certificate",
      { COMPUTE_API_URL: () => "https://old.test" },
      /the certificate of old\.test expired on .*2021.*clock/,
    ],
    [
      "a certificate for another name",
      { COMPUTE_API_URL: () => "https://named.test" },
      /named\.test is not trusted: it is for "other\.test".*address/,
    ],
  ])(
    "%s is said, and nothing is tried again",
    async (_, change, expected) => {
      const { compute } = project("dynamic");
      const env = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value()]));
      const { code, said } = await compute(["catalog", "gpus"], env);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(expected) });
      expect(said).not.toContain("CANARY");
      expect(said).not.toContain("Check the network");
    },
    60_000,
  );

  it("goes straight to a host that NO_PROXY names", async () => {
    const { compute } = project("dynamic");
    proxy.asked.length = 0;
    const { code, said } = await compute(["catalog", "gpus"], { NO_PROXY: "api.test" });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining("could not reach https://api.test (") });
    expect(proxy.asked).toEqual([]);
  }, 60_000);
});
