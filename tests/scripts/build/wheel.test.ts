import { describe, expect, it } from "@jest/globals";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../examples/example-stack";
import { notTried } from "../../support/not-tried";
import { pythonHere } from "../../support/python-here";
import { temporaryFolder } from "../../support/temporary-folder";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const name = `pulumi_compute-${version}-py3-none-any.whl`;
const wheel = join(root, "dist", "python", name);

describe("the wheel", () => {
  it("is in the npm package and in the template, and comes out the same when it is made again", async () => {
    const folder = join(temporaryFolder("wheel"), "again");
    await run(process.execPath, [join(root, "scripts", "build", "wheel.mjs"), folder]);
    expect(readdirSync(folder)).toEqual([name]);
    const built = readFileSync(wheel);
    expect(readFileSync(join(folder, name)).equals(built)).toBe(true);
    expect(readFileSync(join(root, "templates", "compute-python", "wheel", name)).equals(built)).toBe(true);
  }, 60_000);

  const { environment, missing } = pythonHere();
  if (environment === undefined) return notTried("the wheel in Python", missing!);
  const python = (of: string, program: string) => join(of, process.platform === "win32" ? "Scripts" : "bin", program);

  it("brings plugin, command and emulator to Python alone", async () => {
    const venv = join(temporaryFolder("wheel"), "venv");
    const { stdout: answered } = await run(process.execPath, [
      join(root, "scripts", "build", "python.mjs"),
      "--with-wheel",
      venv,
    ]);
    expect(JSON.parse(answered)).toEqual({ python: python(venv, "python") });
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter) };
    expect((await run(python(venv, "compute"), ["--version"], { env })).stdout).toBe(`${version}\n`);
    const made = join(dirname(venv), "made");
    const { stdout: next } = await run(python(venv, "compute"), ["new", "python", "--dir", made], { env });
    expect(next).toContain("venv/bin/pip install -r requirements.txt");
    expect(readdirSync(join(made, "wheel"))).toEqual([name]);
    expect(statSync(join(made, "plugin", "pulumi-resource-compute")).mode & 0o111).not.toBe(0);

    const project = join(dirname(venv), "project");
    mkdirSync(project);
    writeFileSync(join(project, "conftest.py"), 'pytest_plugins = ["pulumi_compute.testing"]\n');
    writeFileSync(
      join(project, "Pulumi.yaml"),
      "name: p\nruntime: { name: python, options: { virtualenv: ../venv } }\n",
    );
    writeFileSync(
      join(project, "__main__.py"),
      'import pulumi_compute as compute\ncompute.NetworkVolume("data", data_center="EU-XX-1", size=100)\n',
    );
    writeFileSync(
      join(project, "test_life.py"),
      `import json, os, subprocess, sys, urllib.request
from pulumi_compute.testing import Emulator, emulator

compute = os.path.join(os.path.dirname(sys.executable), "compute")

def volumes(platform: Emulator) -> list[dict]:
    request = urllib.request.Request(platform.api_url + "/v2/network-volumes", headers={"Authorization": "Bearer " + platform.api_key})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["networkVolumes"]

def test_a_program_goes_up_by_the_command_of_the_wheel(compute_emulator, monkeypatch, tmp_path):
    monkeypatch.setenv("PULUMI_BACKEND_URL", tmp_path.as_uri())
    monkeypatch.setenv("PULUMI_CONFIG_PASSPHRASE", "x")
    subprocess.run([compute, "up", "--stack", "test", "--yes"], check=True)
    assert [volume["size"] for volume in volumes(compute_emulator)] == [100]

def test_an_emulator_ends_with_its_block():
    with emulator(api_key="mine", seed="1") as platform:
        assert platform.config["compute:apiKey"] == "mine"
        assert volumes(platform) == []
    try:
        volumes(platform)
    except OSError:
        return
    raise AssertionError("it still answers")
`,
    );
    const tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    const { stdout, stderr, status } = spawnSync(python(venv, "python"), tests, {
      cwd: project,
      env,
      encoding: "utf8",
    });
    expect({ stdout, stderr, status }).toEqual({ stdout: expect.stringContaining("2 passed"), stderr: "", status: 0 });
    expect(existsSync(join(project, "Pulumi.test.yaml"))).toBe(true);
  }, 180_000);
});
