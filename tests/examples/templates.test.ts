import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { parse, stringify } from "yaml";
import { startEmulator } from "../../emulator";
import { readProject } from "../../engine/project/project";
import { cliOnPath } from "../cli/run-cli";
import { noCli, notTried } from "../support/not-tried";
import { root, type Setting, wholeLife } from "./example-stack";
import { linkedFolder } from "./linked-folder";

interface Template {
  readonly config: Record<string, { default: string | number }>;
  readonly template: {
    readonly description: string;
    readonly config: Record<string, { secret?: boolean }>;
  };
}

const templates = readdirSync(join(root, "templates"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** As `pulumi new` does: the placeholders become the names that the user chose. */
const filled = (template: string, file: string): string =>
  readFileSync(join(root, "templates", template, file), "utf8")
    .replaceAll("${PROJECT}", "my-stack")
    .replaceAll("${DESCRIPTION}", "made from a template");

const publicKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org";

const foreign = { python: "compute-python", go: "compute-go", yaml: "compute-yaml" };

function languageOf(name: string): string {
  const { runtime } = parse(filled(name, "Pulumi.yaml")) as { runtime: string | { name: string } };
  return typeof runtime === "string" ? runtime : runtime.name;
}

/** What a user would type. */
const answers = ({ template }: Template): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(template.config)
      .filter(([key]) => !key.startsWith("compute:"))
      .map(([key, question]) => [
        key,
        { value: key === "sshKey" ? publicKey : `my-${key}`, secret: question.secret ?? false },
      ]),
  );

describe("templates for pulumi new", () => {
  it("are seven, three of them for other languages than Node's", () => {
    expect(templates.sort()).toEqual([
      ...["compute-cpu-pod", "compute-go", "compute-gpu-pod", "compute-plugin", "compute-python", "compute-training"],
      "compute-yaml",
    ]);
    expect(templates.filter((name) => languageOf(name) !== "nodejs").sort()).toEqual(Object.values(foreign).sort());
  });

  it("make projects that the local engine opens, with the tags that `pulumi new` writes into them", async () => {
    const tags = "config:\n  pulumi:tags:\n    value:\n      pulumi:template: compute-cpu-pod\n";
    const project = `name: my-stack\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n${tags}`;
    const folder = linkedFolder({ "Pulumi.yaml": project, "index.ts": "" });
    await expect(readProject(folder)).resolves.toMatchObject({ name: "my-stack", programDir: folder });
  });

  it.each(templates)(
    "%s: asks for address and key, keeps the key secret, and has a default for what else it reads",
    (name) => {
      const { template, config } = parse(filled(name, "Pulumi.yaml")) as Template;
      expect(Object.keys(config)).toEqual(expect.arrayContaining(["image"]));
      for (const [key, setting] of Object.entries(config))
        if (!(key in template.config)) expect(String(setting.default)).toMatch(/./);
      expect(template.config["compute:apiKey"]).toMatchObject({ secret: true });
      expect(template.config).toHaveProperty(["compute:apiUrl"]);
    },
  );

  it("compute-yaml: has only members of settings that Pulumi's YAML knows, since it warns of others in each preview", () => {
    const { config } = parse(filled(foreign.yaml, "Pulumi.yaml")) as Template;
    const members = Object.values(config).flatMap((setting) => Object.keys(setting));
    expect([...new Set(members)].sort()).toEqual(["default", "type"]);
  });

  it.each(templates)("%s: says what its pod needs, and what it may cost, in place of the hardware's id", (name) => {
    const program = ["index.ts", "__main__.py", "main.go", "Pulumi.yaml"]
      .filter((file) => existsSync(join(root, "templates", name, file)))
      .map((file) => filled(name, file))
      .join("\n");
    expect(program).toMatch(/\b(memory|Memory)"?:/);
    expect(program).toMatch(/(max_hourly_cost"|maxHourlyCost|MaxHourlyCost):/);
    expect(program).not.toMatch(/NVIDIA|gpuType|cpuType/);
  });

  it.each(templates)("%s: registers a key where it starts SSH, and makes the pod after it", (name) => {
    const program = ["index.ts", "__main__.py", "main.go", "Pulumi.yaml"].find(
      (file) => existsSync(join(root, "templates", name, file)) && (file !== "Pulumi.yaml" || name === foreign.yaml),
    )!;
    const text = filled(name, program);
    if (!/start_?ssh/i.test(text)) return;
    expect(text).toMatch(/SshKey/);
    expect(text).toMatch(/depends_?on/i);
    expect((parse(filled(name, "Pulumi.yaml")) as Template).template.config).toHaveProperty("sshKey");
  });

  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  it.each(templates.filter((name) => languageOf(name) === "nodejs"))(
    "%s: depends on this package as it is now",
    (name) => {
      const { dependencies } = JSON.parse(filled(name, "package.json")) as { dependencies: Record<string, string> };
      expect(dependencies["pulumi-compute-platform"]).toBe(`^${own.version}`);
    },
  );

  it.each(["compute-plugin", foreign.python])(
    "%s: its folder holds what starts the installed plugin, on every system",
    (name) => {
      const folder = join(root, "templates", name, "plugin");
      expect(readdirSync(folder).sort()).toEqual(["pulumi-resource-compute", "pulumi-resource-compute.cmd"]);
      expect(statSync(join(folder, "pulumi-resource-compute")).mode & 0o111).not.toBe(0);
    },
  );

  it("compute-python: needs no npm, and has the wheel that it asks for", () => {
    expect(existsSync(join(root, "templates", foreign.python, "package.json"))).toBe(false);
    const required = filled(foreign.python, "requirements.txt").split("\n");
    expect(required).toContain(`pulumi_compute==${own.version}`);
    expect(required).toContain("--find-links wheel");
    expect(readdirSync(join(root, "templates", foreign.python, "wheel"))).toEqual([
      `pulumi_compute-${own.version}-py3-none-any.whl`,
    ]);
  });

  it("compute-go: names the setting that is no number, where a panic would name a line of Pulumi's SDK", () => {
    const program = filled("compute-go", "main.go");
    expect(program).not.toMatch(/config\.Require(Int|Float64)/);
    for (const name of ["gpuMemory", "maxHourlyCost"])
      expect(program).toContain(`return fmt.Errorf("the setting ${name}: %w", err)`);
  });

  it.each(["compute-cpu-pod", "compute-gpu-pod", "compute-training", "compute-plugin"])(
    "%s: refuses 48GB for a number, which Pulumi's `requireNumber` takes for 48",
    (template) => {
      const program = filled(template, "index.ts");
      expect(program).not.toMatch(/\.(?:require|get)Number\(/);
      pulumi.runtime.setAllConfig({ "shop:gpuMemory": "48GB", "shop:maxHourlyCost": "2.5" });
      const config = new pulumi.Config("shop");
      expect(() => config.requireObject<number>("gpuMemory")).toThrow("'shop:gpuMemory' value '48GB' is not a valid");
      expect(config.requireObject<number>("maxHourlyCost")).toBe(2.5);
    },
  );

  it("compute-go: has the SDK, and knows what the SDK needs", () => {
    const [mod, sum] = ["go.mod", "go.sum"].map((file) => filled("compute-go", file));
    const example = (file: string) => readFileSync(join(root, "sdks/examples/go", file), "utf8");
    const needs = (text: string) => text.split("\n").filter((line) => !/^(module|replace) /.test(line));
    expect(needs(mod!)).toEqual(needs(example("go.mod")));
    expect(mod).toContain("/sdks/go => ./sdk\n");
    const [copy, sdk] = ["templates/compute-go/sdk", "sdks/go"].map((folder) =>
      readdirSync(join(root, folder), { recursive: true }).sort(),
    );
    expect(copy).toEqual(sdk);
    expect(sum).toBe(example("go.sum"));
  });

  it("compute-plugin: the CLI finds the plugin without anything on the PATH (where there is a CLI)", async () => {
    const name = "compute-plugin";
    if (cliOnPath() === undefined) return notTried(`the template ${name} with the CLI`, noCli);
    const kept = ["package.json", "tsconfig.json", "index.ts"];
    const files = Object.fromEntries(kept.map((file) => [file, filled(name, file)]));
    // As `pulumi new` leaves it: without the section about the template.
    const { template: _template, ...project } = parse(filled(name, "Pulumi.yaml")) as Template & object;
    const folder = linkedFolder({ ...files, "Pulumi.yaml": stringify(project) });
    cpSync(join(root, "templates", name, "plugin"), join(folder, "plugin"), { recursive: true });
    mkdirSync(join(folder, "state"));
    const emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    const env = {
      ...process.env,
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "x",
      // Types are checked for all programs at once elsewhere.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      COMPUTE_API_URL: emulator.apiUrl,
      COMPUTE_API_KEY: emulator.apiKey,
      COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    };
    try {
      const run = async (...args: string[]) =>
        (
          await promisify(execFile)("pulumi", [...args, "--non-interactive", "--color", "never"], {
            cwd: folder,
            env,
          })
        ).stdout;
      await run("stack", "init", "dev");
      const up = await run("up", "--yes", "--skip-preview");
      expect(up).toContain("+ 2 created");
      expect(up).not.toMatch(/pulumi-resource-compute from \$PATH/);
      expect(await run("destroy", "--yes", "--skip-preview")).toContain("- 2 deleted");
    } finally {
      await emulator.close();
    }
  }, 300_000);

  it.each(templates.filter((name) => name !== "compute-plugin" && languageOf(name) === "nodejs"))(
    "%s: up, an empty preview, and a destroy that leaves nothing",
    async (name) => {
      const files = ["Pulumi.yaml", "package.json"].map((file) => [file, filled(name, file)]);
      const folder = linkedFolder(Object.fromEntries(files) as Record<string, string>, join(root, "templates", name));
      const project = parse(filled(name, "Pulumi.yaml")) as Template;
      expect(await wholeLife(folder, answers(project))).not.toEqual([]);
    },
    60_000,
  );
});
