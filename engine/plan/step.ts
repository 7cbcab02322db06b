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
  /** Input keys that changed; after a refresh, the outputs that drifted. */
  readonly diffKeys: readonly string[];
  /** The input keys whose change replaces the object. */
  readonly replaceKeys: readonly string[];
  /** The provider's differences by property path, if it gives any. */
  readonly detailedDiff?: DetailedDiff;
  /** In a replacement, whether the old object is deleted before the new one is created. */
  readonly deleteBeforeReplace: boolean;
  /** Whether a refresh found this change on the platform, so that only the state changes. */
  readonly found?: boolean;
  /** The run leaves this new resource out: the step does and stores nothing. */
  readonly skipped?: boolean;
  /** Whether an earlier run replaced the object that the step deletes. */
  readonly leftOver?: boolean;
  /** Whether an earlier run began the replacement and gave up the old object. */
  readonly begun?: boolean;
  /** Whether the step counts in the summary. The two halves of a replacement are reported, but do not count. */
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
