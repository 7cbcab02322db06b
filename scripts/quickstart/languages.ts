import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Says what to install, where something is missing. */
export class CannotRun extends Error {
  constructor(language: string, what: string) {
    super(`The quickstart in ${language} can't run here: ${what}.`);
  }
}

export interface Language {
  /** Which resources its programs can have; the first unless one is asked for. */
  readonly providers: readonly ("dynamic" | "plugin")[];
  /** Whether its programs run by the Pulumi CLI alone. */
  readonly isClis: boolean;
  /** What must be on the PATH, each with where it comes from. */
  readonly needs: Readonly<Record<string, string>>;
  /**
   * Puts the quickstart's project where it can run, and answers that folder: below a temporary one, unless it can run where it stands.
   *
   * @throws CannotRun
   */
  project(root: string, temporary: string, provider: "dynamic" | "plugin"): string;
}

/** Where the CLI runs the programs. */
export const cli = { pulumi: "it is the Pulumi CLI" };
const host = "it is in the archive of the Pulumi CLI";

/** The languages that the story can be told in: the program is another, its settings and the chapters are the same. */
export const languages: Readonly<Record<string, Language>> = {
  typescript: {
    providers: ["dynamic", "plugin"],
    isClis: false,
    needs: {},
    project(root, temporary, provider) {
      const folder = join(root, "examples", "quickstart");
      return provider === "plugin" ? pluginProject(root, folder, temporary) : folder;
    },
  },
  python: {
    providers: ["plugin"],
    isClis: false,
    needs: {},
    project(root, temporary) {
      const folder = join(temporary, "project");
      cpSync(join(root, "sdks", "examples", "python-quickstart"), folder, { recursive: true });
      const script = join(root, "scripts", "build", "python.mjs");
      const { stdout } = spawnSync(process.execPath, [script, "--with-wheel", join(folder, "venv")], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
      const { missing } = JSON.parse(stdout || '{"missing":"scripts/build/python.mjs failed"}') as { missing?: string };
      if (missing !== undefined) throw new CannotRun("Python", missing);
      return folder;
    },
  },
  go: {
    providers: ["plugin"],
    isClis: true,
    needs: { ...cli, "pulumi-language-go": host, go: "it is Go 1.26.6 or later" },
    project(root, temporary) {
      // With the SDK beside it, where the module that the program is in looks for it.
      cpSync(join(root, "sdks", "go"), join(temporary, "sdks", "go"), { recursive: true });
      const module = join(temporary, "sdks", "examples", "go");
      cpSync(join(root, "sdks", "examples", "go"), module, { recursive: true });
      const folder = withPlugin(root, join(module, "quickstart"));
      console.error("go: compiling the program; the first time downloads its modules, and takes a minute or more");
      // What Go compiles it keeps: each chapter only links it.
      const { status } = spawnSync("go", ["build", "-o", join(temporary, "compiled"), "."], {
        cwd: folder,
        stdio: ["ignore", 2, 2],
      });
      if (status !== 0) throw new CannotRun("Go", "`go build` failed, and its own message is above");
      return folder;
    },
  },
  yaml: {
    providers: ["plugin"],
    isClis: true,
    needs: { ...cli, "pulumi-language-yaml": host },
    project(root, temporary) {
      const folder = join(temporary, "project");
      cpSync(join(root, "sdks", "examples", "yaml-quickstart"), folder, { recursive: true });
      return withPlugin(root, folder);
    },
  },
};

/** A project in which the plugin is found among the programs of this checkout's packages. */
function withPlugin(root: string, folder: string): string {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules", ".bin"), join(folder, "node_modules", ".bin"), "junction");
  return folder;
}

/** Whether the PATH has a program of this name. */
export const isOnPath = (name: string): boolean =>
  spawnSync(process.platform === "win32" ? "where" : "which", [name], { stdio: "ignore" }).status === 0;

/** @throws CannotRun where the PATH lacks some of this. */
export function requirePrograms(language: string, needs: Language["needs"], isThere = isOnPath): void {
  const absent = Object.entries(needs).filter(([name]) => !isThere(name));
  const sentences = absent.map(([name, origin]) => `there is no ${name} on the PATH (${origin})`);
  if (sentences.length > 0) throw new CannotRun(language, sentences.join(", "));
}

const ours = "pulumi-compute-platform";

/**
 * The quickstart's project as one whose resources come from the plugin: a copy of which one import differs, in a folder
 * that has this package installed. The plugin is found among the package's programs, as npm puts them.
 *
 * @returns the copy's folder.
 */
export function pluginProject(root: string, projectFolder: string, folder: string): string {
  const copy = join(folder, "project");
  cpSync(projectFolder, copy, { recursive: true });
  const file = join(copy, "index.ts");
  const program = readFileSync(file, "utf8");
  const changed = program.replace(`from "${ours}"`, `from "${ours}/plugin"`);
  if (changed === program) throw new Error(`${file} does not import ${ours}`);
  writeFileSync(file, changed);
  writeFileSync(join(copy, "package.json"), '{ "private": true, "main": "index.ts" }');
  const modules = join(copy, "node_modules");
  mkdirSync(modules);
  const isWindows = process.platform === "win32";
  for (const name of ["@pulumi", "typescript", ".bin"])
    symlinkSync(join(root, "node_modules", name), join(modules, name), isWindows ? "junction" : "dir");
  symlinkSync(root, join(modules, ours), isWindows ? "junction" : "dir");
  return copy;
}
