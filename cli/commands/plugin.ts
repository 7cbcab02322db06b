import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../client/http/version";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import { runnerOf } from "../state/pulumi-cli";
import { commandHere, commandNote, packageFolder } from "../../disk/command";

export const registerPlugin: Register = (program, io) => {
  program
    .command("plugin")
    .description("work with the provider plugin")
    .command("install")
    .description(
      "put the provider plugin where the Pulumi CLI keeps plugins, so that it finds it in every project; needs no network",
    )
    .action(() => installPlugin(io));
};

const files = ["pulumi-resource-compute.js", "pulumi-resource-compute.behind.js"].flatMap((file) => [
  file,
  file.replace(/js$/, "LICENSES.txt"),
]);

async function installPlugin(io: Io): Promise<void> {
  const home = packageFolder();
  // Beside each other in the wheel, in a folder of their own in the npm package.
  const from = [join(home, "dist", "plugin"), home].find((folder) => existsSync(join(folder, files[0]!)));
  if (from === undefined) throw new CommandFailure(`${home} holds no plugin. In a checkout, run \`npm run build\`.`);
  const folder = await mkdtemp(join(tmpdir(), "compute-plugin-"));
  try {
    for (const file of files) await copyFile(join(from, file), join(folder, file));
    await writeFile(join(folder, "pulumi-resource-compute"), launcher);
    await writeFile(join(folder, commandNote), `${commandHere(io.env, undefined)}\n`);
    await chmod(join(folder, "pulumi-resource-compute"), 0o755);
    await writeFile(join(folder, "pulumi-resource-compute.cmd"), windowsLauncher);
    const args = ["plugin", "install", "resource", "compute", version, "--file", folder, "--reinstall"];
    const isNeeded = (await runnerOf(io)) === "pulumi";
    const code = await io.run("pulumi", args).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new CommandFailure(
        `There is no \`pulumi\` on the PATH. The plugin is installed for the Pulumi CLI${isNeeded ? ", which runs this project's program: install that first" : "; `compute up` needs neither of them"}.`,
      );
    });
    if (code !== 0) throw new CommandFailure(`\`pulumi plugin install\` ended with ${code}.`, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  writeLine(
    io.stdout,
    `Installed the plugin compute ${version}: the Pulumi CLI finds it in every project of this user.`,
  );
}

/** Node is that of the variable, else the one on the PATH, else the one that this ran with. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
node=\${COMPUTE_NODE:-$(command -v node || printf %s '${process.execPath.replaceAll("'", "'\\''")}')}
exec "$node" "$here/pulumi-resource-compute.js" "$@"
`;

const windowsLauncher = [
  "@echo off",
  "set computeNode=node",
  "if defined COMPUTE_NODE set computeNode=%COMPUTE_NODE%",
  '"%computeNode%" "%~dp0pulumi-resource-compute.js" %*',
  "",
].join("\r\n");
