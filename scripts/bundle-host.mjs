// Bundles what Pulumi's provider host loads into one file, dist/provider/host.js. Every command of a user starts a host
// and waits for it; from one file it is ready in half the time that some 270 modules take. Nobody else loads this file.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
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

/** The licenses of the packages that are in the bundle, which ask to go along. */
function licenses(root, inputs) {
  const packages = new Set(inputs.map((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
  return [...packages].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const license = ["LICENSE", "LICENSE.md", "license"]
      .map((file) => join(folder, file))
      .find((file) => existsSync(file));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(license, "utf8").trim()}\n`;
  });
}

export async function bundleHost(root, out) {
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
  const texts = [outputFiles[0].text, licenses(root, Object.keys(metafile.inputs)).join("\n\n")];
  for (const [index, file] of bundleFiles.entries()) {
    // Replaced in one step, since a host may be starting from it.
    const path = join(out, file);
    writeFileSync(`${path}.new`, texts[index]);
    renameSync(`${path}.new`, path);
  }
}
