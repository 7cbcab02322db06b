import * as pulumi from "@pulumi/pulumi";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";

const entry = "pulumi-compute-platform/provider";
const reached = new Set<string>();

/**
 * The code in state finds this package from the program's directory, in a process of its own. Where only a component
 * library depends on the package, and the package manager hides it from the program (pnpm, Plug'n'Play), that process would
 * fail with Node's words for it.
 *
 * @throws pulumi.RunError that says what to add.
 */
export function checkReachable(kind: string, name: string): void {
  // Only Pulumi's runner names the root, as a path. It runs the program where the provider runs; elsewhere this process
  // need not be in the provider's directory.
  if (!isAbsolute(pulumi.getRootDirectory())) return;
  const directory = process.cwd();
  if (reached.has(directory)) return;
  try {
    createRequire(join(directory, "package.json")).resolve(entry);
  } catch {
    throw new pulumi.RunError(
      `${kind} ${name}: the package pulumi-compute-platform cannot be found from ${directory}, the program's directory. ` +
        "The provider runs from there. If another package brings it along, that is not enough: add pulumi-compute-platform " +
        "to the dependencies of the program's own package.json, and install.",
    );
  }
  reached.add(directory);
}
