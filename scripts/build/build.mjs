// Compiles into dist/. Output without a source is removed file by file, never by emptying the folder, because another
// process may be running from it. Unpublished code (proofs, scripts, bench) is compiled too; `files` in package.json leaves
// it out of the package.
//
// node scripts/build/build.mjs            build now
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleAll, bundleFiles, pluginBundle } from "./bundle-host.mjs";
import { fillGoTemplate, makeWheel } from "./wheel.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const project = "scripts/settings/tsconfig.build.json";
const settings = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  project,
  "scripts/build/bundle-host.mjs",
  "scripts/build/wheel.mjs",
];
const out = join(root, "dist");
const stampFile = join(root, "node_modules", ".cache", "compute-build.txt");
/** The compiler's memory of the last build, beside its output: a second build compiles only changes. */
const memoryFile = ".tsbuildinfo";
const compilerMemory = join(out, memoryFile);

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One line a source, with what tells an edit: path, size and time. */
function fingerprint() {
  const { include } = JSON.parse(readFileSync(join(root, project), "utf8"));
  const folders = include.map((folder) => join(dirname(project), folder));
  const sources = [...folders, "sdks/python", "sdks/wheel"]
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => /\.(ts|py|json)$/.test(file) && !file.includes("node_modules"));
  const lines = [...sources, ...settings.map((file) => join(root, file))].sort().map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${relative(root, file)} ${size} ${mtimeMs}`;
  });
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

function removeOrphans() {
  for (const file of filesBelow(out)) {
    if ([...bundleFiles, memoryFile].includes(relative(out, file)) || file.endsWith(".whl")) continue;
    const source = relative(out, file).replace(/\.(d\.ts|js)$/, ".ts");
    if (!existsSync(join(root, source))) rmSync(file);
  }
}

/** Output of the build outside dist, for `pulumi new`. */
const inTemplates = ["templates/compute-python/wheel", "templates/compute-go/sdk"].map((folder) => join(root, folder));

export function isStale() {
  if (![out, ...inTemplates].every((folder) => existsSync(folder))) return true;
  return !existsSync(stampFile) || readFileSync(stampFile, "utf8") !== fingerprint();
}

/** Lets `npx compute` mean this command anywhere below the repository, as it does where the package is installed. */
function linkCommands() {
  const commands = { compute: join(out, "cli", "main.js"), "pulumi-resource-compute": join(out, pluginBundle.file) };
  for (const [name, command] of Object.entries(commands)) {
    const link = join(root, "node_modules", ".bin", name);
    if (process.platform === "win32" || !existsSync(command)) continue;
    chmodSync(command, 0o755);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), command), link);
  }
}

export async function build() {
  const stamp = fingerprint();
  removeOrphans();
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const incremental = ["--incremental", "--tsBuildInfoFile", compilerMemory];
  const { status } = spawnSync(process.execPath, [compiler, "-p", project, ...incremental], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) return false;
  for (const file of filesBelow(join(root, "engine")).filter((each) => each.endsWith(".py")))
    copyFileSync(file, join(out, relative(root, file)));
  await bundleAll(root, out);
  await makeWheel(root);
  fillGoTemplate(root);
  linkCommands();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await build()) ? 0 : 1;
