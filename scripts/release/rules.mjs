// What must hold of a release. Each rule returns its problems as sentences that say what to do.

/** The permanent entry that users' state files name (docs/decisions/0001-a-constant-string-is-what-state-holds.md). */
const permanentEntry = "./provider";

const isVersion = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/;

function changelogProblems({ manifest, releases }) {
  const [first] = releases;
  const section = releases.find(({ title }) => title === manifest.version);
  if (!section) return [`CHANGELOG.md has no section "## ${manifest.version}": rename "## Unreleased".`];
  const problems = [];
  if (first !== section)
    problems.push(
      `CHANGELOG.md: "## ${first.title}" stands above "## ${manifest.version}", so it would not be released.`,
    );
  if (!section.text.includes("**What changes in your preview:**")) {
    problems.push(`CHANGELOG.md: "## ${manifest.version}" does not say "What changes in your preview".`);
  }
  for (const { title } of releases) {
    if (title !== "Unreleased" && !isVersion.test(title))
      problems.push(`CHANGELOG.md: "## ${title}" is not a version.`);
  }
  return problems;
}

/** Where the state that a release wrote is kept, for tests/releases to preview with the code of today. */
export const recordedState = (version) => `tests/releases/${version}.json`;

function stateProblems({ manifest, releases, exists }) {
  return releases
    .map(({ title }) => title)
    .filter((title) => isVersion.test(title) && title !== manifest.version && !exists(recordedState(title)))
    .map(
      (title) =>
        `${recordedState(title)} is missing: check out v${title}, run npm run release -- state, and keep the file.`,
    );
}

/** The address of the repository without what npm puts around it. */
const address = (url = "") => url.replace(/^git\+/, "").replace(/\.git$/, "");

/** What package.json says until the project has a home: nobody's address, so that no copy names the wrong one. */
const placeholder = "/OWNER/";

function repositoryProblems({ manifest, repository }) {
  const own = address(manifest.repository?.url);
  if (!own || own.includes(placeholder)) {
    const url = repository ?? "https://HOST/OWNER/REPOSITORY";
    const set = `npm pkg set repository.url=git+${url}.git homepage=${url}#readme bugs.url=${url}/issues`;
    return [`package.json does not say where the repository is, and provenance needs it: run ${set}`];
  }
  const problems = [];
  if (repository && own !== repository)
    problems.push(`package.json: "repository" is ${own}, but the release runs in ${repository}.`);
  if (!manifest.homepage?.startsWith(own)) problems.push(`package.json: "homepage" does not lie below ${own}.`);
  if (!manifest.bugs?.url?.startsWith(own)) problems.push(`package.json: "bugs.url" does not lie below ${own}.`);
  return problems;
}

export function versionProblems({ manifest, lock, releases, tag, repository, exists }) {
  const { version } = manifest;
  const problems = [];
  if (!isVersion.test(version)) problems.push(`package.json: "${version}" is not a version.`);
  for (const locked of [lock.version, lock.packages[""].version]) {
    if (locked === version) continue;
    problems.push(`package-lock.json says ${locked}, package.json ${version}: run npm install --package-lock-only.`);
    break;
  }
  if (tag !== undefined && tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json says ${version}.`);
  return [
    ...problems,
    ...changelogProblems({ manifest, releases }),
    ...stateProblems({ manifest, releases, exists }),
    ...repositoryProblems({ manifest, repository }),
  ];
}

/** Every file that package.json points to. */
function entries(manifest) {
  const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
  return [...new Set([manifest.main, manifest.types, manifest.bin, manifest.exports].flatMap(targets))].map((path) =>
    path.replace(/^\.\//, ""),
  );
}

const topLevel = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "docs/llms.txt"];
const published = /^dist\/(api|disk|values|client|provider|plugin|sdk|emulator|engine|cli)\/.+\.(js|d\.ts)$/;
const templates =
  /^templates\/(README\.md|[\w-]+\/(Pulumi\.yaml|index\.ts|__main__\.py|requirements\.txt|main\.go|go\.(mod|sum)|package\.json|tsconfig\.json|plugin\/pulumi-resource-compute(\.cmd)?|sdk\/(go\.(mod|sum)|compute\/.+\.(go|json))|wheel\/pulumi_compute-[^/]+\.whl))$/;
/** What users copy: a policy pack, and what runs `compute keep`. */
const copied =
  /^examples\/(policies\/(README\.md|PulumiPolicy\.yaml|package\.json|tsconfig\.json|[\w-]+\.ts)|keep\/[\w-]+\.(service|timer|ya?ml|json|sh))$/;
const sdks =
  /^sdks\/(python\/(pyproject\.toml|README\.md|pulumi_compute\/.+\.(pyi?|typed|json|md))|go\/(go\.(mod|sum)|compute\/.+\.(go|json)))$/;
const pages = /^docs\/(cli\.md|errors\.md|(guides|resources)\/[\w-]+\.md)$/;
/** The wheel, which Python programs install from here. */
const wheel = /^dist\/python\/pulumi_compute-[^/]+\.whl$/;
/** Of what commands print with `--json`. */
const schemas = /^cli\/schemas\/[\w-]+-\d+\.json$/;
const folders = [published, wheel, templates, copied, sdks, pages, schemas];
const others = [
  "dist/emulator/documents/words.json",
  "dist/engine/languages/runner.py",
  "dist/engine/protocol/own-proto.LICENSES.txt",
  "dist/provider/host.LICENSES.txt",
  "dist/plugin/schema.json",
  "dist/plugin/pulumi-resource-compute.LICENSES.txt",
  "dist/plugin/pulumi-resource-compute.behind.js",
  "dist/plugin/pulumi-resource-compute.behind.LICENSES.txt",
];
const machinePath = new RegExp("(^|[\\s\"'`(=])(/(wo" + "rk|ro" + "ot|ho" + "me|Users)/|[A-Z]:\\\\Users\\\\)");

export function contentProblems({ manifest, files, read }) {
  const problems = [];
  for (const file of files) {
    if (!topLevel.includes(file) && !others.includes(file) && !folders.some((folder) => folder.test(file))) {
      problems.push(`The tarball would hold ${file}, which users do not need: see "files" in package.json.`);
    } else if (file.startsWith("dist/") && machinePath.test(read(file))) {
      problems.push(`${file} names a path of somebody's machine.`);
    }
  }
  for (const file of [...topLevel, ...others, ...entries(manifest)]) {
    if (!files.includes(file))
      problems.push(`The tarball would lack ${file}: build, then look at "files" in package.json.`);
  }
  if (!manifest.exports[permanentEntry])
    problems.push(`package.json no longer exports "${permanentEntry}", which every state file names.`);
  return problems;
}
