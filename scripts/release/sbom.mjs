// Writes what an installed package is made of to stdout, as a CycloneDX 1.5 document: its dependencies, and the packages
// whose code lies inside dist/provider/host.js. npm reads the lock file; this script keeps what users get. (npm's own
// `--omit dev` drops every package that a tool of development needs too, zod among them.)
//
//   npm run --silent release -- sbom                      the dependencies
//   npm run --silent release -- sbom package.tgz       with the hash of the tarball that they belong to
//
// The same sources give the same bytes: the serial number and the time, which CycloneDX leaves optional, are left out.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build/build.mjs";
import { bundles as allBundles, hostBundle, makeBundle, pluginBundles } from "../build/bundle-host.mjs";
import { npm } from "./npm.mjs";

const { name, version, description, license, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Everything that can be reached from the dependencies that users install. */
function installed(document) {
  const components = new Map(document.components.map((component) => [component["bom-ref"], component]));
  const edges = new Map(document.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const queue = edges.get(`${name}@${version}`).filter((ref) => components.get(ref).name in dependencies);
  const direct = [...queue];
  const reached = new Set();
  for (let ref = queue.pop(); ref; ref = queue.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    queue.push(...(edges.get(ref) ?? []));
  }
  return { direct: direct.sort(), refs: [...reached].sort(), components, edges };
}

const sha512 = (file) => createHash("sha512").update(readFileSync(file)).digest("hex");

async function sbom(tarball) {
  const whole = JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]));
  const { direct, refs: installedRefs, components, edges } = installed(whole);
  const refsIn = async (bundle) =>
    (await makeBundle(root, bundle)).packages.map((each) => `${each.name}@${each.version}`);
  const bundles = new Map();
  for (const bundle of allBundles) bundles.set(bundle.file, await refsIn(bundle));
  const foreign = bundles.get(hostBundle.file).filter((ref) => !installedRefs.includes(ref));
  if (foreign.length > 0) throw new Error(`bundled, but not a dependency: ${foreign.join(", ")}`);
  // The plugin brings its own copy of what the protocol takes, so that it needs nobody's node_modules.
  const refs = [...new Set([...installedRefs, ...pluginBundles.flatMap(({ file }) => bundles.get(file))])].sort();
  const self = `${name}@${version}`;
  return {
    $schema: whole.$schema,
    bomFormat: whole.bomFormat,
    specVersion: whole.specVersion,
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        "bom-ref": self,
        type: "library",
        name,
        version,
        description,
        purl: `pkg:npm/${name}@${version}`,
        licenses: [{ license: { id: license } }],
        ...(tarball ? { hashes: [{ alg: "SHA-512", content: sha512(tarball) }] } : {}),
        // Users choose peer dependencies, so their versions cannot be listed here.
        properties: Object.entries(peerDependencies).map(([peer, range]) => ({
          name: `npm:peer:${peer}`,
          value: range,
        })),
      },
    },
    components: refs.map((ref) => ({
      ...components.get(ref),
      properties: [...bundles]
        .filter(([, bundled]) => bundled.includes(ref))
        .map(([file]) => ({ name: "bundledIn", value: join("dist", file).replaceAll("\\", "/") })),
    })),
    dependencies: [
      { ref: self, dependsOn: direct },
      ...refs.map((ref) => ({
        ref,
        dependsOn: [...(edges.get(ref) ?? [])].filter((other) => refs.includes(other)).sort(),
      })),
    ],
  };
}

const [tarball] = process.argv.slice(2);
if (tarball && !existsSync(tarball)) {
  console.error(`sbom: there is no file ${tarball}. Make it with npm pack. Nothing was written.`);
  process.exitCode = 1;
} else {
  console.log(JSON.stringify(await sbom(tarball), null, 2));
}
