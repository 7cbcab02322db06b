import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../proofs/root";
import { temporaryFolder } from "./temporary-folder";

/** This checkout as `npm pack` makes it. */
export interface Packed {
  /** Where the tarball lies unpacked. Other tests read it too. */
  readonly package: string;
  /** The PATH with another npm first, whose `npm pack` copies the tarball and says what npm said of it. */
  readonly path: string;
  /** The same for `npm_execpath`. */
  readonly npm: string;
}

/** Packs this checkout, once for all files of a run of the tests: npm takes three seconds of a processor for it. */
export function packedHere(): Packed {
  // The folder of the reporter goes with the run.
  const notTried = process.env["TESTS_NOT_TRIED"];
  const shared = join(notTried === undefined ? temporaryFolder("run") : dirname(notTried), "packed");
  if (!existsSync(shared)) {
    const made = mkdtempSync(`${shared}-`);
    pack(made);
    // Of two that pack at the same time the second finds the name taken.
    try {
      renameSync(made, shared);
    } catch {
      rmSync(made, { recursive: true });
    }
  }
  const path = [join(shared, "bin"), process.env["PATH"]].join(delimiter);
  return { package: join(shared, "package"), path, npm: join(shared, "npm-cli.js") };
}

function pack(folder: string): void {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const shell = process.platform === "win32";
  const answer = execFileSync("npm", args, { cwd: root, shell, stdio: ["ignore", "pipe", "ignore"] });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  execFileSync("tar", ["-xzf", tarball], { cwd: folder });
  writeFileSync(join(folder, "answer.json"), answer);
  writeFileSync(
    join(folder, "npm-cli.js"),
    'console.log(require("node:fs").readFileSync(`${__dirname}/answer.json`, "utf8"))',
  );
  mkdirSync(join(folder, "bin"));
  const copies = `#!/bin/sh\nhere=$(dirname "$0")/..\ncp "$here/${tarball}" . && cat "$here/answer.json"\n`;
  writeFileSync(join(folder, "bin", "npm"), copies, { mode: 0o755 });
}
