import { ownMember } from "../../values/own-member";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { parse, stringify } from "yaml";
import { homeFolder } from "../../disk/home";
import { version } from "../../client/http/version";
import { CommandFailure, type Io } from "../io";
import { packageFolder } from "../../disk/command";

const ProjectFile = z.looseObject({
  config: z.record(z.string(), z.looseObject({ default: z.coerce.string().optional() })),
  runtime: z.union([z.string(), z.looseObject({ name: z.string() })]),
  template: z.object({
    description: z.string(),
    config: z.record(z.string(), z.object({ description: z.string(), secret: z.boolean().optional() })),
  }),
});

export interface Template {
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  /** The language of its program. Programs in languages other than Node's need the Pulumi CLI. */
  readonly runtime: string;
  /** Settings with a default, which a stack may change. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Settings that a stack of it needs. */
  readonly config: z.infer<typeof ProjectFile>["template"]["config"];
}

export async function readTemplates(): Promise<Template[]> {
  const root = join(packageFolder(), "templates");
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const folder = join(root, name);
      const { runtime, template, config } = ProjectFile.parse(
        parse(await readFile(join(folder, "Pulumi.yaml"), "utf8")),
      );
      const defaults = new Map(
        Object.entries(config).flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])),
      );
      return { name, folder, defaults, runtime: typeof runtime === "string" ? runtime : runtime.name, ...template };
    }),
  );
}

/** @throws CommandFailure if the folder of the new project is not empty. */
export async function refuseFull(target: string): Promise<void> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new CommandFailure(`${target} is not empty, so nothing was written. Choose an empty directory with --dir.`);
}

/** Copies a template into an empty folder. After a failure or a stop, nothing of it stays. @throws CommandFailure */
export async function copyTemplate(
  template: Template,
  target: string,
  io: Io,
  project = basename(target),
): Promise<void> {
  await refuseFull(target);
  const made = await mkdir(target, { recursive: true });
  try {
    await fill(template, target, io, project);
    io.signal.throwIfAborted();
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    else for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true });
    throw io.signal.aborted ? io.signal.reason : error;
  }
}

async function fill(template: Template, target: string, io: Io, project: string): Promise<void> {
  await cp(template.folder, target, { recursive: true });
  // A package on npm can't hold a file of this name.
  const ignored = ["node_modules/", ...(template.runtime === "python" ? ["venv/", "__pycache__/"] : [])];
  await writeFile(join(target, ".gitignore"), ignored.map((line) => `${line}\n`).join(""));
  for (const name of ["Pulumi.yaml", "package.json"]) {
    const file = join(target, name);
    if (!existsSync(file)) continue;
    const filled = (await readFile(file, "utf8"))
      .replaceAll("${PROJECT}", project)
      .replaceAll("${DESCRIPTION}", template.description);
    await writeFile(file, name === "Pulumi.yaml" ? withoutTemplate(filled) : await withThisPackage(filled, target, io));
  }
  if (template.runtime === "python" && !existsSync(join(target, "wheel"))) await bringWheel(target);
}

const DirectUrl = z.looseObject({ url: z.string() });

/** Copies the wheel of this command beside the program, if pip installed it from a file rather than an index. */
async function bringWheel(target: string): Promise<void> {
  const about = `pulumi_compute-${version}.dist-info`;
  const origin = join(packageFolder(), "..", about, "direct_url.json");
  const url = existsSync(origin) ? DirectUrl.parse(JSON.parse(await readFile(origin, "utf8"))).url : "";
  const file = url.startsWith("file:") ? fileURLToPath(url) : "";
  await mkdir(join(target, "wheel"));
  if (file.endsWith(".whl") && existsSync(file)) await cp(file, join(target, "wheel", basename(file)));
}

/** Points the dependency on this package at the source of this one: a registry, or else a tarball in the project. */
async function withThisPackage(text: string, target: string, { env, signal }: Io): Promise<string> {
  const own = packageFolder();
  if (await isFromRegistry(own)) return text;
  // npm's scripts would build a checkout, and are missing from an installed package.
  const args = ["pack", own, "--pack-destination", target, "--ignore-scripts", "--json"];
  const isWindows = process.platform === "win32";
  // npm asks for a home even where it needs nothing from it.
  const options = { cwd: target, env: { HOME: homeFolder(env) ?? target, ...env }, signal, shell: isWindows };
  const { stdout } = await promisify(execFile)(isWindows ? "npm.cmd" : "npm", args, options);
  const [{ filename }] = z.tuple([z.looseObject({ filename: z.string() })]).parse(JSON.parse(stdout));
  return text.replace(/("pulumi-compute-platform": )"[^"]*"/, `$1"file:${filename}"`);
}

/** Removes the questions of `pulumi new`, which are not part of a project. */
function withoutTemplate(text: string): string {
  const { template: _template, ...project } = parse(text) as object & { template: unknown };
  return stringify(project);
}

const InstalledPackages = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })),
});

/** Tells whether npm installed this package from a registry: a checkout or a tarball exists only on this machine. */
async function isFromRegistry(folder: string): Promise<boolean> {
  const modules = dirname(folder);
  if (basename(modules) !== "node_modules") return false;
  try {
    const text = await readFile(join(modules, ".package-lock.json"), "utf8");
    const { packages } = InstalledPackages.parse(JSON.parse(text));
    return ownMember(packages, `node_modules/${basename(folder)}`)?.resolved?.startsWith("http") ?? false;
  } catch {
    return false; // npm's notes are unreadable, and the local copy is always available
  }
}
