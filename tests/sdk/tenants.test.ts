import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { type InlineProgram, LocalStack } from "../../engine";
import { enginesHere } from "../../proofs/engines";
import * as compute from "../../sdk";
import { temporaryFolder } from "../support/temporary-folder";

jest.setTimeout(180_000);

const image = "registry.example.com/public/web:1.0";
const cpu = { id: "cpu3c", vcpuCount: 2 };
let a: Emulator;
let b: Emulator;
let home: string;
beforeEach(async () => {
  [a, b] = await Promise.all([startEmulator({ accounts: { theirs: "their-key" } }), startEmulator()]);
  home = temporaryFolder("tenants");
});
afterEach(() => Promise.all([a.close(), b.close()]));

const platform = ({ apiKey, apiUrl }: Pick<Emulator, "apiUrl" | "apiKey">) => createClient({ apiKey, apiUrl });

/** A stack of a program in this process, as the Automation API runs it. */
async function stackOf(
  name: string,
  { apiUrl, apiKey }: Pick<Emulator, "apiUrl" | "apiKey">,
  program: InlineProgram,
): Promise<LocalStack> {
  const stack = await LocalStack.open({
    projectDir: resolve(__dirname, "..", ".."),
    projectName: "tenants",
    stack: name,
    program,
    backendUrl: `file://${home}`,
    passphrase: "correct horse",
  });
  Object.assign(stack.project, { configDir: home });
  await stack.setConfig("compute:apiUrl", apiUrl);
  await stack.setConfig("compute:apiKey", apiKey, { secret: true });
  return stack;
}

/** As much of the Automation API as is used here; the compiler does not resolve the SDK's own types of this folder. */
interface Automation {
  readonly LocalWorkspace: {
    createStack(
      about: object,
      options: object,
    ): Promise<{
      setAllConfig(config: object): Promise<void>;
      up(): Promise<{ readonly outputs: Record<string, { readonly value: unknown }> }>;
    }>;
  };
}

/** The same with the Automation API and the CLI. */
async function automated(
  name: string,
  { apiUrl, apiKey }: Pick<Emulator, "apiUrl" | "apiKey">,
  program: InlineProgram,
) {
  const { LocalWorkspace } = createRequire(__filename)("@pulumi/pulumi/automation") as Automation;
  const envVars = {
    PULUMI_BACKEND_URL: `file://${home}`,
    PULUMI_CONFIG_PASSPHRASE: "correct horse",
    PULUMI_HOME: `${home}/home`,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
  const about = { stackName: name, projectName: "tenants", program: async () => program() };
  const stack = await LocalWorkspace.createStack(about, { envVars });
  await stack.setAllConfig({ "compute:apiUrl": { value: apiUrl }, "compute:apiKey": { value: apiKey, secret: true } });
  return stack;
}

/** Runs an `up` of a program, and says what it put out or how it failed. */
type Up = () => Promise<Record<string, unknown> | string>;

async function upOf(engine: string, ...about: Parameters<typeof stackOf>): Promise<Up> {
  if (engine === "cli") {
    const stack = await automated(...about);
    return () =>
      stack
        .up()
        .then(
          ({ outputs }) => Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value])),
          String,
        );
  }
  const stack = await stackOf(...about);
  return async () => {
    const { result, outputs, diagnostics } = await stack.up();
    return result === "succeeded" ? outputs : diagnostics.map(({ message }) => message).join();
  };
}

const volumesOf = async (): Promise<{ volumes: string[] }> => ({
  volumes: (await compute.getNetworkVolumes()).networkVolumes.map(({ name }) => name),
});
const make = (account: Pick<Emulator, "apiUrl" | "apiKey">, name: string) =>
  platform(account).networkVolumes.create({ name, size: 10, dataCenter: "EU-XX-1" });

describe.each(enginesHere())("programs of several tenants in one process, run by the %s engine", (engine) => {
  it("each get the answers of their own account, and every run asks anew", async () => {
    await make(a, "of-a");
    await make({ apiUrl: a.apiUrl, apiKey: "their-key" }, "of-theirs");
    await make(b, "of-b");
    const upOurs = await upOf(engine, "a", a, volumesOf);
    const upTheirs = await upOf(engine, "theirs", { apiUrl: a.apiUrl, apiKey: "their-key" }, volumesOf);
    const upB = await upOf(engine, "b", b, volumesOf);
    expect(await upOurs()).toEqual({ volumes: ["of-a"] });
    expect(await upTheirs()).toEqual({ volumes: ["of-theirs"] });
    expect(await upB()).toEqual({ volumes: ["of-b"] });
    await make(a, "later");
    expect(await upOurs()).toEqual({ volumes: expect.arrayContaining(["of-a", "later"]) });
  });

  it("A-21: a key without rights is refused, however much another run has read", async () => {
    await make(a, "of-a");
    expect(await (await upOf(engine, "a", a, volumesOf))()).toEqual({ volumes: ["of-a"] });
    const told = async () => ({ said: await volumesOf().then(String, String) });
    const bad = await upOf(engine, "b", { apiUrl: a.apiUrl, apiKey: "revoked" }, told);
    expect(await bad()).toEqual({ said: expect.stringMatching(/401/) });
  });
});

describe("programs of several tenants in one process", () => {
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
    "pods inside a text": () => ({ found: compute.getPodsOutput().pods.apply((pods) => pods[0]!.args) }),
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
