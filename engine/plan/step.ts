import type { DetailedDiff } from "../protocol/provider-verbs";
import type { ResourceState } from "../state/resource-state";
import { isDefaultProvider } from "../protocol/urn";

/** What a step does, in Pulumi's own words. */
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
  /** The entry to be, without what only the platform knows. */
  readonly next?: ResourceState;
  /** Input keys that changed, and those of them that ask for a new object. */
  readonly diffKeys: readonly string[];
  readonly replaceKeys: readonly string[];
  /** The provider's own account of what differs, by property path; none where it gives none. */
  readonly detailedDiff?: DetailedDiff;
  /** Of a replacement: the old object goes first. */
  readonly deleteBeforeReplace: boolean;
  /** A refresh has read it: the platform differs already, and nothing is to be done there. */
  readonly found?: boolean;
  /** Nothing is done and nothing stored: the run is not about this new resource. */
  readonly skipped?: boolean;
  /** Counts in the summary; the halves of a replacement do not. */
  readonly logical: boolean;
}

const halves = new Set<StepOp>([
  "create-replacement",
  "delete-replaced",
  "discard-replaced",
  "read-replacement",
  "import-replacement",
  "remove-pending-replace",
  "refresh",
]);

export function newStep(op: StepOp, about: { old?: ResourceState; next?: ResourceState } & Partial<Step>): Step {
  const { old, next, ...rest } = about;
  const urn = (next ?? old)?.urn;
  if (urn === undefined) throw new Error(`a ${op} step is about no resource`);
  const entries = { ...(old ? { old } : {}), ...(next ? { next } : {}) };
  const none = { diffKeys: [], replaceKeys: [], deleteBeforeReplace: false, logical: !halves.has(op) };
  return { op, urn, ...entries, ...none, ...rest };
}

/** A delete, called a discard where nothing is deleted because the object was only read. */
export const deleteStep = (old: ResourceState): Step => newStep(old.external ? "discard" : "delete", { old });

/** The delete of a replaced object: before its replacement is made, or at the end. */
export const deleteReplacedStep = (old: ResourceState, deleteBeforeReplace: boolean): Step =>
  newStep(old.external ? "discard-replaced" : "delete-replaced", { old, deleteBeforeReplace });

/** Steps of the engine's own making, not shown and not counted. */
export const isInternal = (step: Step): boolean => isDefaultProvider(step.urn);
