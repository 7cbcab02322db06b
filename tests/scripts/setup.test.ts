import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scripts = join(__dirname, "..", "..", "scripts");

/** A checkout with one dependency, and an npm that only writes down how it was called. */
function checkout(lockVersion: string, installedVersion: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "compute-setup-"));
  const write = (path: string, content: unknown) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  for (const name of ["setup.mjs", "build"])
    cpSync(join(scripts, name), join(folder, "scripts", name), { recursive: true });
  const optional = { version: "1.0.0", optional: true };
  write("package-lock.json", {
    packages: { "": {}, "node_modules/a": { version: lockVersion }, "node_modules/other-os": optional },
  });
  if (installedVersion) {
    write("node_modules/.package-lock.json", { packages: { "node_modules/a": { version: installedVersion } } });
  }
  write("npm-cli.js", `require("node:fs").writeFileSync("called.txt", process.argv.slice(2).join(" "))`);
  write("scripts/build/python.mjs", `import { writeFileSync } from "node:fs"; writeFileSync("python.txt", "");`);
  let more: NodeJS.ProcessEnv = { npm_config_offline: "false" };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(folder, "scripts", "setup.mjs"), "--install", ...args], {
      env: { ...process.env, npm_execpath: join(folder, "npm-cli.js"), ...more },
      stdio: ["ignore", "pipe", "pipe"],
      cwd: folder,
    }).toString();
  const called = () =>
    execFileSync(process.execPath, ["-p", `require("node:fs").existsSync("called.txt")`], { cwd: folder });
  return {
    run,
    goOffline: () => void (more = { npm_config_offline: "true" }),
    hasBegunPython: () => existsSync(join(folder, "python.txt")),
    wasInstalled: () => called().toString().trim() === "true",
    remove: () => rmSync(folder, { recursive: true }),
  };
}

describe("scripts/setup.mjs", () => {
  it.each([
    { what: "nothing is installed", lock: "1.0.0", installed: undefined, installs: true },
    { what: "another version is installed", lock: "1.1.0", installed: "1.0.0", installs: true },
    { what: "what the lock file says is installed", lock: "1.0.0", installed: "1.0.0", installs: false },
  ])("installs: $installs when $what", ({ lock, installed, installs }) => {
    const { run, wasInstalled, remove } = checkout(lock, installed);
    try {
      expect(run()).toBe(""); // stdout belongs to the command that follows
      expect(wasInstalled()).toBe(installs);
    } finally {
      remove();
    }
  });

  it("leaves what is installed alone where npm is told to be offline: npm ci empties the folder before it fails", () => {
    const { run, goOffline, wasInstalled, remove } = checkout("1.1.0", "1.0.0");
    try {
      goOffline();
      expect(() => run()).toThrow("node_modules/a is not at 1.1.0, and npm is offline. Nothing was changed.");
      expect(wasInstalled()).toBe(false);
    } finally {
      remove();
    }
  });

  it.each([
    { args: ["--language", "python"], begins: true },
    { args: [], begins: false },
  ])("begins Python's environment beside the build: $begins with $args", ({ args, begins }) => {
    const { run, hasBegunPython, remove } = checkout("1.0.0", "1.0.0");
    try {
      run(...args);
      expect(hasBegunPython()).toBe(begins);
    } finally {
      remove();
    }
  });

  it("comes first in each script of the package but the site's, which is a package of its own: a clone has nothing installed", () => {
    const { scripts: lines } = JSON.parse(readFileSync(join(scripts, "..", "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const late = Object.entries(lines).filter(([, line]) => {
      const file = /^node (scripts\/\S+)/.exec(line)?.[1] ?? "";
      return file !== "scripts/setup.mjs" && !readFileSync(join(scripts, "..", file), "utf8").includes("setup.mjs");
    });
    expect(late.map(([name]) => name)).toEqual(["docs:site"]);
  });
});
