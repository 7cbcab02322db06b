import { describe, expect, it } from "@jest/globals";
import { join } from "node:path";
import { packedHere } from "../../support/packed-here";
import { type Ran, releaseCheckout, root, runScript } from "../checkout";

const manifest = {
  name: "p",
  version: "1.2.0",
  main: "./dist/sdk/index.js",
  types: "./dist/sdk/index.d.ts",
  bin: { compute: "./dist/cli/main.js" },
  exports: { "./provider": { types: "./dist/provider/index.d.ts", default: "./dist/provider/host.js" } },
  repository: { type: "git", url: "git+https://forge.example/team/p.git" },
  homepage: "https://forge.example/team/p#readme",
  bugs: { url: "https://forge.example/team/p/issues" },
};
const changelog =
  "# Changelog\n\n## 1.2.0\n\n- Do more.\n\n**What changes in your preview:** nothing.\n\n## 1.1.0\n\n- Do it.\n";
const tarball = {
  "package.json": "",
  "README.md": "",
  LICENSE: "",
  "CHANGELOG.md": "",
  "docs/llms.txt": "",
  "cli/schemas/status-1.json": "",
  "dist/sdk/index.js": "",
  "dist/sdk/index.d.ts": "",
  "dist/cli/main.js": "",
  "dist/provider/index.d.ts": "",
  "dist/provider/host.js": "",
  "dist/emulator/documents/words.json": "",
  "dist/plugin/schema.json": "",
  "dist/engine/languages/runner.py": "",
  "dist/engine/protocol/own-proto.LICENSES.txt": "",
  "dist/provider/host.LICENSES.txt": "",
  "dist/plugin/pulumi-resource-compute.LICENSES.txt": "",
  "dist/plugin/pulumi-resource-compute.behind.js": "",
  "dist/plugin/pulumi-resource-compute.behind.LICENSES.txt": "",
};

interface Release {
  readonly manifest?: object;
  readonly lockVersion?: string;
  readonly changelog?: string;
  readonly tarball?: Readonly<Record<string, string>>;
  readonly states?: readonly string[];
  readonly args?: readonly string[];
}

/** Checks a release that is sound in everything that is not given. npm only answers what the tarball would hold. */
function check(release: Release): Promise<Ran> {
  const files = release.tarball ?? tarball;
  const version = release.lockVersion ?? "1.2.0";
  const answer = JSON.stringify([{ files: Object.keys(files).map((path) => ({ path })) }]);
  const folder = releaseCheckout({
    ...files,
    "package.json": release.manifest ?? manifest,
    "package-lock.json": { version, packages: { "": { version } } },
    "CHANGELOG.md": release.changelog ?? changelog,
    ...Object.fromEntries((release.states ?? ["1.1.0"]).map((state) => [`tests/releases/${state}.json`, "{}"])),
    "npm-cli.js": `console.log(${JSON.stringify(answer)})`,
  });
  return runScript(folder, "scripts/release/check.mjs", release.args, { npm_execpath: join(folder, "npm-cli.js") });
}

describe("npm run release -- check", () => {
  it("lets a sound release through", async () => {
    const args = ["--tag", "v1.2.0", "--repository", "https://forge.example/team/p"];
    expect(await check({ args })).toEqual({ code: 0, out: "1.2.0 can be released.\n", err: "" });
  });

  it.each<{ what: string; release: Release; says: string }>([
    {
      what: "a tag of another version",
      release: { args: ["--tag", "v1.3.0"] },
      says: "The tag is v1.3.0, but package.json says 1.2.0.",
    },
    {
      what: "a lock file of another version",
      release: { lockVersion: "1.1.0" },
      says: "package-lock.json says 1.1.0, package.json 1.2.0: run npm install --package-lock-only.",
    },
    {
      what: "a changelog whose section is not named yet",
      release: { changelog: changelog.replace("## 1.2.0", "## Unreleased") },
      says: 'CHANGELOG.md has no section "## 1.2.0": rename "## Unreleased".',
    },
    {
      what: "a changelog with entries that would not be released",
      release: { changelog: changelog.replace("## 1.2.0", "## Unreleased\n\n- More.\n\n## 1.2.0") },
      says: 'CHANGELOG.md: "## Unreleased" stands above "## 1.2.0", so it would not be released.',
    },
    {
      what: "a changelog that does not speak of previews",
      release: { changelog: changelog.replace("**What changes in your preview:** nothing.", "") },
      says: 'CHANGELOG.md: "## 1.2.0" does not say "What changes in your preview".',
    },
    {
      what: "an earlier release whose state nobody recorded",
      release: { states: [] },
      says: "tests/releases/1.1.0.json is missing: check out v1.1.0, run npm run release -- state, and keep the file.",
    },
    {
      what: "a package that points to another repository than the one that releases it",
      release: { args: ["--repository", "https://forge.example/fork/p"] },
      says: 'package.json: "repository" is https://forge.example/team/p, but the release runs in https://forge.example/fork/p.',
    },
    {
      what: "a package without a repository, which provenance needs",
      release: {
        manifest: { ...manifest, repository: undefined },
        args: ["--repository", "https://forge.example/a/b"],
      },
      says:
        "package.json does not say where the repository is, and provenance needs it: run npm pkg set " +
        "repository.url=git+https://forge.example/a/b.git homepage=https://forge.example/a/b#readme bugs.url=https://forge.example/a/b/issues",
    },
    {
      what: "a package that still has the placeholder for its repository",
      release: {
        manifest: { ...manifest, repository: { type: "git", url: "git+https://forge.example/OWNER/p.git" } },
      },
      says:
        "package.json does not say where the repository is, and provenance needs it: run npm pkg set " +
        "repository.url=git+https://HOST/OWNER/REPOSITORY.git homepage=https://HOST/OWNER/REPOSITORY#readme bugs.url=https://HOST/OWNER/REPOSITORY/issues",
    },
    {
      what: "an issue tracker elsewhere",
      release: { manifest: { ...manifest, bugs: { url: "https://elsewhere.example" } } },
      says: 'package.json: "bugs.url" does not lie below https://forge.example/team/p.',
    },
    {
      what: "a tarball with a file that users do not need",
      release: { tarball: { ...tarball, "dist/scripts/main.js": "" } },
      says: 'The tarball would hold dist/scripts/main.js, which users do not need: see "files" in package.json.',
    },
    {
      what: "a tarball with a key in it",
      release: { tarball: { ...tarball, ".env": "COMPUTE_API_KEY=abc" } },
      says: 'The tarball would hold .env, which users do not need: see "files" in package.json.',
    },
    {
      what: "a path of the machine that built it",
      release: { tarball: { ...tarball, "dist/cli/main.js": `require("/ho${"me"}/somebody/cli")` } },
      says: "dist/cli/main.js names a path of somebody's machine.",
    },
    {
      what: "a tarball without the command",
      release: {
        tarball: Object.fromEntries(Object.entries(tarball).filter(([path]) => !path.startsWith("dist/cli"))),
      },
      says: 'The tarball would lack dist/cli/main.js: build, then look at "files" in package.json.',
    },
    {
      what: "a tarball without the licenses of what is bundled",
      release: {
        tarball: Object.fromEntries(Object.entries(tarball).filter(([path]) => !path.endsWith("host.LICENSES.txt"))),
      },
      says: 'The tarball would lack dist/provider/host.LICENSES.txt: build, then look at "files" in package.json.',
    },
    {
      what: "a package without the entry that state files name",
      release: { manifest: { ...manifest, exports: {} } },
      says: 'package.json no longer exports "./provider", which every state file names.',
    },
  ])("refuses $what", async ({ release, says }) => {
    const { code, out } = await check(release);
    expect(out.split("\n")).toEqual([says, "1 to mend before 1.2.0 can be released.", ""]);
    expect(code).toBe(1);
  });
});

describe("the tarball of this checkout", () => {
  it("holds what users need, and nothing else", async () => {
    const { out } = await runScript(root, "scripts/release/check.mjs", [], { npm_execpath: packedHere().npm });
    expect(out).toMatch(/released\.\n$/);
    expect(out.split("\n").filter((line) => /tarball|machine|no longer exports/.test(line))).toEqual([]);
  }, 120_000);
});

describe("npm run release -- notes", () => {
  it("prints the changelog's section of the version, and nothing of earlier ones", async () => {
    const folder = releaseCheckout({ "package.json": manifest, "CHANGELOG.md": changelog });
    const { out } = await runScript(folder, "scripts/release/notes.mjs");
    expect(out).toBe("- Do more.\n\n**What changes in your preview:** nothing.\n");
  });

  it("fails when the changelog does not know the version", async () => {
    const folder = releaseCheckout({ "package.json": { ...manifest, version: "2.0.0" }, "CHANGELOG.md": changelog });
    expect(await runScript(folder, "scripts/release/notes.mjs")).toEqual({
      code: 1,
      out: "",
      err: 'release:notes: CHANGELOG.md has no section "## 2.0.0".\n',
    });
  });
});
