import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { root } from "../../../proofs/root";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { cli, isOnPath, languages, pluginProject, requirePrograms } from "../../../scripts/quickstart/languages";
import { keep } from "../../../scripts/quickstart/keeping";
import { LocalDriver } from "../../../scripts/quickstart/local-driver";
import { Platform } from "../../../scripts/quickstart/platform";
import { story } from "../../../scripts/quickstart/story";
import { speed, tellStory } from "../../../scripts/quickstart/tell-story";
import { cliOnPath } from "../../cli/run-cli";
import { noCli, notTried } from "../../support/not-tried";
import { programsHere } from "../../support/program-here";
import { temporaryFolder } from "../../support/temporary-folder";

const projectFolder = join(root, "examples", "quickstart");

it("npm run quickstart tells its whole story as expected on the local engine, and leaves nothing behind", async () => {
  const script = join(root, "dist", "scripts", "quickstart", "main.js");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--engine", "local"], { cwd: root });
  for (const { title } of story) expect(stdout).toContain(title);
  expect(stdout).not.toContain("UNEXPECTED");
  // The second `up` and the preview after `keep` have none; the refused preview is not one without changes.
  expect(stdout.match(/^ +no changes$/gm)).toHaveLength(2);
  expect(stdout.trimEnd()).toMatch(/Everything was as expected\.$/);
  expect(stdout).not.toContain("quickstart-password");
  expect(stdout).not.toContain("pulumi-nodejs:");
  expect(readdirSync(projectFolder).filter((file) => /^Pulumi\..+\.yaml$/.test(file))).toEqual([]);
}, 240_000);

it("the plugin makes the story go as the dynamic provider does", async () => {
  const folder = temporaryFolder("quickstart");
  const platform = await Platform.start(root, speed);
  try {
    const { signal } = new AbortController();
    const options = { projectFolder: pluginProject(root, projectFolder, folder), folder, stack: "quickstart", signal };
    const providers = new ServedProviders("plugin", { clock: fastClock(speed) });
    const driver = new LocalDriver(options, { ...programsHere, start: providers.start });
    const printed: string[] = [];
    const told = await tellStory({
      driver,
      platform,
      signal,
      keep: () => keep(options),
      print: (line) => void printed.push(line),
      now: () => 0,
    });
    expect(told.map(({ title, surprises }) => ({ title, surprises }))).toEqual(
      story.map(({ title }) => ({ title, surprises: [] })),
    );
    expect(printed.join("\n")).not.toContain("quickstart-password");
  } finally {
    await platform.stop();
  }
}, 240_000);

const quickstart = join(root, "dist", "scripts", "quickstart", "main.js");
const others = ["python", "go", "yaml"];

it("the quickstart has the same settings in each language", () => {
  const settingsIn = (file: string, call: RegExp) => {
    const found = [...readFileSync(join(root, file), "utf8").matchAll(call)].map(([, name]) => name);
    return [...new Set(found)].sort();
  };
  const call = /config\.(?:get|require)\w*\(["'](\w+)["']/g;
  const inTypeScript = settingsIn("examples/quickstart/index.ts", call);
  const yaml = parse(readFileSync(join(root, "sdks/examples/yaml-quickstart/Pulumi.yaml"), "utf8")) as {
    config: object;
  };
  expect(settingsIn("sdks/examples/python-quickstart/__main__.py", call)).toEqual(inTypeScript);
  expect(settingsIn("sdks/examples/go/quickstart/main.go", /(?:text|number|Secret)\("(\w+)"/g)).toEqual(inTypeScript);
  expect(Object.keys(yaml.config).sort()).toEqual(inTypeScript);
  expect(Object.keys(languages).sort()).toEqual(["typescript", ...others].sort());
});

it("the quickstart says what to install for a language that can't run here", () => {
  const require = (needs: Readonly<Record<string, string>>) => () =>
    requirePrograms("go", needs, (name) => name === "go");
  expect(require({ go: "" })).not.toThrow();
  expect(require(languages["go"]!.needs)).toThrow(
    "The quickstart in go can't run here: there is no pulumi on the PATH (it is the Pulumi CLI), there is no pulumi-language-go on the PATH (it is in the archive of the Pulumi CLI).",
  );
});

describe("the story through the Pulumi CLI", () => {
  it.each(others)("needs a CLI for programs in %s, or an engine that runs them", (language) =>
    expect(languages[language]!.isClis).toBe(Object.keys(cli).every((name) => name in languages[language]!.needs)),
  );
  if (cliOnPath() === undefined) return notTried("the quickstart through the CLI, in each language", noCli);

  for (const language of others) {
    const absent = Object.keys(languages[language]!.needs).filter((name) => !isOnPath(name));
    if (absent.length > 0) notTried(`the quickstart in ${language}`, `there is no ${absent.join(", no ")}`);
    else
      it(`is told in ${language} as expected`, async () => {
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [quickstart, "--engine", "cli", "--language", language],
          { cwd: root },
        );
        for (const { title } of story) expect(stdout).toContain(title);
        expect(stdout).not.toContain("UNEXPECTED");
        expect(stdout).not.toContain("quickstart-password");
        expect(stdout.trimEnd()).toMatch(/Everything was as expected\.$/);
      }, 600_000);
  }
});
