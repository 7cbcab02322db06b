import assert from "node:assert/strict";
import { gpuType, gpusInAll, Model } from "./model";
import { Caller } from "./model-caller";
import { comparePods, podStep } from "./model-pods-run";
import { compareQueues, queueStep } from "./model-queue-run";
import type { Operation, Step } from "./model-steps";
import { compareThings, thingStep } from "./model-things-run";
import type { Platform } from "./platform";

/** Carries out the steps on both, and compares every answer and, every few steps and at the end, everything there is. */
export async function runAgainstModel(platform: Platform, steps: readonly Step[]): Promise<void> {
  platform.emulator.reset();
  await platform.post("/_emulator/capacity", { type: gpuType, free: gpusInAll });
  const caller = new Caller(platform, new Model());
  for (const [index, { operation, fault }] of steps.entries()) {
    caller.fault = fault;
    await carryOut(caller, operation);
    if (index % 6 === 5) await compare(caller);
  }
  await compare(caller);
}

function carryOut(caller: Caller, operation: Operation): Promise<void> {
  switch (operation.on) {
    case "pods":
      return podStep(caller, operation);
    case "things":
      return thingStep(caller, operation);
    case "queue":
      return queueStep(caller, operation);
  }
}

async function compare(caller: Caller): Promise<void> {
  await comparePods(caller);
  await compareThings(caller);
  await compareQueues(caller);
  assert.deepEqual(caller.platform.emulator.store.defects, []);
}
