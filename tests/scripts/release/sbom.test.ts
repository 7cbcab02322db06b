import { beforeAll, describe, expect, it } from "@jest/globals";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { releaseCheckout, root, runScript } from "../checkout";

interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { license?: { id?: string }; expression?: string }[];
  readonly hashes: readonly { alg: string; content: string }[];
  readonly properties: readonly { name: string; value: string }[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
}

/** The files that other packages are bundled into. */
const host = "dist/provider/host.js";
const plugin = "dist/plugin/pulumi-resource-compute.js";
const behind = "dist/plugin/pulumi-resource-compute.behind.js";

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly integrity: string;
  readonly version?: string;
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as { name: string; version: string; dependencies: object };
const locked = (JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> }).packages;

/** What an installation brings along, found in the lock file by another way than the script's. */
function shipped(names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {}).forEach(visit);
  };
  names.forEach(visit);
  return [...found].sort();
}

/** The packages that a bundle's own comments say it has files of. */
function namedIn(bundle: string): string[] {
  const names = [...bundle.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => String(name));
  return [...new Set(names)].sort();
}

describe("npm run release -- sbom", () => {
  let text: string;
  let sbom: Sbom;
  let tarball: string;

  beforeAll(async () => {
    tarball = join(temporaryFolder("sbom"), "p.tgz");
    writeFileSync(tarball, "a tarball");
    const { code, out, err } = await runScript(root, "scripts/release/sbom.mjs", [tarball]);
    if (code !== 0) throw new Error(err);
    text = out;
    sbom = JSON.parse(out) as Sbom;
  }, 60_000);

  it("is a CycloneDX document about this version of the package, with the hash of its tarball", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 });
    expect(sbom.metadata.component).toMatchObject({
      type: "library",
      name: manifest.name,
      version: manifest.version,
      purl: `pkg:npm/${manifest.name}@${manifest.version}`,
      hashes: [{ alg: "SHA-512", content: createHash("sha512").update("a tarball").digest("hex") }],
    });
  });

  it("lists what an installation brings along and what the plugin is made of, and no tool of development", () => {
    const all = [
      ...shipped(Object.keys(manifest.dependencies)),
      ...[plugin, behind].flatMap((file) => namedIn(read(file))),
    ];
    expect([...new Set(sbom.components.map(({ name }) => name))].sort()).toEqual([...new Set(all)].sort());
  });

  it("gives each component its version, its hash from the lock file, its package address and a license", () => {
    for (const { name, version, purl, hashes, licenses } of sbom.components) {
      // A package may be there in two versions, one of them within the package that needs it.
      const path = Object.keys(locked).find(
        (at) => at.endsWith(`node_modules/${name}`) && locked[at]?.version === version,
      );
      const [algorithm, digest] = String(locked[path ?? ""]?.integrity).split("-");
      expect(algorithm).toBe("sha512");
      expect(hashes).toEqual([{ alg: "SHA-512", content: Buffer.from(String(digest), "base64").toString("hex") }]);
      expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
      expect(licenses[0]?.license?.id ?? licenses[0]?.expression).toMatch(/^[A-Za-z0-9.() -]+$/);
    }
  });

  it("refers only to components that it lists, each once", () => {
    const refs = [sbom.metadata.component, ...sbom.components].map((component) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies.map(({ ref }) => ref)).toEqual(refs);
    for (const { dependsOn } of sbom.dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  });

  it.each([host, plugin, behind])("says which packages lie inside %s", (file) => {
    const bundled = sbom.components.filter(({ properties }) =>
      properties.some(({ name, value }) => name === "bundledIn" && value === file),
    );
    expect(bundled.map(({ name }) => name).sort()).toEqual(namedIn(read(file)));
  });

  it("names no registry, no time and no number of its own: equal sources give equal bytes", () => {
    expect(Object.keys(sbom)).not.toContain("serialNumber");
    expect(text).not.toMatch(/"timestamp"|"distribution"|\/-\//);
  });

  it("refuses a tarball that is not there", async () => {
    expect(await runScript(root, "scripts/release/sbom.mjs", ["nothing.tgz"])).toEqual({
      code: 1,
      out: "",
      err: "sbom: there is no file nothing.tgz. Make it with npm pack. Nothing was written.\n",
    });
  });
});

describe("the licenses of what is bundled", () => {
  const bundled = [host, plugin, behind].flatMap((file) => namedIn(read(file)).map((name) => ({ file, name })));

  it.each(bundled)("has the whole license of $name beside $file", ({ file, name }) => {
    const notices = read(file.replace(/js$/, "LICENSES.txt"));
    const folder = join(root, "node_modules", name);
    const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(each));
    expect(files).not.toEqual([]);
    for (const each of files) expect(notices).toContain(readFileSync(join(folder, each), "utf8").trim());
  });

  /** A package of our own making is bundled by the real script. */
  function bundleWith(files: Readonly<Record<string, string>>) {
    const folder = releaseCheckout({
      "provider/index.ts": 'export { answer } from "borrowed";',
      "bundle.mjs":
        'import { bundleOne, hostBundle } from "./scripts/build/bundle-host.mjs"; await bundleOne(import.meta.dirname, "dist", hostBundle);',
      "dist/provider/.keep": "",
      "node_modules/borrowed/package.json": { name: "borrowed", version: "1.0.0", main: "index.js" },
      "node_modules/borrowed/index.js": "exports.answer = 42;",
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/borrowed/${name}`, text])),
    });
    symlinkSync(join(root, "node_modules", "esbuild"), join(folder, "node_modules", "esbuild"));
    const notices = join(folder, "dist", "provider", "host.LICENSES.txt");
    return runScript(folder, "bundle.mjs").then((ran) => ({
      ...ran,
      notices: existsSync(notices) ? readFileSync(notices, "utf8") : undefined,
    }));
  }

  it("keeps the notice that comes with a license", async () => {
    const { notices: kept } = await bundleWith({ LICENSE: "Do as you like.", "NOTICE.txt": "Made by somebody." });
    expect(kept).toBe("borrowed 1.0.0\n\nDo as you like.\n\nMade by somebody.\n");
  });

  it("is demanded: a package without one is not bundled", async () => {
    const { code, err, notices: kept } = await bundleWith({});
    expect(err).toContain("borrowed has no license file, so it must not be bundled into provider/host.js");
    expect({ code, kept }).toEqual({ code: 1, kept: undefined });
  });

  it("lies beside the bundle and is published with it", () => {
    expect(existsSync(join(root, "dist/provider/host.LICENSES.txt"))).toBe(true);
    expect((JSON.parse(read("package.json")) as { files: string[] }).files).toContain("dist");
  });
});
