import * as pulumi from "@pulumi/pulumi";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { orElse } from "../values/or-else";

const entry = "pulumi-compute-platform/provider";
const executable = "pulumi-resource-compute";
const reached = new Set<string>();

/**
 * The code in state finds this package from the program's directory, in a process of its own, and engines look for the plugin from there.
 * Where only a component library depends on the package, and the package manager hides it from the program (pnpm, Plug'n'Play), that
 * would fail with Node's words for it, or an engine's.
 *
 * @param isPlugin an engine also takes an executable that is somewhere else.
 * @throws pulumi.RunError that says what to add.
 */
export function checkReachable(kind: string, name: string, isPlugin: boolean): void {
  // Only Pulumi's runner names the root, as a path. It runs the program where the provider runs; elsewhere this process
  // need not be in the provider's directory.
  if (!isAbsolute(pulumi.getRootDirectory())) return;
  const directory = process.cwd();
  if (reached.has(directory)) return;
  if (!isResolved(directory) && !(isPlugin && isInstalled(process.env)))
    throw new pulumi.RunError(
      `${kind} ${name}: the package pulumi-compute-platform cannot be found from ${directory}, the program's directory. ` +
        "The provider runs from there. If another package brings it along, that is not enough: add pulumi-compute-platform " +
        "to the dependencies of the program's own package.json, and install.",
    );
  reached.add(directory);
}

const isResolved = (directory: string): boolean =>
  orElse("", () => createRequire(join(directory, "package.json")).resolve(entry)) !== "";

/** Where engines find a plugin that no package of the program has: on the PATH, where Pulumi puts them, or where Pulumi.yaml says. */
function isInstalled(env: NodeJS.ProcessEnv): boolean {
  const onPath = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  if (onPath.some((folder) => ["", ".exe", ".cmd"].some((end) => existsSync(join(folder, executable + end)))))
    return true;
  const plugins = orElse([], () => readdirSync(join(env["PULUMI_HOME"] ?? join(homedir(), ".pulumi"), "plugins")));
  if (plugins.some((folder) => folder.startsWith("resource-compute-v"))) return true;
  return /^plugins:/m.test(orElse("", () => readFileSync(join(pulumi.getRootDirectory(), "Pulumi.yaml"), "utf8")));
}
