import { describe, it } from "@jest/globals";
import fc from "fast-check";
import { runAgainstModel } from "./support/model-run";
import { sequence } from "./support/model-steps";
import { usePlatform } from "./support/platform";

const platform = usePlatform();

/** A short run here; EMULATOR_MODEL_RUNS=10000 for the long one. */
const numRuns = Number(process.env.EMULATOR_MODEL_RUNS ?? 30);

describe("the emulator against a model of its own", () => {
  it(
    "answers and holds the same after any operations with any faults, with no 5xx that was not asked for",
    async () => {
      const sequences = fc.asyncProperty(sequence, (steps) => runAgainstModel(platform, steps));
      await fc.assert(sequences, { numRuns });
    },
    numRuns * 1_000,
  );
});
