import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..", "..", "..");

/** Milliseconds that a fresh process takes to load a module: the median of seven, less an empty process. */
export function importMs(statement: string): number {
  const timed = (code: string) => {
    const script = `const t = process.hrtime.bigint(); ${code}; console.log(Number(process.hrtime.bigint() - t) / 1e6)`;
    const args = ["--input-type=module", "-e", script];
    const runs = Array.from({ length: 7 }, () => Number(execFileSync(process.execPath, args, { cwd: root })));
    return runs.sort((a, b) => a - b)[3] ?? 0;
  };
  return timed(statement);
}

/** Bytes of these packages and all they depend on, as installed. */
export function installedBytes(packages: readonly string[]): number {
  const seen = new Set<string>();
  const add = (name: string): number => {
    if (seen.has(name)) return 0;
    seen.add(name);
    const folder = join(root, "node_modules", name);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    return bytesBelow(folder) + Object.keys(dependencies).reduce((sum, each) => sum + add(each), 0);
  };
  return packages.reduce((sum, each) => sum + add(each), 0);
}

/** Our own compiled files that loading the client reads. */
export function ownBytes(): number {
  return ["api", "client"].reduce((sum, folder) => sum + bytesBelow(join(root, "dist", folder), ".js"), 0);
}

function bytesBelow(path: string, ending = ""): number {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return path.endsWith(ending) ? stats.size : 0;
  // Nested packages are counted on their own.
  const names = readdirSync(path).filter((name) => name !== "node_modules");
  return names.reduce((sum, name) => sum + bytesBelow(join(path, name), ending), 0);
}
