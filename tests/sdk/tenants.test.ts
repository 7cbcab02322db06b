import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { type InlineProgram, LocalStack } from "../../engine";
import * as compute from "../../sdk";
import { temporaryFolder } from "../support/temporary-folder";

jest.setTimeout(60_000);

const image = "registry.example.com/public/web:1.0";
const cpu = { id: "cpu3c", vcpuCount: 2 };
let a: Emulator;
let b: Emulator;
let home: string;
beforeEach(async () => {
  [a, b] = await Promise.all([startEmulator(), startEmulator()]);
  home = temporaryFolder("tenants");
});
afterEach(() => Promise.all([a.close(), b.close()]));

const platform = ({ apiKey, apiUrl }: Emulator) => createClient({ apiKey, apiUrl });

/** A stack of a program in this process, as the Automation API runs it. */
async function stackOf(
  name: string,
  { apiUrl, apiKey }: Pick<Emulator, "apiUrl" | "apiKey">,
  program: InlineProgram,
): Promise<LocalStack> {
  const stack = await LocalStack.open({
    ...{ projectDir: resolve(__dirname, "..", ".."), projectName: "tenants", stack: name, program },
    ...{ backendUrl: `file://${home}`, passphrase: "correct horse" },
  });
  Object.assign(stack.project, { configDir: home });
  await stack.setConfig("compute:apiUrl", apiUrl);
  await stack.setConfig("compute:apiKey", apiKey, { secret: true });
  return stack;
}

const volumesOf = async (): Promise<{ volumes: string[] }> => ({
  volumes: (await compute.getNetworkVolumes()).map(({ name }) => name),
});
const make = (emulator: Emulator, name: string) =>
  platform(emulator).networkVolumes.create({ name, size: 10, dataCenter: "EU-XX-1" });

describe("programs of several tenants in one process", () => {
  it("each get the answers of their own platform, and every run asks anew", async () => {
    await make(a, "of-a");
    await make(b, "of-b");
    const stackA = await stackOf("a", a, volumesOf);
    const stackB = await stackOf("b", b, volumesOf);
    expect((await stackA.up()).outputs).toEqual({ volumes: ["of-a"] });
    expect((await stackB.up()).outputs).toEqual({ volumes: ["of-b"] });
    await make(a, "later");
    expect((await stackA.preview()).outputs).toEqual({ volumes: expect.arrayContaining(["of-a", "later"]) });
  });

  it("A-21: a key without rights is refused, however much another run has read", async () => {
    const good = await stackOf("a", a, volumesOf);
    expect((await good.up()).result).toBe("succeeded");
    const bad = await stackOf("b", { apiUrl: a.apiUrl, apiKey: "revoked" }, volumesOf);
    const { result, diagnostics } = await bad.up();
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message).join()).toMatch(/401/);
  });

  it("are each warned of what they cost, by a limit of their own", async () => {
    const program = () => {
      new compute.Pod("web", { image, cpu });
    };
    const warnings = async (name: string, limit: string) => {
      const stack = await stackOf(name, a, program);
      await stack.setConfig("compute:maxHourlyCost", limit);
      const { diagnostics } = await stack.preview();
      return diagnostics.flatMap(({ message }) => /maxHourlyCost \(\S+ USD/.exec(message)?.[0] ?? []);
    };
    expect(await warnings("a", "0.01")).toEqual(["maxHourlyCost (0.01 USD"]);
    expect(await warnings("b", "100")).toEqual([]);
    expect(await warnings("c", "0.02")).toEqual(["maxHourlyCost (0.02 USD"]);
    expect(await warnings("a", "0.01")).toEqual(["maxHourlyCost (0.01 USD"]);
  });
});

describe("what a data source found, as stack outputs", () => {
  const container = {
    env: { TOKEN: "hush-env" },
    cmd: ["serve", "--token=hush-cmd"],
    entrypoint: ["sh", "hush-entrypoint"],
  };
  const forms: Readonly<Record<string, InlineProgram>> = {
    "a pod": async () => ({ found: await compute.getPod({ name: "web" }) }),
    "the promise of pods": () => ({ found: compute.getPods() }),
    "an Output of a pod": () => ({ found: compute.getPodOutput({ name: "web" }) }),
    "an Output of pods": () => ({ found: compute.getPodsOutput() }),
    "a member of an Output": () => ({ found: compute.getPodOutput({ name: "web" }).cmd }),
    "pods inside a text": () => ({ found: compute.getPodsOutput().apply((pods) => pods[0]!.args) }),
    templates: async () => ({ found: await compute.getTemplates() }),
    "an Output of templates": () => ({ found: compute.getTemplatesOutput() }),
  };

  it.each(Object.keys(forms))(
    "%s: what may hold a token is encrypted in state and hidden from display",
    async (form) => {
      await platform(a).pods.create({ name: "web", image, cpu, ...container });
      await platform(a).templates.create({ name: "base", image, ...container });
      const stack = await stackOf("a", a, forms[form]!);
      const { result, outputs } = await stack.up();
      expect(result).toBe("succeeded");
      expect(JSON.stringify(outputs)).toContain("[secret]");
      expect(JSON.stringify(outputs)).not.toContain("hush");
      expect(JSON.stringify(await stack.outputs({ showSecrets: true }))).toContain("hush");
      const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain("hush");
    },
  );
});
