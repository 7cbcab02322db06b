// `npm run release -- artifacts --out FOLDER`: what a release has beside the npm package: the Python wheel, the plugin as
// `pulumi plugin install --file` takes it, the Go module, and the checksums of all that is in the folder.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../build/build.mjs";

const { values } = parseArgs({ options: { out: { type: "string", default: "release" } } });
const out = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error || status !== 0) throw error ?? new Error(`${command} ended with ${status}`);
}

mkdirSync(out, { recursive: true });
const wheels = join(root, "dist", "python");
for (const name of readdirSync(wheels)) if (name.endsWith(".whl")) copyFileSync(join(wheels, name), join(out, name));
run(process.execPath, [join(root, "scripts", "release", "executable.mjs"), "--out", out]);
run("tar", ["-czf", join(out, `pulumi-compute-go-v${version}.tar.gz`), "-C", join(root, "sdks", "go"), "."]);

const digest = (name) =>
  createHash("sha256")
    .update(readFileSync(join(out, name)))
    .digest("hex");
const files = readdirSync(out)
  .filter((name) => /\.(tgz|whl|tar\.gz|json)$/.test(name))
  .sort();
writeFileSync(join(out, "SHA256SUMS"), files.map((name) => `${digest(name)}  ${name}\n`).join(""));
console.log([...files, "SHA256SUMS"].join("\n"));
