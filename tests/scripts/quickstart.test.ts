import { expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { story } from "../../scripts/quickstart/story";

const root = join(__dirname, "..", "..");

it.each(["dynamic", "plugin"])(
  "npm run quickstart tells its whole story as expected on the local engine with the %s provider, and leaves nothing behind",
  async (provider) => {
    const script = join(root, "dist", "scripts", "quickstart", "main.js");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, "--engine", "local", "--provider", provider],
      { cwd: root },
    );
    for (const { title } of story) expect(stdout).toContain(title);
    expect(stdout).not.toContain("UNEXPECTED");
    // The second `up` has none; the refused preview is not one without changes.
    expect(stdout.match(/^ +no changes$/gm)).toHaveLength(1);
    expect(stdout.trimEnd()).toMatch(/Everything was as expected\.$/);
    expect(stdout).not.toContain("quickstart-password");
    expect(readdirSync(join(root, "examples", "quickstart")).filter((file) => /^Pulumi\..+\.yaml$/.test(file))).toEqual(
      [],
    );
  },
  240_000,
);
