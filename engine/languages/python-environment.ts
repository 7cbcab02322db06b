import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { parents } from "../../disk";
import { foldersOnPath } from "../../disk/home";
import { EngineError } from "../errors";
import type { Project } from "../project/project";

/** The folder of an environment's executables. */
export const bin = process.platform === "win32" ? "Scripts" : "bin";

export const exe = (name: string): string => (process.platform === "win32" ? `${name}.exe` : name);

export const isEnvironment = (folder: string): boolean => existsSync(join(folder, bin, exe("python")));

export interface PythonEnvironment {
  /** Undefined for the Python on the PATH. */
  readonly folder: string | undefined;
  readonly setUp: string;
  /** The command that installs the package `pulumi`, if it is not pip. */
  readonly install?: string;
}

/** The environment of a project as the CLI finds it. @throws EngineError `project` for an unknown or missing toolchain. */
export function environmentOf(project: Project, env: NodeJS.ProcessEnv): PythonEnvironment {
  const { root, runtimeOptions } = project;
  const { virtualenv, toolchain = "pip" } = runtimeOptions;
  const named = typeof virtualenv === "string" && virtualenv !== "" ? resolve(root, virtualenv) : undefined;
  switch (toolchain) {
    case "pip":
      return { folder: named, setUp: `python3 -m venv ${named} && ${pip(named)} install -r requirements.txt` };
    case "uv":
      return { folder: named ?? uvFolder(root), setUp: "uv sync", install: "uv add pulumi" };
    case "poetry":
      return { folder: poetryFolder(root, env), setUp: "poetry install", install: "poetry add pulumi" };
    default:
      throw new EngineError(
        "project",
        `The toolchain in Pulumi.yaml must be pip, uv or poetry; it is ${JSON.stringify(toolchain)}.`,
      );
  }
}

const pip = (folder = ""): string => join(folder, bin, exe("pip"));

/** The folder of uv's environment: beside the nearest lock file, else the nearest project file, else in the project. */
function uvFolder(root: string): string {
  const above = parents(root);
  const beside = ["uv.lock", "pyproject.toml"].flatMap((file) => above.filter((each) => existsSync(join(each, file))));
  return join(beside[0] ?? root, ".venv");
}

function poetryFolder(root: string, env: NodeJS.ProcessEnv): string {
  const command = onPath("poetry", env);
  if (command === undefined)
    throw new EngineError("project", "The toolchain in Pulumi.yaml is poetry, and there is no poetry on the PATH.");
  const { stdout, status } = spawnSync(command, ["env", "info", "--path"], { cwd: root, env, encoding: "utf8" });
  const folder = (stdout ?? "").trim();
  if (status === 0 && isAbsolute(folder)) return folder;
  throw new EngineError("project", `Poetry has no environment for ${root}. Make it: poetry install`);
}

export function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (dirname(name) !== ".") return existsSync(name) ? name : undefined;
  return foldersOnPath(env)
    .map((folder) => join(folder, exe(name)))
    .find((path) => existsSync(path));
}
