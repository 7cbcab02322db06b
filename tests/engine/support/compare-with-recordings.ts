import { describe, expect, it } from "@jest/globals";
import { readRecording } from "./recordings";
import { runLocal } from "./run-local";
import type { Observation, Scenario } from "./scenario";

/** How many scenarios run at once: each is mostly two processes that start. */
const atOnce = 2;

/**
 * Holds the local engine to what the CLI did in the same scenarios: success, counts, steps, provider calls with their
 * arguments, the state, the cloud and the errors, after each step.
 */
export function compareWithRecordings(family: string, scenarios: readonly Scenario[]): void {
  describe(`the local engine does as the CLI did: ${family}`, () => {
    const runs = new Map<Scenario, Promise<Observation[]>>();
    let last: Promise<unknown>[] = [];
    const run = (scenario: Scenario): Promise<Observation[]> => {
      const known = runs.get(scenario);
      if (known) return known;
      const started = Promise.allSettled(last).then(() => runLocal(scenario));
      started.catch(() => undefined); // its own test reports it
      runs.set(scenario, started);
      return started;
    };

    it.each(scenarios.map((scenario, index) => ({ ...scenario, scenario, index })))(
      "$name: $about",
      async ({ scenario, index }) => {
        const group = scenarios.slice(index - (index % atOnce), index - (index % atOnce) + atOnce);
        const started = group.map(run);
        const observations = await run(scenario);
        last = started;
        const recording = readRecording(scenario);
        // What is undefined is not there: the recording has been through JSON.
        expect(JSON.parse(JSON.stringify(observations))).toEqual(recording.steps);
      },
      120_000,
    );
  });
}
