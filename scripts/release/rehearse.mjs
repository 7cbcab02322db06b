// `npm run release -- rehearse`: makes a release of the last commit, from the tag to a stack of a user who installs it, and
// publishes to nobody. Everything happens in a temporary folder that is removed at the end.
//
//   npm run release -- rehearse                     as the version in package.json
//   npm run release -- rehearse --as 1.2.0       as that version
//   npm run release -- rehearse --ci             also .ci/run and the signatures of the dependencies
//   npm run release -- rehearse --keep           keeps the folder, and says where it is
//
// What runs are the commands of .github/workflows/release.yml themselves. The dependencies come from the registry that
// npm is set up with; the package goes to, and comes from, the one in registry.mjs. Provenance can't be rehearsed: only the
// workflow can sign.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { root } from "../build/build.mjs";
import { startRegistry } from "./registry.mjs";
import { recordedState } from "./rules.mjs";
import { useArtifacts } from "./use-artifacts.mjs";

const { values: flags } = parseArgs({
  options: { as: { type: "string" }, ci: { type: "boolean" }, keep: { type: "boolean" } },
});
const json = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));
const { name, version: current, devDependencies } = json(root, "package.json");
const version = flags.as ?? current;
const tag = `v${version}`;
const server = "https://forge.example";
const repository = "team/rehearsal";

const home = mkdtempSync(join(tmpdir(), "compute-rehearsal-"));
const checkout = join(home, "checkout");
const started = performance.now();
const say = (text) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);

/** Runs a shell command and returns its output. If the command fails, so does this, with the output, unless it `mayFail`. */
async function run(command, { cwd = checkout, env = {}, mayFail = false } = {}) {
  // npm hands its own settings to the scripts that it runs; a rehearsal must behave like a command of its own.
  const inherited = Object.entries(process.env).filter(([key]) => !/^npm_|^COMPUTE_|^PULUMI_/.test(key));
  const child = spawn("bash", ["-e", "-c", command], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (printed += bytes));
  const [code] = await once(child, "close");
  if (code !== 0 && !mayFail) throw new Error(`$ ${command}\n${printed}\nended with ${code}`);
  return { code, printed };
}

function expect(holds, sentence) {
  if (!holds) throw new Error(`expected that ${sentence}`);
  say(`  ✓ ${sentence}`);
}

/** Does what step 1 of "Releases" in CONTRIBUTING.md asks of the pull request, and tags the result. */
async function prepare() {
  await run(`git clone --quiet --no-hardlinks ${JSON.stringify(root)} checkout`, { cwd: home });
  const changelog = join(checkout, "CHANGELOG.md");
  if (version !== current) await run(`npm version ${version} --no-git-tag-version`);
  const text = readFileSync(changelog, "utf8");
  writeFileSync(changelog, text.replace(new RegExp(`^## (Unreleased|${current})$`, "m"), `## ${version}`));
  const url = `${server}/${repository}`;
  await run(`npm pkg set repository.url=git+${url}.git homepage=${url}#readme bugs.url=${url}/issues`);
  const identity = "-c user.name=rehearsal -c user.email=rehearsal@forge.example";
  await run(`git ${identity} commit --quiet --all --message "Release ${version}" && git tag ${tag}`);
  await run("npm ci --no-audit --no-fund && node scripts/build/build.mjs");
}

const workflow = () => parse(readFileSync(join(checkout, ".github", "workflows", "release.yml"), "utf8"));
const commandsOf = (job) => workflow().jobs[job].steps.flatMap((step) => step.run ?? []);
const onlyWithCi = ["bash .ci/run", "npm audit signatures"];

async function verify() {
  const env = { GITHUB_REF_NAME: tag, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository };
  for (const command of commandsOf("verify")) {
    const [title] = command.split("\n");
    if (!flags.ci && onlyWithCi.includes(command)) {
      say(`  left out without --ci: ${title}`);
      continue;
    }
    await run(command, { env });
    say(`  ✓ ${command.trim().split("\n").join(" ; ")}`);
  }
}

async function publish(registry) {
  const settings = join(home, "npmrc");
  writeFileSync(settings, `registry=${registry.address}\n//${new URL(registry.address).host}/:_authToken=rehearsal\n`);
  const env = { npm_config_userconfig: settings };
  const [command] = commandsOf("publish").map((each) => each.replace(" --provenance", ""));
  await run(command, { env });
  expect(registry.published.has(`${name}@${version}`), `the registry has ${name}@${version}`);
  const again = await run(command, { env, mayFail: true });
  expect(again.code !== 0, "the same version can't be published a second time");
}

/** Goes on as a user in an empty directory: installs, starts from a template, and walks a stack from preview to destroy. */
async function use(registry) {
  const stack = join(home, "stack");
  mkdirSync(join(home, "user"));
  const settings = { npm_config_registry: registry.address };
  const first = { cwd: join(home, "user"), env: settings };
  const { printed } = await run(
    `npm exec --yes --package ${name}@${version} -- compute new compute-cpu-pod --dir ../stack`,
    first,
  );
  // The template asks for any release; the SDK is the one that this checkout is tested with, because it runs on each Node.
  await run(`npm install --no-audit --no-fund ${name}@${version} @pulumi/pulumi@${devDependencies["@pulumi/pulumi"]}`, {
    cwd: stack,
    env: settings,
  });
  const locked = json(stack, "package-lock.json").packages[`node_modules/${name}`];
  expect(locked.version === version, `the user has ${version}`);
  await run(`node ${join(checkout, "scripts", "release", "types.mjs")} . older`, { cwd: stack });
  say("  ✓ the older TypeScript of Pulumi's templates finds no mistake in the declarations");

  const emulator = spawn("npx", ["compute", "emulator", "--port", "0", "--api-key", "test", "--speed", "1000"], {
    cwd: stack,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(emulator.stdout), "line");
    const { apiUrl, pid } = JSON.parse(line);
    const env = {
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_STACK: "dev",
      PULUMI_BACKEND_URL: `file://${home}`,
      COMPUTE_JOURNAL_DIR: join(home, "journal"),
    };
    const compute = (args) => run(`npx compute ${args}`, { cwd: stack, env });
    try {
      for (const command of printed.split("\n").filter((line) => line.startsWith("  npx compute config set"))) {
        await run(`echo test | ${command.replace(" ADDRESS ", ` ${apiUrl} `)}`, { cwd: stack, env });
      }
      expect((await compute("preview")).printed.includes("create"), "the preview shows what would be created");
      await compute("up --yes");
      await compute("up --yes --expect-no-changes");
      say("  ✓ up creates the template's pod, and a second up changes nothing");
      await compute("drift");
      const pods = async () => {
        const answer = await fetch(`${apiUrl}/v2/pods`, { headers: { authorization: "Bearer test" } });
        return JSON.stringify(await answer.json());
      };
      expect((await pods()).includes('"id"'), "the platform has the pod");
      await compute("destroy --yes");
      expect(!(await pods()).includes('"id"'), "nothing is left after destroy");
    } finally {
      process.kill(pid);
    }
  } finally {
    emulator.kill();
  }
}

/** Does the first steps of the README as they stand there, in another empty directory; only the port is a free one. */
async function firstSteps(registry) {
  const folder = join(home, "first");
  mkdirSync(folder);
  const blocks = [...readFileSync(join(checkout, "README.md"), "utf8").matchAll(/^```(\w+)\n(.*?)^```/gms)];
  const block = (language, words) => blocks.find((one) => one[1] === language && one[2].includes(words))[2];
  writeFileSync(join(folder, "index.ts"), block("ts", "pulumi-compute-platform"));
  writeFileSync(join(folder, "Pulumi.yaml"), block("yaml", "runtime"));
  const sdk = `@pulumi/pulumi@${devDependencies["@pulumi/pulumi"]}`;
  await run(`npm install --no-audit --no-fund ${name}@${version} ${sdk} typescript@6`, {
    cwd: folder,
    env: { npm_config_registry: registry.address },
  });
  const env = { PULUMI_BACKEND_URL: `file://${folder}`, COMPUTE_JOURNAL_DIR: join(home, "journal") };
  const port = await freePort();
  const lines = block("bash", "npx compute drift").replaceAll("8080", String(port));
  const { printed } = await run(`trap 'npx compute emulator stop http://127.0.0.1:${port} || true' EXIT\n${lines}`, {
    cwd: folder,
    env,
  });
  expect(printed.includes("No drift in 3 resources"), "the first steps of the README deploy a stack without drift");
  expect(printed.includes("- 4 deleted"), "and its last one destroys it");
}

async function freePort() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  await once(server.close(), "close");
  return port;
}

/** Step 3 of "Releases": what the next release will be held to. */
async function keepState() {
  await run(`npm run release -- state`);
  await run("node node_modules/jest/bin/jest.js tests/releases");
  say(`  ✓ ${recordedState(version)} is recorded, and its preview shows no change`);
}

const { printed } = await run("npm config get registry", { cwd: home });
const upstream = printed.split("\n").find((line) => line.startsWith("http"));
const registry = await startRegistry(upstream);
try {
  say(`${name} ${version}: a clone of the last commit, prepared and tagged ${tag}`);
  await prepare();
  say("verify");
  await verify();
  say("publish, without provenance");
  await publish(registry);
  say("each other artifact is installed and used");
  await useArtifacts({ run, expect, say, checkout, home, version });
  say("a user installs it into an empty directory");
  await use(registry);
  say("a reader of the README does its first steps");
  await firstSteps(registry);
  say("the state for the tests of later releases");
  await keepState();
  say(`${version} was released as far as a rehearsal goes. Nothing was published.`);
} catch (error) {
  say(`The rehearsal failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  registry.close();
  if (flags.keep) say(`kept: ${home}`);
  else rmSync(home, { recursive: true, force: true });
}
