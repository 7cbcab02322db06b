import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { quoted } from "../values/shell";
import { foldersOnPath, homeFolder } from "./home";
import { parents, readIfThere } from "./index";
import { commandScript, folderAbove } from "./package-folder";

type Env = Readonly<Record<string, string | undefined>>;

/** The command in printed texts, for those that start other programs than people do. */
export const commandVariable = "COMPUTE_COMMAND";

/** The file beside an installed plugin that tells how the command that installed it is called: the plugin's folder has no command. */
export const commandNote = "compute-command";

/**
 * How a shell in the directory `cwd`, or in any if there is none, calls the command `compute` that belongs to the code in
 * the folder `from`. Every printed command begins with it, so that it works as it is printed.
 */
export function commandHere(env: Env, cwd: string | undefined, from = __dirname, ask = homedir): string {
  const stated = env[commandVariable] || readIfThere(join(from, commandNote))?.trim();
  if (stated) return stated;
  const home = folderAbove(from);
  // The plugin in one file has no command.
  if (home === undefined || !existsSync(commandScript(home))) return "compute";
  const ofEnvironment = resolve(home, "../../../../bin/compute");
  const script = commandScript(home);
  if (searched(env).some((folder) => isOurs(join(folder, "compute"), home, ofEnvironment))) return "compute";
  const installed = cwd === undefined ? undefined : installedAbove(cwd, home);
  // npm does not start without a home.
  if (installed !== undefined)
    return homeFolder(env, ask) === undefined
      ? quoted(near(join(installed, "node_modules", ".bin", "compute"), cwd))
      : "npx compute";
  if (basename(resolve(home, "../../..")) === "_npx") return "npx --package pulumi-compute-platform compute";
  const isOfWheel = basename(script) === "compute.js" && existsSync(ofEnvironment);
  const called = isOfWheel ? quoted(near(ofEnvironment, cwd)) : `node ${quoted(near(script, cwd))}`;
  // Texts with commands are also printed as JSON, where these would have to be escaped.
  return /["\\`]/.test(called) ? "compute" : called;
}

/** Makes the commands in a text, which stand between backticks, begin with how `compute` is called here. */
export const withCommand = (text: string, called: () => string): string =>
  text.replace(/(`|`[^`\n]+ \| )compute (?=[a-z-])/g, (_, before: string) => `${before}${called()} `);

/** The folders of the `PATH`, without those that `npx` and npm's scripts add: the person's shell does not have them. */
const searched = (env: Env): string[] =>
  foldersOnPath(env).filter((folder) => !env["npm_execpath"] || !/[\\/]node_modules[\\/]\.bin$/.test(folder));

function isOurs(command: string, home: string, ofEnvironment: string): boolean {
  const path = real(command);
  return path !== undefined && (path === real(ofEnvironment) || path === real(commandScript(home)));
}

/** The directory, this one or above, in which npm, or a program like it, installed the package at `home`. */
const installedAbove = (directory: string, home: string): string | undefined =>
  parents(directory).find((folder) => {
    const installed = real(join(folder, "node_modules", "pulumi-compute-platform"));
    return installed !== undefined && installed === real(home);
  });

/** The path from this directory, unless it leads far up. */
function near(path: string, cwd: string | undefined): string {
  if (cwd === undefined) return path;
  const short = relative(cwd, path);
  return short === "" || short.startsWith(join("..", "..", "..")) ? path : short;
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
