import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../proofs/root";

const sdk = join(root, "sdks", "python");

/**
 * A `PYTHONPATH` under which our SDK counts as installed: it asks for its own version, which only what pip puts beside a package can
 * tell. The folder gets that.
 */
export function pythonPath(folder: string): string {
  const version = /^\s*version = "(.*)"$/m.exec(readFileSync(join(sdk, "pyproject.toml"), "utf8"))?.[1] ?? "";
  const installed = join(folder, "python");
  const about = join(installed, `pulumi_compute-${version}.dist-info`);
  mkdirSync(about, { recursive: true });
  writeFileSync(join(about, "METADATA"), `Metadata-Version: 2.1\nName: pulumi_compute\nVersion: ${version}\n`);
  return [installed, sdk].join(delimiter);
}
