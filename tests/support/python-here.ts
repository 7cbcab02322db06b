import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { root } from "../examples/example-stack";

export interface PythonHere {
  /** The folder of an environment with Pulumi's package in it; undefined where there can be none. */
  readonly environment?: string;
  readonly missing?: string;
}

/**
 * The environment that `scripts/build/python.mjs` makes, once for a checkout: the first to ask waits for pip. Asked for while tests are
 * declared, so that each can say what it can't try.
 */
export function pythonHere(): PythonHere {
  const script = join(root, "scripts", "build", "python.mjs");
  const { stdout } = spawnSync(process.execPath, [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const { python, missing } = JSON.parse(stdout) as { python?: string; missing?: string };
  return python === undefined ? { missing: missing ?? "it said nothing" } : { environment: dirname(dirname(python)) };
}
