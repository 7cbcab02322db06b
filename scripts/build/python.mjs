// The Python that this checkout uses for its own tests, quickstarts and benchmarks: finds one, and makes an environment with Pulumi's package in it,
// once, below node_modules/.cache. That takes a package index and some 20 seconds; nothing later takes a network. Prints one line of JSON,
// `{"python": FILE}` or `{"missing": REASON}`.
//
//   node scripts/build/python.mjs                       the environment of this checkout
//   node scripts/build/python.mjs --with-wheel FOLDER   makes another in a folder, with the wheel of this checkout, without a network
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const requirements = ["pulumi==3.272.0", "parver==0.5", "pytest==8.4.2"];
const oldest = [3, 10];
const isWindows = process.platform === "win32";

/** The Python of an environment. */
export const pythonOf = (environment) =>
  join(environment, isWindows ? "Scripts" : "bin", isWindows ? "python.exe" : "python");

const run = (command, ...args) => spawnSync(command, args, { encoding: "utf8" });

/** A Python on the PATH that is new enough and can make environments, or the reason why there is none. */
export function findPython() {
  const names = [process.env.PULUMI_PYTHON_CMD, ...(isWindows ? ["python", "python3"] : ["python3", "python"])];
  let missing = `there is no Python on the PATH; install Python ${oldest.join(".")} or later`;
  for (const name of names.filter(Boolean)) {
    const code = "import sys, json; print(json.dumps(sys.version_info[:2])); import venv, ensurepip";
    const { status, stdout } = run(name, "-c", code);
    if (!stdout) continue;
    const version = JSON.parse(stdout.split("\n")[0]);
    if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]))
      missing = `${name} is Python ${version.join(".")}; install ${oldest.join(".")} or later`;
    else if (status !== 0)
      missing = `${name} has no module venv; install it (on Debian and Ubuntu: apt install python3-venv)`;
    else return { command: name, version: version.join(".") };
  }
  return { missing };
}

/** Makes an environment in a folder. @returns why it could not, or nothing. */
export function makeEnvironment(command, folder, packages, options = []) {
  const made = run(command, "-m", "venv", folder);
  if (made.status !== 0) return `\`${command} -m venv\` failed: ${(made.stderr || made.stdout).trim()}`;
  const args = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--retries",
    "1",
    ...options,
    ...packages,
  ];
  const installed = run(pythonOf(folder), ...args);
  return installed.status === 0
    ? undefined
    : `pip could not install ${packages.join(" ")}: ${lastLine(installed.stderr)}`;
}

const lastLine = (text) => text.trim().split("\n").at(-1);

/** The checkout's own environment, made at first use. */
export function ownEnvironment() {
  const found = findPython();
  if (found.missing) return found;
  const key = createHash("sha256")
    .update(JSON.stringify([found, requirements]))
    .digest("hex")
    .slice(0, 12);
  const folder = join(root, "node_modules", ".cache", `compute-python-${key}`);
  if (existsSync(join(folder, "complete"))) return { python: pythonOf(folder) };
  mkdirSync(dirname(folder), { recursive: true });
  return alone(`${folder}.lock`, () => {
    if (existsSync(join(folder, "complete"))) return { python: pythonOf(folder) };
    console.error(`python: installing ${requirements.join(" and ")} from the package index, once, into ${folder}`);
    rmSync(folder, { recursive: true, force: true });
    const missing = makeEnvironment(found.command, folder, requirements);
    if (missing) return { missing };
    writeFileSync(join(folder, "complete"), "");
    return { python: pythonOf(folder) };
  });
}

/** How old a lock is whose owner has died. */
const abandonedMs = 180_000;

/** Runs what must not run twice at a time on this checkout. */
function alone(lock, work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > abandonedMs) {
        const aside = `${lock}.${process.pid}`;
        renameSync(lock, aside);
        rmSync(aside, { recursive: true });
      } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Makes an environment with the wheel of this checkout, in which the packages of its own environment count as installed. */
function environmentWithWheel(folder) {
  const own = ownEnvironment();
  if (own.missing) return own;
  const python = pythonOf(folder);
  const steps = [
    () => run(own.python, "-m", "venv", "--without-pip", folder),
    () => {
      const where = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"];
      const [packages, others] = [run(python, ...where).stdout.trim(), run(own.python, ...where).stdout.trim()];
      writeFileSync(join(packages, "checkout.pth"), `${others}\n`);
      const wheels = readdirSync(join(root, "dist", "python")).map((name) => join(root, "dist", "python", name));
      const options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"];
      return run(own.python, "-m", "pip", "--python", python, "install", ...options, ...wheels);
    },
  ];
  for (const step of steps) {
    const { status, stderr } = step();
    if (status !== 0) return { missing: lastLine(stderr) };
  }
  return { python };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, folder] = process.argv.slice(2);
  console.log(JSON.stringify(option === "--with-wheel" ? environmentWithWheel(folder) : ownEnvironment()));
}
