import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "../../proofs/root";

/** A folder outside the repository in which this package and Pulumi are installed, as a user has them. */
export function linkedFolder(files: Readonly<Record<string, string>>, copyOf?: string): string {
  const folder = temporaryFolder("linked");
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(root, join(modules, "pulumi-compute-platform"));
  symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "main": "index.ts" }');
  if (copyOf !== undefined) cpSync(copyOf, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
