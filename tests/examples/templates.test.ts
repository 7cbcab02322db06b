import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { startEmulator } from "../../emulator";
import { readProject } from "../../engine/project/project";
import { cliOnPath } from "../cli/run-cli";
import { noCli, notTried } from "../support/not-tried";
import { root, type Setting, wholeLife } from "./example-stack";
import { linkedFolder } from "./linked-folder";

interface Template {
  readonly template: {
    readonly description: string;
    readonly config: Record<string, { default?: string; secret?: boolean }>;
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

/** What a user would type: the defaults, and something for each question without one. */
const answers = ({ template }: Template): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(template.config)
      .filter(([key]) => !key.startsWith("compute:"))
      .map(([key, question]) => [key, { value: question.default ?? `my-${key}`, secret: question.secret ?? false }]),
  );

describe("templates for pulumi new", () => {
  it("are four", () => {
    expect(templates.sort()).toEqual(["compute-cpu-pod", "compute-gpu-pod", "compute-plugin", "compute-training"]);
  });

  it("make projects that the local engine opens, with the tags that `pulumi new` writes into them", async () => {
    const tags = "config:\n  pulumi:tags:\n    value:\n      pulumi:template: compute-cpu-pod\n";
    const project = `name: my-stack\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n${tags}`;
    const folder = linkedFolder({ "Pulumi.yaml": project, "index.ts": "" });
    await expect(readProject(folder)).resolves.toMatchObject({ name: "my-stack", programDir: folder });
  });

  it.each(templates)("%s: asks for address and key, and keeps the key secret", (name) => {
    const { template } = parse(filled(name, "Pulumi.yaml")) as Template;
    expect(template.config["compute:apiKey"]).toMatchObject({ secret: true });
    expect(template.config).toHaveProperty(["compute:apiUrl"]);
  });

  it.each(templates)("%s: depends on this package as it is now", (name) => {
    const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    const { dependencies } = JSON.parse(filled(name, "package.json")) as { dependencies: Record<string, string> };
    expect(dependencies["pulumi-compute-platform"]).toBe(`^${own.version}`);
  });

  it("compute-plugin: its folder holds what starts the installed plugin, on every system", () => {
    const folder = join(root, "templates/compute-plugin/plugin");
    expect(readdirSync(folder).sort()).toEqual(["pulumi-resource-compute", "pulumi-resource-compute.cmd"]);
    expect(statSync(join(folder, "pulumi-resource-compute")).mode & 0o111).not.toBe(0);
    expect(readFileSync(join(folder, "pulumi-resource-compute.cmd"), "utf8")).toContain(
      'node "%~dp0pulumi-resource-compute" %*',
    );
  });

  it("compute-plugin: the CLI finds the plugin without anything on the PATH (where there is a CLI)", async () => {
    if (cliOnPath() === undefined) return notTried("the template compute-plugin with the CLI", noCli);
    const name = "compute-plugin";
    const files = Object.fromEntries(["package.json", "tsconfig.json"].map((file) => [file, filled(name, file)]));
    // As `pulumi new` leaves it: without the section about the template.
    const { template, ...project } = parse(filled(name, "Pulumi.yaml")) as Template & object;
    const folder = linkedFolder({ ...files, "index.ts": filled(name, "index.ts"), "Pulumi.yaml": stringify(project) });
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
        (await promisify(execFile)("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: folder, env }))
          .stdout;
      await run("stack", "init", "dev");
      await run("config", "set", "image", template.config["image"]!.default!);
      const up = await run("up", "--yes", "--skip-preview");
      expect(up).toContain("+ 2 created");
      expect(up).not.toMatch(/pulumi-resource-compute from \$PATH/);
      expect(await run("destroy", "--yes", "--skip-preview")).toContain("- 2 deleted");
    } finally {
      await emulator.close();
    }
  }, 120_000);

  it.each(templates.filter((name) => name !== "compute-plugin"))(
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
