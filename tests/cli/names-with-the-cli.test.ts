import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { CliProject, ways } from "../support/cli-project";
import { noCli, notTried } from "../support/not-tried";
import { cliOnPath } from "./run-cli";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 200 });
});
afterAll(() => emulator.close());

const version = cliOnPath();

describe.each(ways)(`the CLI (${version ?? "none on the PATH"}) and %s`, (way) => {
  if (version === undefined) return notTried("unique names and jobs with the CLI", noCli);
  const unique = (name: string) => `${name}_${way.length}`;
  const template = (name: string, inputs: string, options = "{}") =>
    `new compute.Template("${name}", { name: "${unique(name)}", image: "x:1", ${inputs} }, ${options});\n`;

  it("T-24: replace templates that keep their names, for a change and for replaceOnChanges, and say what --replace needs", async () => {
    const project = new CliProject(emulator, way);
    const forced = '{ replaceOnChanges: ["disk"] }';
    const all = (mounts: string, disk: number, options?: string) =>
      template("kept", mounts) + template("forced", `disk: ${disk}`, forced) + template("asked", "", options);
    await project.up(all('mounts: { persistent: { size: 20, path: "/data" } }', 20));
    expect((await project.up(all("", 30))).said).toContain("+-2 replaced");
    const replace = ["--replace", "**Template::asked"];
    const { code, said } = await project.up(all("", 30), ...replace);
    expect(said).toMatch(/is what this resource has so far.*`deleteBeforeReplace: true`/s);
    expect(code).not.toBe(0);
    const after = await project.up(all("", 30, "{ deleteBeforeReplace: true }"), ...replace);
    expect(after.said).toContain("+-1 replaced");
  }, 400_000);

  it("T-24, U-11: move names along a chain, and refuse in the preview what no order of steps moves", async () => {
    const project = new CliProject(emulator, way);
    const named = (names: readonly string[]) =>
      names.map((name, at) => `new compute.Template("t${at}", { name: "${unique(name)}", image: "x:1" });`).join("\n");
    await project.up(named(["a", "b"]));
    expect((await project.up(named(["b", "c"]))).said).toContain("~ 2 updated");
    const { code, said } = await project.preview(named(["c", "b"]));
    expect(said).toMatch(/Templates "t\d" and "t\d" exchange their names.*run `up` twice/s);
    expect(code).not.toBe(0);
  }, 400_000);
});
