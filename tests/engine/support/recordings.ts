import * as fs from "node:fs";
import * as path from "node:path";
import type { Observation, Scenario } from "./scenario";

/** What the CLI did in a scenario, and which CLI it was. */
export interface Recording {
  readonly cli: string;
  readonly about: string;
  readonly steps: readonly Observation[];
}

const file = (scenario: Scenario): string => path.join(__dirname, "../recorded", `${scenario.name}.json`);

export const readRecording = (scenario: Scenario): Recording => JSON.parse(fs.readFileSync(file(scenario), "utf8"));

export function writeRecording(scenario: Scenario, recording: Recording): void {
  fs.mkdirSync(path.dirname(file(scenario)), { recursive: true });
  // A line a step keeps the files small and their changes readable.
  const steps = recording.steps.map((step) => `  ${JSON.stringify(step)}`).join(",\n");
  const head = `"cli": ${JSON.stringify(recording.cli)}, "about": ${JSON.stringify(recording.about)}`;
  fs.writeFileSync(file(scenario), `{ ${head}, "steps": [\n${steps}\n] }\n`);
}
