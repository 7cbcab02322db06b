import type { DetailedDiff } from "../protocol/provider-verbs";
import type { ResourceState } from "../state/resource-state";
import { isDefaultProvider } from "../protocol/urn";

/** The operation of a step, in Pulumi's words. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "remove-pending-replace"
  | "read"
  | "read-replacement"
  | "discard"
  | "discard-replaced"
  | "refresh"
  | "import"
  | "import-replacement";

export interface Step {
  readonly op: StepOp;
  readonly urn: string;
  readonly old?: ResourceState;
  /** The planned entry, without the outputs of the platform. */
  readonly next?: ResourceState;
  /** Changed input keys, and those among them that require a replacement. */
  readonly diffKeys: readonly string[];
  readonly replaceKeys: readonly string[];
  /** The provider's differences by property path, if it gives any. */
  readonly detailedDiff?: DetailedDiff;
  /** A replacement deletes the old object first. */
  readonly deleteBeforeReplace: boolean;
  /** A refresh has read the difference, so the step calls nothing. */
  readonly found?: boolean;
  /** The run leaves this new resource out: the step does and stores nothing. */
  readonly skipped?: boolean;
  /** An earlier run replaced the object but did not delete it. */
  readonly leftOver?: boolean;
  /** An earlier run began the replacement and gave up the old object. */
  readonly begun?: boolean;
  /** Counts in the summary. The halves of a replacement do not. */
  readonly counted: boolean;
}

const uncounted = new Set<StepOp>([
  "create-replacement",
  "delete-replaced",
  "discard-replaced",
  "read-replacement",
  "import-replacement",
  "remove-pending-replace",
  "refresh",
]);

export function newStep(op: StepOp, about: Partial<Step>): Step {
  const urn = (about.next ?? about.old)?.urn;
  if (urn === undefined) throw new Error(`a ${op} step is about no resource`);
  const none = { diffKeys: [], replaceKeys: [], deleteBeforeReplace: false, counted: !uncounted.has(op) };
  return { op, urn, ...none, ...about };
}

/** A delete, or a discard for an object that was only read. */
export const deleteStep = (old: ResourceState): Step => newStep(old.external ? "discard" : "delete", { old });

/** Deletes a replaced object, before its replacement or at the end. */
export const deleteReplacedStep = (old: ResourceState, deleteBeforeReplace: boolean, leftOver = false): Step =>
  newStep(old.external ? "discard-replaced" : "delete-replaced", { old, deleteBeforeReplace, leftOver });

/** Steps of the engine itself, hidden and uncounted. */
export const isInternal = (step: Step): boolean => isDefaultProvider(step.urn);
