// `npm run sdks`: generates the Python and Go SDKs from plugin/schema.json with Pulumi's own generator. Needs the Pulumi CLI,
// pulumi-language-python and pulumi-language-go on the PATH. `-- --language java` and `-- --language dotnet` make these SDKs, which
// nobody commits, in sdks/java and sdks/dotnet, or below the folder that `--out` names. `--check` needs none of them: it compares the digests beside
// the SDKs with the schema and the files as they are. Both see to it that Go programs get a Pulumi SDK that fits the generator.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./build.mjs";

const schema = join(root, "plugin", "schema.json");
const sdks = join(root, "sdks");
const digests = join(sdks, "digests.json");
/** The generator's output by language, in `sdks/<language>`. */
const generated = {
  python: ["pulumi_compute", "pyproject.toml", "README.md", ".gitattributes", ".gitignore"],
  go: ["compute"],
};
/** The modules that say which of Pulumi's own SDKs Go programs are compiled with. */
const goModules = ["sdks/go", "sdks/examples/go", "templates/compute-go"];

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

/** Whether one version, such as `3.260.0`, is older than another. */
function isOlder(version, other) {
  const [parts, others] = [version, other].map((text) => text.split(/[.-]/, 3).map(Number));
  const index = parts.findIndex((part, at) => part !== others[at]);
  return index >= 0 && parts[index] < others[index];
}

/**
 * Whether no Go module names an SDK of Pulumi's that is older than the generator. Generated code counts on an SDK of its own
 * time: one of 3.248 can't marshal the Outputs that code of 3.260 gives to a look-up's `Output` form.
 */
function fitsGo(generator) {
  const sdk = "github.com/pulumi/pulumi/sdk/v3";
  const named = (module) => new RegExp(`${sdk} v(\\S+)`).exec(readFileSync(join(root, module, "go.mod"), "utf8"))?.[1];
  const old = goModules.filter((module) => isOlder(named(module) ?? "0.0.0", generator));
  for (const module of old) {
    console.error(
      `${module}/go.mod names a Pulumi SDK older than ${generator}, the CLI that generates ours: generated code may not run with it.`,
    );
    console.error(`Run \`go get ${sdk}@v${generator} && go mod tidy\` in ${module}, and commit what it writes.`);
  }
  return old.length === 0;
}

function check() {
  // Beside the digests stands the version of the CLI that generated the SDKs.
  const { generator, ...recorded } = JSON.parse(readFileSync(digests, "utf8"));
  const now = current();
  const stale = Object.keys(now).filter((name) => recorded[name] !== now[name]);
  if (stale.length === 0) return fitsGo(generator);
  const what = stale.map((name) => (name === "schema" ? "plugin/schema.json" : `sdks/${name}`)).join(", ");
  console.error(`${what} changed since the SDKs were generated. Run \`npm run sdks\`, and commit what it writes.`);
  return false;
}

/** Options of Pulumi's own that descriptions speak of, beside the names of properties. */
const pulumiOptions = ["customTimeouts"];

/** The schema for Python: Pulumi's generator writes names of properties in snake case, but not where descriptions speak of them. */
function inPython(text) {
  const spec = JSON.parse(text);
  const typed = [...Object.values(spec.types), ...Object.values(spec.resources), ...Object.values(spec.functions)];
  const properties = (one) => [one.properties, one.inputProperties, one.inputs?.properties, one.outputs?.properties];
  const known = new Set([...typed.flatMap(properties).flatMap((named) => Object.keys(named ?? {})), ...pulumiOptions]);
  const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  // What follows a colon, a slash or a brace is part of a setting or an address.
  const inCode = (code) =>
    code.replace(/(?<![\w:/{.])[a-z]+[A-Z]\w*/g, (name) => (known.has(name) ? snake(name) : name));
  const inDoc = (doc) => {
    const [own, ...examples] = doc.split("{{% examples %}}");
    return [own.replace(/`[^`]+`/g, inCode), ...examples].join("{{% examples %}}");
  };
  const isEnum = (type) => spec.types[type.$ref?.slice("#/types/".length)]?.enum !== undefined;
  // Makes an enum accept its text too for type checkers. In Go a constant of the enum fits only if the type allows nothing
  // else.
  const done = new WeakSet();
  const relaxed = ({ $ref, ...rest }) => {
    const itself = { $ref };
    done.add(itself);
    return { ...rest, oneOf: [{ type: "string" }, itself] };
  };
  return JSON.stringify(spec, (key, value) => {
    if (key === "description" && typeof value === "string") return inDoc(value);
    return value !== null && typeof value === "object" && !done.has(value) && isEnum(value) ? relaxed(value) : value;
  });
}

/** Where the generated SDK says which plugin it needs. */
const pluginFiles = { python: "pulumi_compute/pulumi-plugin.json", go: "compute/pulumi-plugin.json" };

/**
 * The CLI would ask a server for a plugin that an SDK says it needs, in `pulumi new` and `pulumi install`, although the project or the machine
 * has it. Nobody serves it there.
 */
function leavePluginAlone(language) {
  const file = join(sdks, language, pluginFiles[language]);
  writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), resource: false }, null, 2)}\n`);
}

/** A plain look-up gives Python values that nothing marks as secrets: it says so where they may be some. */
function warnOfPlainLookUps() {
  const { functions } = JSON.parse(readFileSync(schema, "utf8"));
  for (const token of Object.keys(functions).filter((each) =>
    functions[each].description.includes("may hold tokens"),
  )) {
    const name = token.split(":")[2].replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const file = join(sdks, "python", "pulumi_compute", `${name}.py`);
    const warning = `    pulumi.log.warn("${name}() gives environments and commands as plain values: use ${name}_output(), whose answer is a secret, for all that goes into outputs.")\n`;
    const call = /^ {4}__ret__ = pulumi\.runtime\.invoke\(/m;
    const source = readFileSync(file, "utf8");
    if (!call.test(source)) throw new Error(`${file} has no plain call`);
    writeFileSync(
      file,
      source.replace(call, (found) => warning + found),
    );
  }
}

/** Pulumi's generator describes a class at its constructor only, where `help` doesn't show it first. */
function describeClasses(folder) {
  const { resources } = JSON.parse(readFileSync(schemaFor("python", folder), "utf8"));
  for (const [token, { description }] of Object.entries(resources)) {
    const [doc] = description.split("\n\n{{% examples %}}");
    const name = token.split(":")[2];
    const stem = name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const file = join(sdks, "python", "pulumi_compute", `${stem}.py`);
    const line = new RegExp(`^class ${name}\\(pulumi\\.\\w+\\):\\n`, "m");
    const source = readFileSync(file, "utf8");
    if (!line.test(source)) throw new Error(`${file} has no class ${name}`);
    const indented = doc.replace(/\n(?=.)/g, "\n    ");
    writeFileSync(
      file,
      source.replace(line, (found) => `${found}    """\n    ${indented}\n    """\n`),
    );
  }
}

/** The sources of a language's generated SDK. */
function schemaFor(language, folder) {
  if (language !== "python") return schema;
  const file = join(folder, "schema-for-python.json");
  writeFileSync(file, inPython(readFileSync(schema, "utf8")));
  return file;
}

/** The version of the CLI on the PATH, or `undefined` where there is none. */
const versionOfCli = () => /^v?(\d\S*)/.exec(spawnSync("pulumi", ["version"], { encoding: "utf8" }).stdout ?? "")?.[1];

/** Has Pulumi's generator write the SDK of a language below a folder. @returns whether it could. */
function generateIn(folder, language, source, out = folder) {
  const args = ["package", "gen-sdk", source, "--language", language, "--out", out];
  const env = {
    ...process.env,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
  };
  const { status, error, stderr } = spawnSync("pulumi", args, { cwd: folder, env, encoding: "utf8" });
  if (!error && status === 0) return true;
  console.error(`\`pulumi ${args.join(" ")}\` failed: ${error?.message ?? stderr.trim()}`);
  console.error(`Put the Pulumi CLI and pulumi-language-${language} on the PATH, and run \`npm run sdks\` again.`);
  return false;
}

/** Works in a folder that is gone afterwards. */
function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "sdks-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const generate = () =>
  inFolder((folder) => {
    for (const language of Object.keys(generated)) {
      if (!generateIn(folder, language, schemaFor(language, folder))) return false;
      // The project's file names the page beside itself, and the generator writes it into the package.
      if (language === "python")
        cpSync(join(folder, language, "pulumi_compute", "README.md"), join(folder, language, "README.md"));
      for (const name of generated[language]) {
        rmSync(join(sdks, language, name), { recursive: true, force: true });
        mkdirSync(join(sdks, language), { recursive: true });
        cpSync(join(folder, language, name), join(sdks, language, name), { recursive: true });
      }
      leavePluginAlone(language);
      if (language !== "python") continue;
      warnOfPlainLookUps();
      describeClasses(folder);
    }
    const generator = versionOfCli();
    writeFileSync(digests, `${JSON.stringify({ generator, ...current() }, null, 2)}\n`);
    return fitsGo(generator);
  });

/** Languages whose SDK is made where somebody asks for it. */
const onDemand = ["java", "dotnet"];

function generateOnDemand(language, out) {
  if (!onDemand.includes(language)) {
    console.error(
      `--language is ${onDemand.join(" or ")}, not ${language}; without it, Python's and Go's are generated.`,
    );
    return false;
  }
  rmSync(join(out, language), { recursive: true, force: true });
  if (!inFolder((folder) => generateIn(folder, language, schema, out))) return false;
  if (language !== "java") return true;
  // The classes read their version from here. The generated build.gradle would write it, and Maven doesn't.
  const resources = join(out, "java/src/main/resources/com/pulumi/compute");
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, "version.txt"), JSON.parse(readFileSync(schema, "utf8")).version);
  return true;
}

const { values } = parseArgs({
  options: { check: { type: "boolean" }, language: { type: "string" }, out: { type: "string", default: sdks } },
});
const run = () => {
  if (values.check) return check();
  return values.language === undefined ? generate() : generateOnDemand(values.language, resolve(values.out));
};
process.exitCode = run() ? 0 : 1;
