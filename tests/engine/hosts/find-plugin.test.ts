import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPlugin } from "../../../engine/hosts/find-plugin";
import { inlineProject } from "../../../engine/project/project";
import { temporaryFolder } from "../../support/temporary-folder";

it("a plugin is found where the CLI has put it: the version that is asked for, or else the newest", () => {
  const home = temporaryFolder("plugins");
  const put = (version: string) => {
    const folder = join(home, "plugins", `resource-compute-v${version}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "pulumi-resource-compute");
    writeFileSync(file, "", { mode: 0o755 });
    return file;
  };
  const [old, , newest] = ["0.2.0", "0.9.0", "0.10.0"].map(put);
  writeFileSync(join(home, "plugins", "resource-compute-v0.10.0.lock"), "");
  const around = { project: inlineProject("p", home), env: { PULUMI_HOME: home }, executables: [], isWindows: false };
  expect(findPlugin("compute", "0.2.0", around)).toBe(old);
  expect(findPlugin("compute", undefined, around)).toBe(newest);
});

it.each([
  ["nodejs", "compute", "Add the package that brings it along to the dependencies of the program's own package.json"],
  ["python", "compute", "Install the package that brings it along into the program's environment, or name"],
  ["go", "compute", "Put it there with `compute plugin install`, or name"],
  ["yaml", "random", "Put it there with `pulumi plugin install resource random`, or name"],
])("a plugin that is nowhere is told of as a program in %s gets one: %s", (runtime, name, way) => {
  const home = temporaryFolder("no-plugins");
  const project = { ...inlineProject("p", home), runtime };
  const around = { project, env: { PULUMI_HOME: home }, executables: [], isWindows: false };
  expect(() => findPlugin(name, undefined, around)).toThrow(way);
});
