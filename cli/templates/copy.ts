import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import { parse, stringify } from "yaml";
import { CommandFailure } from "../io";

const ProjectFile = z.looseObject({
  runtime: z.union([z.string(), z.looseObject({ name: z.string() })]),
  template: z.object({
    description: z.string(),
    config: z.record(
      z.string(),
      z.object({ description: z.string(), default: z.string().optional(), secret: z.boolean().optional() }),
    ),
  }),
});

export interface Template {
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  /** The language of its program. Programs in others than Node's need the Pulumi CLI. */
  readonly runtime: string;
  /** Settings that a stack of it needs. */
  readonly config: z.infer<typeof ProjectFile>["template"]["config"];
}

/** The templates that come with this package. */
export async function readTemplates(): Promise<Template[]> {
  const root = join(require.resolve("pulumi-compute-platform/package.json"), "..", "templates");
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const folder = join(root, name);
      const { runtime, template } = ProjectFile.parse(parse(await readFile(join(folder, "Pulumi.yaml"), "utf8")));
      return { name, folder, runtime: typeof runtime === "string" ? runtime : runtime.name, ...template };
    }),
  );
}

/** Copies a template into an empty folder, as `pulumi new` does. @throws CommandFailure where something is there. */
export async function copyTemplate(template: Template, target: string, project = basename(target)): Promise<void> {
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0)
    throw new CommandFailure(`${target} is not empty, so nothing was written. Choose an empty directory with --dir.`);
  await cp(template.folder, target, { recursive: true });
  // A package on npm can't hold a file of this name.
  const ignored = ["node_modules/", ...(template.runtime === "python" ? ["venv/", "__pycache__/"] : [])];
  await writeFile(join(target, ".gitignore"), ignored.map((line) => `${line}\n`).join(""));
  for (const name of ["Pulumi.yaml", "package.json"]) {
    const file = join(target, name);
    const filled = (await readFile(file, "utf8"))
      .replaceAll("${PROJECT}", project)
      .replaceAll("${DESCRIPTION}", template.description);
    await writeFile(file, name === "Pulumi.yaml" ? withoutTemplate(filled) : filled);
  }
}

/** What `pulumi new` asks for is no part of a project. */
function withoutTemplate(text: string): string {
  const { template: _template, ...project } = parse(text) as object & { template: unknown };
  return stringify(project);
}
