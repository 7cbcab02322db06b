import type { ResourceState } from "./resource-state";
import { deleteReplacedStep, deleteStep, newStep, type Step } from "./step";
import type { World } from "./world";

/** The deletes that end an `up`: replaced objects, and all that the program did not register (pulumi-engine 5.6). */
export const condemnedSteps = (world: World): Step[] =>
  world.base.flatMap((entry) => {
    if (world.gone.has(entry) && (entry.delete || world.isRegistered(entry.urn))) return [];
    if (entry.delete) return [deleteReplacedStep(entry, false)];
    return world.isRegistered(entry.urn) ? [] : [endStep(entry)];
  });

/** What was deleted ahead of a replacement that never came has nothing left to delete. */
const endStep = (entry: ResourceState): Step =>
  entry.pendingReplacement ? newStep("remove-pending-replace", { old: entry }) : deleteStep(entry);
