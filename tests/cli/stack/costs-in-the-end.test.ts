import { expect, it } from "@jest/globals";
import { StackPlan } from "../../../cli/stack/plan";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";
import type { OperationResult, StepReport } from "../../../engine/index";
import { opened } from "./opened";
import { stackUrn, step } from "./steps";

const catalog = { gpus: catalogFixture.gpus, cpus: [] };

it("the row of a created pod tells in the end what the chosen alternative costs, of which the preview had a range", async () => {
  const chosen = { id: "NVIDIA L40S", count: 1 };
  const trainer = step("trainer", { parent: stackUrn, inputs: { gpu: [{ id: "NVIDIA A40", count: 1 }, chosen] } });
  const outputs = { gpu: chosen, status: "RUNNING" };
  const made: StepReport = { ...trainer, new: { ...trainer.new!, id: "p-1", outputs } };
  const result: OperationResult = { result: "succeeded", summary: {}, steps: [], diagnostics: [], outputs: {} };
  const planned = { ...result, steps: [trainer] };
  const { terminal, display } = opened(120, 24, { isPlan: false, planned, catalog });
  display.onEvent({ kind: "step-start", step: trainer });
  expect((await terminal.screen())[1]).toContain("+0.40 to +0.86 USD/h");
  display.onEvent({ kind: "step-done", step: made });
  const done = StackPlan.of([made]);
  done.catalog = catalog;
  display.finish(result, { command: "compute up", done });
  expect((await terminal.scrolled())[1]).toBe(" +  Pod   trainer  created  +0.86 USD/h");
});
