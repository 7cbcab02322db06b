// Bundles what Pulumi's provider host loads into one file, dist/provider/host.js. Every command of a user starts a host
// and waits for it; from one file it is ready in half the time that some 270 modules take. Nobody else loads this file.
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const bundleFiles = [join("provider", "host.js"), join("provider", "host.LICENSES.txt")];

/** zod's messages in fifty languages, a fourth of all. Only English is ever set. */
const englishOnly = {
  name: "english only",
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }));
  },
};

/** What a package's licence may be called, and the notice that Apache-2.0 asks to go along with it. */
const licenseFile = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

/** The npm packages that esbuild took files from, each with its folder. */
function packagesOf(root, inputs) {
  const names = new Set(inputs.map((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
  return [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, folder };
  });
}

/** The licenses of the packages that are in the bundle, which ask to go along. */
function licenses(packages) {
  return packages.map(({ name, version, folder }) => {
    const files = readdirSync(folder).filter((file) => licenseFile.test(file));
    if (files.length === 0)
      throw new Error(`${name} has no license file, so it must not be bundled into ${bundleFiles[0]}`);
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
  });
}

/** Bundles without writing anything; says which packages went in. */
export async function makeBundle(root) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["provider/index.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.18",
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    plugins: [englishOnly],
    write: false,
  });
  return { text: outputFiles[0].text, packages: packagesOf(root, Object.keys(metafile.inputs)) };
}

export async function bundleHost(root, out) {
  const { text, packages } = await makeBundle(root);
  const texts = [text, licenses(packages).join("\n\n")];
  for (const [index, file] of bundleFiles.entries()) {
    // Replaced in one step, since a host may be starting from it.
    const path = join(out, file);
    writeFileSync(`${path}.new`, texts[index]);
    renameSync(`${path}.new`, path);
  }
}
