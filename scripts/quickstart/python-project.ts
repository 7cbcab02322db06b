import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

/**
 * The quickstart's project in Python: a copy, with an environment that has Pulumi's package and the wheel.
 *
 * @returns the copy's folder.
 * @throws Error saying what to install, where something is missing.
 */
export function pythonProject(root: string, folder: string): string {
  const copy = join(folder, "project");
  cpSync(join(root, "sdks", "examples", "python-quickstart"), copy, { recursive: true });
  const script = join(root, "scripts", "python.mjs");
  const { stdout } = spawnSync(process.execPath, [script, "--with-wheel", join(copy, "venv")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { missing } = JSON.parse(stdout || '{"missing":"scripts/python.mjs failed"}') as { missing?: string };
  if (missing !== undefined) throw new Error(`The quickstart in Python can't run here: ${missing}.`);
  return copy;
}
