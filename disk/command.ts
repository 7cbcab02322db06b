import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { orElse } from "../values/or-else";
import { quoted } from "../values/shell";
import { foldersOnPath, homeFolder } from "./home";
import { parents, readIfThere } from "./index";

type Env = Readonly<Record<string, string | undefined>>;

/** The command in printed texts, for those that start other programs than people do. */
export const commandVariable = "COMPUTE_COMMAND";

/** Its value, which no shell calls, for a provider whose messages pass through a command that words them. */
export const wordedLater = "(worded later)";

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

/**
 * The beginning of a whole command on one stack, of ours or of the Pulumi CLI. `jobs` and `catalog` always have a word after
 * them; other words after a command may be arguments.
 */
const onStack =
  /^(?:compute|pulumi) (?:up|preview|refresh|destroy|cancel|import|status|drift|cost|keep|doctor|logs|ssh|forward|graph|(?:catalog|jobs) [a-z]+|config(?: (?:get|set|rm))?|state (?:delete|unprotect)(?= .)|stack (?:export|import|output|rm)|stack(?= -))(?= (?!.*--(?:file|let-go|delete)$)|$)/;

/** Before a command that a sentence speaks of, maybe of another stack's: `the next \`compute up\``. */
const spokenOf = /\b(?:if|next|what|that|where|no|an?|each|of) `$/i;

/** The command for this stack, unless it names one or is on none. */
export const forStack = (command: string, stack: string | undefined): string =>
  stack === undefined || / --stack /.test(command)
    ? command
    : command.replace(onStack, (words) => `${words} --stack ${quoted(stack)}`);

/**
 * Makes the commands in a text, which stand between backticks, work as they are printed: they begin with how `compute` is
 * called here, name the stack that the person has named, and ask for a secret instead of taking it as an argument.
 *
 * @param cli how the Pulumi CLI is called.
 */
export const withCommand = (text: string, called: () => string, stack?: string, cli = "pulumi"): string =>
  text.replace(/(?<=`)(?:[^`\n]+ \| )?(?:compute|pulumi) (?=[a-z-])[^`\n]*/g, (line, at: number) => {
    const isSpokenOf = /^\S+ [a-z]+$/.test(line) && spokenOf.test(text.slice(Math.max(0, at - 20), at));
    return line
      .split(" | ")
      .map((command) => (isSpokenOf ? command : forStack(command, stack)))
      .map((command) =>
        command.replace(/^compute (?=[a-z-])/, () => `${called()} `).replace(/^pulumi /, () => `${cli} `),
      )
      .join(" | ")
      .replace(/( config set (?=.*--secret).*?) (?:<value>|VALUE)(?=$| )/, "$1");
  });

/** The script of the command `compute`, which the wheel has bundled into one file. */
export function commandScript(folder = packageFolder()): string {
  const built = join(folder, "dist", "cli", "main.js");
  return existsSync(built) ? built : join(folder, "compute.js");
}

/** The folder of this package: the checkout, the npm package, or its part in the wheel. */
export function packageFolder(): string {
  const found = folderAbove(__dirname);
  if (found === undefined) throw new Error(`no package.json above ${__dirname}`);
  return found;
}

/** The nearest folder with a package.json, this one or above. */
const folderAbove = (from: string): string | undefined =>
  parents(from).find((folder) => existsSync(join(folder, "package.json")));

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

const real = (path: string): string | undefined => orElse(undefined, () => realpathSync(path));
