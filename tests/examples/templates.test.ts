import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readProject } from "../../engine/project/project";
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
  it("are three", () => {
    expect(templates.sort()).toEqual(["compute-cpu-pod", "compute-gpu-pod", "compute-training"]);
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

  it.each(templates)(
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
