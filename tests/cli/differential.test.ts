import { describe, expect, it } from "@jest/globals";
import { families } from "../engine/scenarios";
import { readRecording, writeRecording } from "../engine/support/recordings";
import { cliOnPath, runCli } from "./run-cli";
import { noCli, notTried } from "../support/not-tried";

const scenarios = Object.values(families).flat();
const version = cliOnPath();

// With a CLI at hand the recordings themselves are put to the test, or made anew: RECORD=1 npx jest tests/cli.
if (version === undefined) notTried("the recordings of the engine against the CLI", noCli);
else
  describe(`the CLI (${version}) does what was recorded of it`, () => {
    it.each(scenarios.map((scenario) => ({ ...scenario, scenario })))(
      "$name: $about",
      async ({ scenario }) => {
        const steps = JSON.parse(JSON.stringify(await runCli(scenario)));
        if (process.env["RECORD"]) writeRecording(scenario, { cli: version, about: scenario.about, steps });
        expect(steps).toEqual(readRecording(scenario).steps);
      },
      300_000,
    );
  });

describe("the recordings", () => {
  it("exist for each scenario, at least forty, and say which CLI they are of", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(40);
    for (const scenario of scenarios) {
      const { cli, steps } = readRecording(scenario);
      expect(cli).toMatch(/^v3\.\d+\.\d+/);
      expect(steps).toHaveLength(scenario.steps.length);
    }
  });
});
