import { expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chanceFrom } from "../../proofs/chance";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import { keep } from "../../scripts/quickstart/keeping";
import { LocalDriver } from "../../scripts/quickstart/local-driver";
import { Platform } from "../../scripts/quickstart/platform";
import { pluginProject } from "../../scripts/quickstart/plugin-project";
import { story } from "../../scripts/quickstart/story";
import { speed, tellStory } from "../../scripts/quickstart/tell-story";
import { programsHere } from "../support/program-here";
import { temporaryFolder } from "../support/temporary-folder";

const root = join(__dirname, "..", "..");
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
  expect(readdirSync(projectFolder).filter((file) => /^Pulumi\..+\.yaml$/.test(file))).toEqual([]);
}, 240_000);

it("the plugin makes the story go as the dynamic provider does", async () => {
  const folder = temporaryFolder("quickstart");
  const platform = await Platform.start(root, speed);
  try {
    const { signal } = new AbortController();
    const options = { projectFolder: pluginProject(root, projectFolder, folder), folder, stack: "quickstart", signal };
    const providers = new ServedProviders("plugin", join(folder, "plugin"), fastClock(speed), chanceFrom(1), {});
    const driver = new LocalDriver(options, { ...programsHere, start: providers.start });
    const printed: string[] = [];
    const told = await tellStory({
      ...{ driver, platform, signal },
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
