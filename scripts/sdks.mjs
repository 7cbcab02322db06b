// `npm run sdks`: generates the Python and Go SDKs from plugin/schema.json with Pulumi's own generator. Needs the Pulumi CLI,
// pulumi-language-python and pulumi-language-go on the PATH. `--check` needs none of them: it compares the digests beside
// the SDKs with the schema and the files as they are.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { root } from "./build.mjs";

const schema = join(root, "plugin", "schema.json");
const sdks = join(root, "sdks");
const digests = join(sdks, "digests.json");
/** What the generator writes, by language, in `sdks/<language>`. */
const generated = { python: ["pulumi_compute", "pyproject.toml", ".gitattributes", ".gitignore"], go: ["compute"] };

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** A digest of all that was generated for a language: a file that somebody edited, added or removed changes it. */
function digestOf(language) {
  const hash = createHash("sha256");
  for (const name of generated[language])
    for (const [path, content] of filesOf(join(sdks, language, name))) hash.update(`${path}\0${sha256(content)}\n`);
  return hash.digest("hex");
}

function filesOf(path) {
  const named = (file) => [relative(sdks, file).split(sep).join("/"), readFileSync(file)];
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    const isOurs = (file) => !/__pycache__|\.egg-info|\.pyc$/.test(file);
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    return files.filter(isOurs).sort().map(named);
  } catch (error) {
    if (error.code === "ENOTDIR") return [named(path)];
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

const current = () => ({
  schema: sha256(readFileSync(schema)),
  ...Object.fromEntries(Object.keys(generated).map((language) => [language, digestOf(language)])),
});

function check() {
  const recorded = JSON.parse(readFileSync(digests, "utf8"));
  const now = current();
  const stale = Object.keys(now).filter((name) => recorded[name] !== now[name]);
  if (stale.length === 0) return true;
  const what = stale.map((name) => (name === "schema" ? "plugin/schema.json" : `sdks/${name}`)).join(", ");
  console.error(`${what} changed since the SDKs were generated. Run \`npm run sdks\`, and commit what it writes.`);
  return false;
}

function generate() {
  const folder = mkdtempSync(join(tmpdir(), "sdks-"));
  try {
    for (const language of Object.keys(generated)) {
      const args = ["package", "gen-sdk", schema, "--language", language, "--out", folder];
      const env = {
        ...process.env,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_SKIP_UPDATE_CHECK: "1",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      };
      const { status, error, stderr } = spawnSync("pulumi", args, { cwd: folder, env, encoding: "utf8" });
      if (error || status !== 0) {
        console.error(`\`pulumi ${args.join(" ")}\` failed: ${error?.message ?? stderr.trim()}`);
        console.error(
          `Put the Pulumi CLI and pulumi-language-${language} on the PATH, and run \`npm run sdks\` again.`,
        );
        return false;
      }
      for (const name of generated[language]) {
        rmSync(join(sdks, language, name), { recursive: true, force: true });
        mkdirSync(join(sdks, language), { recursive: true });
        cpSync(join(folder, language, name), join(sdks, language, name), { recursive: true });
      }
    }
    writeFileSync(digests, `${JSON.stringify(current(), null, 2)}\n`);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = (process.argv.includes("--check") ? check() : generate()) ? 0 : 1;
