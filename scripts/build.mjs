// Compiles the package into dist/ and the repository's own commands into dist-scripts/. Output whose source is gone is
// removed file by file, never by emptying the folder: another process may be running from it.
//
//   node scripts/build.mjs            build now
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const outputs = [
  {
    project: "tsconfig.build.json",
    out: "dist",
    sources: ["api", "client", "provider", "sdk", "emulator", "engine", "cli"],
  },
  { project: "tsconfig.scripts.json", out: "dist-scripts", sources: ["scripts", "bench"] },
];
const stampFile = join(root, "node_modules", ".cache", "compute-build.txt");

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One line a source, with what tells an edit: path, size and time. */
function fingerprint() {
  const sources = outputs.flatMap(({ sources }) => sources.flatMap((folder) => filesBelow(join(root, folder))));
  const settings = ["package.json", "package-lock.json", "tsconfig.json", ...outputs.map(({ project }) => project)];
  const all = [...sources.filter((file) => file.endsWith(".ts")), ...settings.map((file) => join(root, file))].sort();
  const lines = all.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${relative(root, file)} ${size} ${mtimeMs}`;
  });
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

function removeOrphans({ out, sources }) {
  for (const file of filesBelow(join(root, out))) {
    const path = relative(join(root, out), file).replace(/\.(d\.ts|js)(\.map)?$/, ".ts");
    const candidates = [join(root, path), ...sources.map((folder) => join(root, folder, path))];
    if (!candidates.some((source) => existsSync(source))) rmSync(file);
  }
}

export function isStale() {
  if (outputs.some(({ out }) => !existsSync(join(root, out)))) return true;
  return !existsSync(stampFile) || readFileSync(stampFile, "utf8") !== fingerprint();
}

export function build() {
  const stamp = fingerprint();
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  for (const output of outputs) {
    removeOrphans(output);
    const { status } = spawnSync(process.execPath, [compiler, "-p", output.project], {
      cwd: root,
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) return false;
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build() ? 0 : 1;
