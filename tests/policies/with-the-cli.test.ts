import { afterEach, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { linkedFolder } from "../examples/linked-folder";
import { copyOfPack } from "./policy-server";
import { cliOnPath } from "../cli/run-cli";
import { noCli, notTried } from "../support/not-tried";

let emulator: Emulator | undefined;
afterEach(() => emulator?.close());

const policies = {
  "hourly-cost": { maxHourlyCost: 1, prices: { "NVIDIA L40S": 0.86 } },
  "allowed-gpus": { allowed: ["NVIDIA L40S"] },
};

/** A preview by the CLI with the policy pack: its exit code and everything that it printed. */
async function preview(program: string) {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  const folder = linkedFolder({
    "Pulumi.yaml": "name: policed\nruntime: nodejs\nmain: index.js\n",
    "index.js": `const compute = require("pulumi-compute-platform");\n${program}`,
    "policy-settings.json": JSON.stringify(policies),
  });
  cpSync(copyOfPack(), join(folder, "policies"), { recursive: true });
  const env = {
    ...process.env,
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
  };
  const pulumi = (...args: string[]) =>
    new Promise<{ code: number; printed: string }>((done) => {
      execFile("pulumi", [...args, "--non-interactive"], { cwd: folder, env }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, printed: out + err }),
      );
    });
  await pulumi("stack", "init", "dev");
  return pulumi(
    ...["preview", "--stack", "dev", "--policy-pack", "policies", "--policy-pack-config", "policy-settings.json"],
  );
}

const pod = (more: string) => `new compute.Pod("trainer", { image: "registry.example.com/acme/trainer:1", ${more} });`;

it("the commands of its README name a file of settings that Node does not take for the pack, as it would policies.json", () => {
  const readme = readFileSync(resolve(__dirname, "..", "..", "examples", "policies", "README.md"), "utf8");
  const commands = [...readme.matchAll(/--policy-pack (\S+) --policy-pack-config (\S+)/g)];
  expect(commands.length).toBeGreaterThan(0);
  for (const [, pack = "", settings] of commands) expect(settings).not.toBe(`${pack}.json`);
});

if (cliOnPath() === undefined) notTried("the policy pack in a preview by the CLI", noCli);
else
  describe("pulumi preview --policy-pack", () => {
    it("fails for what the policies forbid, and names the resource and the policy", async () => {
      const volume = 'new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 });';
      const env = 'env: { HF_TOKEN: "hushhush" }, ports: ["22/tcp"]';
      const { code, printed } = await preview(volume + pod(`gpu: { id: "NVIDIA L40S", count: 2 }, ${env}`));
      expect(printed).toContain("The stack would cost 1.72 USD/h, more than the limit of 1.00 USD/h.");
      expect(printed).toContain("Port 22/tcp would be reachable from the internet.");
      expect(printed).toContain("Set the option protect: true.");
      expect(printed).toContain("env.HF_TOKEN holds a credential");
      expect(printed).not.toContain("hushhush");
      expect(code).not.toBe(0);
    }, 300_000);

    it("lets a stack through that keeps to them", async () => {
      const { code, printed } = await preview(pod('gpu: { id: "NVIDIA L40S", count: 1 }'));
      expect(printed).toContain("compute@v0.1.0");
      expect(printed).not.toContain("mandatory]");
      expect(code).toBe(0);
    }, 300_000);
  });

describe("the policy pack", () => {
  it("is where the documentation says, with the file that the CLI looks for", () => {
    expect(existsSync(resolve(__dirname, "../../examples/policies/PulumiPolicy.yaml"))).toBe(true);
  });
});
