// Makes a checkout ready to run: installs what package-lock.json says, then builds what is stale. Plain Node without
// dependencies, because it runs before anything is installed. Everything it prints goes to stderr, so that commands
// whose stdout is data (the emulator's line of JSON) can run it first.
//
//   node scripts/setup.mjs            install and build when needed
//   node scripts/setup.mjs --install  install only when needed
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, isStale, root } from "./build/build.mjs";

const oldestNode = [20, 18, 1];

function requireNode() {
  const here = process.versions.node.split(".").map(Number);
  const differing = oldestNode.findIndex((part, at) => here[at] !== part);
  if (differing < 0 || here[differing] > oldestNode[differing]) return;
  fail(`Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}. Nothing was changed.`);
}

function readLock(path) {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")).packages ?? {}) : undefined;
}

/**
 * Says why node_modules is not what package-lock.json asks for, or nothing when it is. npm leaves its own record in
 * node_modules; comparing versions rather than times keeps a mere `git checkout` from causing an install.
 */
function whyInstall() {
  const installed = readLock(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return "nothing is installed yet";
  const { "": _root, ...wanted } = readLock(join(root, "package-lock.json")) ?? {};
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (!installed[path] && !optional) return `${path} is missing`;
    if (installed[path] && installed[path].version !== version) return `${path} is not at ${version}`;
  }
  return undefined;
}

function install(reason) {
  // `npm ci` empties node_modules before it finds out that it can't fill it.
  if (process.env.npm_config_offline === "true") fail(`${reason}, and npm is offline. Nothing was changed.`);
  console.error(`setup: npm ci, because ${reason}`);
  // NODE_ENV=production or an `omit` in the user's npm settings must not leave out the compiler.
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  const [command, first] =
    npm && basename(npm) === "npm-cli.js"
      ? [process.execPath, [npm]]
      : [process.platform === "win32" ? "npm.cmd" : "npm", []];
  const { status, error } = spawnSync(command, [...first, ...args], { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) fail(`npm could not be started (${error.code}). Install Node with npm, then run the command again.`);
  if (status !== 0)
    fail("npm ci failed; its own message is above. The registry must be reachable once. Then run the command again.");
}

function fail(message) {
  console.error(`setup: ${message}`);
  process.exit(1);
}

/** Has pip work beside the compiler, where the quickstart in Python follows: it waits for what this begins. */
function beginPython() {
  spawn(process.execPath, [join(root, "scripts", "build", "python.mjs")], { stdio: ["ignore", "ignore", 2] }).unref();
}

requireNode();
const reason = whyInstall();
if (reason) install(reason);
if (process.argv.includes("python")) beginPython();
if (!process.argv.includes("--install") && isStale()) {
  console.error("setup: building dist");
  if (!(await build())) fail("the build failed; the compiler's messages are above.");
}
