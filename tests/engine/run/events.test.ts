import { expect, it } from "@jest/globals";
import { deleteStep, newStep } from "../../../engine/plan/step";
import { report } from "../../../engine/run/events";
import { newEntry } from "../../../engine/state/resource-state";

const entry = (retainOnDelete: boolean, custom = true) =>
  newEntry({ urn: "urn:pulumi:dev::p::t:Pod::a", type: "t:Pod", custom, id: "a1", retainOnDelete });

it("reports a step as one that leaves the object on the platform only where the state lets go of one that is to stay", () => {
  const kept = entry(true);
  expect(report(deleteStep(kept))).toMatchObject({ op: "delete", retained: true });
  expect(report(newStep("replace", { old: kept, next: kept }))).toMatchObject({ op: "replace", retained: true });
  for (const step of [
    newStep("update", { old: kept, next: kept }),
    newStep("delete", { old: kept, found: true }),
    deleteStep(entry(false)),
    deleteStep(entry(true, false)),
  ])
    expect(report(step)).not.toHaveProperty("retained");
});
