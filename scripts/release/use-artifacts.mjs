import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs what a release has beside the npm package, each into a place of its own, and uses it once. What this machine has no
 * tool for is said.
 */
export async function useArtifacts({ run, expect, say, checkout, home, version }) {
  const folder = join(checkout, "release");
  const names = readdirSync(folder);
  const one = (pattern) => {
    const found = names.filter((name) => pattern.test(name));
    if (found.length !== 1) throw new Error(`expected one file like ${pattern} in ${names.join(", ")}`);
    return join(folder, found[0]);
  };
  const has = async (command) => (await run(`command -v ${command}`, { cwd: home, mayFail: true })).code === 0;
  const withTool = async (command, use) => {
    if (await has(command)) return use();
    say(`  not tried: there is no \`${command}\` on the PATH`);
  };

  await run("sha256sum --check --strict SHA256SUMS", { cwd: folder });
  expect(names.length > 5, "each file has the checksum that SHA256SUMS says");

  await withTool("python3", async () => {
    const program = "from pulumi_compute.testing import emulator\nwith emulator() as platform: print(platform.api_url)";
    await run(`python3 -m venv wheel && wheel/bin/pip install --quiet ${one(/\.whl$/)}`, { cwd: home });
    const { printed } = await run(`wheel/bin/compute --version && wheel/bin/python -c '${program}'`, { cwd: home });
    expect(printed.includes(version) && printed.includes("http://127.0.0.1:"), "the wheel starts an emulator");
  });

  await withTool("pulumi", async () => {
    const env = { PULUMI_HOME: join(home, "pulumi"), PULUMI_SKIP_UPDATE_CHECK: "true" };
    const archive = one(/^pulumi-resource-compute-v.*\.tar\.gz$/);
    await run(`pulumi plugin install resource compute ${version} --file ${archive}`, { cwd: home, env });
    const { printed } = await run(`pulumi package get-schema compute@${version}`, { cwd: home, env });
    expect(printed.includes('"compute:index:Pod"'), "the installed plugin tells its schema to the Pulumi CLI");
  });

  await withTool("go", async () => {
    const module = one(/^pulumi-compute-go-v.*\.tar\.gz$/);
    await run(`cp -r ${join(checkout, "templates", "compute-go")} go && rm -rf go/sdk && mkdir go/sdk`, { cwd: home });
    await run(`tar -xzf ${module} -C go/sdk && cd go && go build -o stack .`, { cwd: home });
    expect(readdirSync(join(home, "go")).includes("stack"), "a Go program builds with the Go module");
  });
}
