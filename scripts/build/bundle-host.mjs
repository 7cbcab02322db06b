// Bundles what Pulumi's provider host loads, and the provider plugin, into one file each. Every command of a user starts
// one of them and waits for it; from one file it is ready in half the time that some 270 modules take. Nobody else loads
// these files.
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What `pulumi-compute-platform/provider` means, and the executable. */
export const hostBundle = { entry: "provider/index.ts", file: join("provider", "host.js") };
export const pluginBundle = { entry: "plugin/main.ts", file: join("plugin", "pulumi-resource-compute.js") };
/** What the executable loads once it has told its port: the engine need not wait until V8 has looked through this too. */
const behindBundle = { entry: "plugin/loaded-later.ts", file: join("plugin", "pulumi-resource-compute.behind.js") };
export const pluginBundles = [pluginBundle, behindBundle];
/** Pulumi's protocol for programs that have no `@pulumi/pulumi`. It takes the place of the compiled module. */
const protocolBundle = { entry: "engine/protocol/own-proto.ts", file: join("engine", "protocol", "own-proto.js") };
/** The command, for the wheel: where npm installs it, it is not bundled. */
export const commandBundle = { entry: "cli/main.ts", file: "compute.js" };
export const bundles = [hostBundle, ...pluginBundles, protocolBundle];

export const licensesOf = (file) => file.replace(/\.js$/, ".LICENSES.txt");
export const bundleFiles = bundles.flatMap(({ file }) => [file, licensesOf(file)]);

/** Drops zod's messages in fifty languages, a quarter of the bundle. Only English is ever set. */
const englishOnly = {
  name: "english only",
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }));
  },
};

/** Names of a package's licence file, and of the notice that Apache-2.0 requires. */
const licenseFile = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

/** One bundle requires another as the file that it becomes. */
const bundleBehind = {
  name: "bundle behind",
  setup(build) {
    const path = `./${basename(behindBundle.file)}`;
    build.onResolve({ filter: /^\.\/loaded-later\.js$/ }, () => ({ path, external: true }));
  },
};

/**
 * In the plugin, our own files are loaded wherever they are imported. `"sideEffects": false` of package.json would let esbuild leave out the
 * start of a module that is loaded late (the kinds are), where it is imported through an index: its exports stay undefined.
 * The host's file goes without: there this would take in families of the client that no kind needs, which a test forbids.
 */
const ownFilesAreLoaded = {
  name: "own files are loaded",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === ownFilesAreLoaded || rest.importer.includes("node_modules")) return undefined;
      const found = await build.resolve(path, { ...rest, pluginData: ownFilesAreLoaded });
      return found.errors.length > 0 ? found : { path: found.path, sideEffects: true };
    });
  },
};

/** The npm packages that esbuild took files from, each with its folder. */
function packagesOf(root, inputs) {
  const names = new Set(inputs.map((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
  return [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, folder };
  });
}

/** The licence statement of an MIT package without the licence text. */
function statedLicense(folder) {
  const { license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const name = typeof author === "object" ? author?.name : author;
  return license === "MIT" && name ? mit(name) : undefined;
}

const mit = (author) => `The MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The licenses of the packages that are in the bundle, which ask to go along. */
function licenses(packages, bundle) {
  return packages.map(({ name, version, folder }) => {
    const files = readdirSync(folder).filter((file) => licenseFile.test(file));
    const stated = files.length === 0 ? statedLicense(folder) : undefined;
    if (stated !== undefined) return `${name} ${version}\n\n${stated}\n`;
    if (files.length === 0) throw new Error(`${name} has no license file, so it must not be bundled into ${bundle}`);
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
  });
}

export const licensesText = (packages, bundle) => licenses(packages, bundle).join("\n\n");

/** Bundles without writing anything; says which packages went in. */
export async function makeBundle(root, { entry } = hostBundle) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.18",
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    plugins: [englishOnly, bundleBehind, ...(entry === hostBundle.entry ? [] : [ownFilesAreLoaded])],
    // Of Node's two ways of loading a file, the one that is loaded already.
    supported: { "dynamic-import": false },
    // For services that nobody here offers; grpc asks for it only then.
    external: ["@grpc/proto-loader"],
    write: false,
  });
  // Not all that was read is in it.
  const [{ inputs }] = Object.values(metafile.outputs);
  return { text: outputFiles[0].text, packages: packagesOf(root, Object.keys(inputs)) };
}

export async function bundleAll(root, out) {
  for (const bundle of bundles) await bundleOne(root, out, bundle);
}

export async function bundleOne(root, out, bundle) {
  const { text, packages } = await makeBundle(root, bundle);
  const files = { [bundle.file]: text, [licensesOf(bundle.file)]: licensesText(packages, bundle.file) };
  for (const [file, content] of Object.entries(files)) {
    // Replaced in one step, since a process may be starting from it.
    const path = join(out, file);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
}
