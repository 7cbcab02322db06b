import { describe, expect, it } from "@jest/globals";
import { ignoreLateCalls } from "../../support/late-calls";
import { readRecording } from "./recordings";
import { runLocal } from "./run-local";
import type { Observation, Scenario, ScenarioStep } from "./scenario";

/** What a program prints must not be this process's output, and what it throws its own process tells in other words. */
const canRunHere = ({ program }: ScenarioStep, recorded: Observation | undefined): boolean =>
  !recorded?.errors.some((error) => /^\w*Error:/.test(error)) &&
  !program?.log &&
  !program?.errors &&
  !program?.throw &&
  program?.exit === undefined;

/** A host that dies must not take this process along, and what speaks to the engine from it does so of a process. */
const canProvideHere = ({ faults = {} }: ScenarioStep): boolean =>
  !Object.values(faults).some(({ exit, say }) => exit === true || say !== undefined);

/**
 * Holds the local engine to what the CLI did in the same scenarios: success, counts, steps, provider calls with their
 * arguments, the state, the cloud and the errors, after each step.
 */
export function compareWithRecordings(family: string, scenarios: readonly Scenario[]): void {
  ignoreLateCalls();
  describe(`the local engine does as the CLI did: ${family}`, () => {
    it.each(scenarios.map((scenario) => ({ ...scenario, scenario })))(
      "$name: $about",
      async ({ scenario }) => {
        const recording = readRecording(scenario);
        const observations = await runLocal(scenario, (step, index) => ({
          program: canRunHere(step, recording.steps[index]),
          providers: canProvideHere(step),
        }));
        // What is undefined is not there: the recording has been through JSON.
        expect(JSON.parse(JSON.stringify(observations))).toEqual(recording.steps);
      },
      120_000,
    );
  });
}
