// `npm run release -- executable`: the provider plugin for machines without Node, as one file that `pulumi plugin install` takes. It
// holds Node itself, unchanged, beside the plugin's bundle: a single executable application would take a tool that writes
// into Node's binary, and would void the signature that macOS asks for.
//
//   npm run release -- executable                                           for this machine, with the Node that runs this
//   npm run release -- executable --node FILE --platform windows-amd64   for another, with a Node of that platform
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../build/build.mjs";
import { licensesOf, pluginBundles } from "../build/bundle-host.mjs";

const { values } = parseArgs({
  options: {
    node: { type: "string" },
    license: { type: "string" },
    platform: { type: "string" },
    out: { type: "string" },
  },
});
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** As Pulumi calls platforms in the names of plugins. */
const thisPlatform = () => {
  const system = { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform] ?? process.platform;
  return `${system}-${process.arch === "x64" ? "amd64" : process.arch}`;
};
const platform = values.platform ?? thisPlatform();
const node = values.node ?? process.execPath;
const isWindows = platform.startsWith("windows-");
const out = values.out ?? join(root, "dist-executable");

/** Where distributions of Node put its license, which has to go along. */
const license = [
  values.license,
  join(dirname(node), "LICENSE"),
  join(dirname(node), "..", "LICENSE"),
  join(dirname(node), "..", "share", "doc", "nodejs", "LICENSE"),
].find((file) => file && existsSync(file));
if (!license) {
  console.error(`There is no license of Node beside ${node}. Name the file with --license.`);
  process.exit(1);
}

/** The script that the CLI starts: it runs the bundle with the Node beside it. */
const starters = {
  unix: {
    name: "pulumi-resource-compute",
    text: '#!/bin/sh\nhere=$(dirname "$0")\nexec "$here/node" "$here/pulumi-resource-compute.js" "$@"\n',
  },
  windows: {
    name: "pulumi-resource-compute.cmd",
    text: '@echo off\r\n"%~dp0node.exe" "%~dp0pulumi-resource-compute.js" %*\r\n',
  },
};

const folder = mkdtempSync(join(tmpdir(), "executable-"));
try {
  const starter = isWindows ? starters.windows : starters.unix;
  const binary = isWindows ? "node.exe" : "node";
  const copied = {
    [binary]: node,
    "node.LICENSE.txt": license,
    ...Object.fromEntries(
      pluginBundles
        .flatMap(({ file }) => [file, licensesOf(file)])
        .map((file) => [basename(file), join(root, "dist", file)]),
    ),
  };
  for (const [name, file] of Object.entries(copied)) copyFileSync(file, join(folder, name));
  writeFileSync(join(folder, starter.name), starter.text);
  for (const name of [binary, starter.name]) chmodSync(join(folder, name), 0o755);
  mkdirSync(out, { recursive: true });
  const file = join(out, `pulumi-resource-compute-v${version}-${platform}.tar.gz`);
  const { status, error } = spawnSync("tar", ["-czf", file, "-C", folder, ...Object.keys(copied), starter.name], {
    stdio: "inherit",
  });
  if (error || status !== 0) throw error ?? new Error(`tar ended with ${status}`);
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(0)} MB)`);
  console.log(`pulumi plugin install resource compute ${version} --file ${file}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
