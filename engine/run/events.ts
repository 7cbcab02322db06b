import type { PropertyMap } from "../protocol/values";
import { isMap, isUnknown, Reference, Secret, type Value } from "../protocol/values";
import type { Severity } from "../protocol/monitor-server";
import type { PathChange } from "../protocol/provider-verbs";
import { isInternal, type Step, type StepOp } from "../plan/step";
import type { ResourceState } from "../state/resource-state";
import { type PropertyChange, propertyChanges } from "./property-changes";
import { parseUrn } from "../protocol/urn";
import type { Json, JsonMap } from "../protocol/wire";

export type ShownChange = PathChange["kind"] | `${PathChange["kind"]}-replace`;

/** One step of an operation for display: secrets are `"[secret]"`, unknowns `"[unknown]"`. */
export interface StepReport
  extends Pick<
    Step,
    "op" | "urn" | "diffKeys" | "replaceKeys" | "deleteBeforeReplace" | "found" | "leftOver" | "begun" | "counted"
  > {
  readonly type: string;
  readonly name: string;
  /** The URN of the component, or of the stack, that it belongs to. */
  readonly parent?: string;
  /** The id on the platform, once it is known. */
  readonly id?: string;
  readonly old?: StepState;
  readonly new?: StepState;
  /** The differences inside these keys, one entry for each property path. */
  readonly changes: readonly PropertyChange[];
  /** The differences by property path, if the provider reports them: `{ "env.MODE": "update" }`, or `update-replace` for a replacement. */
  readonly detailedDiff?: Readonly<Record<string, ShownChange>>;
  /** Whether the removed object stays on the platform because of the option `retainOnDelete`. */
  readonly retained?: boolean;
}

export interface StepState {
  readonly id?: string;
  readonly inputs: JsonMap;
  readonly outputs: JsonMap;
  readonly initErrors?: readonly string[];
}

/** @property severity warnings and infos do not make an operation fail. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly urn?: string;
  readonly message: string;
}

export type EngineEvent =
  | { readonly kind: "step-start"; readonly step: StepReport }
  | { readonly kind: "step-done"; readonly step: StepReport }
  | { readonly kind: "step-failed"; readonly step: StepReport; readonly message: string }
  | { readonly kind: "diagnostic"; readonly diagnostic: Diagnostic }
  /** The progress of a running step or of the operation, replaced by a later one of the same resource. */
  | { readonly kind: "status"; readonly urn?: string; readonly message: string }
  /** A provider's facts about the next step of a resource, for a program that knows the provider. */
  | { readonly kind: "facts"; readonly urn: string; readonly facts: JsonMap }
  /** A line that the program or a provider printed. */
  | { readonly kind: "stdout"; readonly line: string; readonly from: "stdout" | "stderr" };

/** The number of steps of each kind, without the default provider. */
export type Summary = Readonly<Partial<Record<StepOp, number>>>;

/** @param hide masks secret texts in values that are not marked as secret. */
export function report(step: Step, result?: ResourceState, hide?: Hide): StepReport {
  const subject = step.next ?? step.old;
  const id = result?.id ?? step.old?.id ?? step.next?.id;
  const after = result ?? step.next;
  return {
    op: step.op,
    urn: step.urn,
    type: subject?.type ?? parseUrn(step.urn).type,
    name: parseUrn(step.urn).name,
    ...(subject?.parent && { parent: subject.parent }),
    ...(id === undefined ? {} : { id }),
    ...(step.old ? { old: stateReport(step.old, hide) } : {}),
    ...(after && !isGone(step) ? { new: stateReport(after, hide) } : {}),
    diffKeys: step.diffKeys,
    replaceKeys: step.replaceKeys,
    changes: propertyChanges(step, after, (value) => show(value, false, hide)),
    ...(step.detailedDiff && {
      detailedDiff: Object.fromEntries(
        [...step.detailedDiff].map(([path, { kind, replace }]) => [
          path,
          replace ? (`${kind}-replace` as const) : kind,
        ]),
      ),
    }),
    deleteBeforeReplace: step.deleteBeforeReplace,
    ...(step.found && { found: true }),
    ...(step.leftOver && { leftOver: true }),
    ...(step.begun && { begun: true }),
    ...(isRetained(step) && { retained: true }),
    counted: step.counted && !isInternal(step),
  };
}

const isGone = ({ op }: Step): boolean =>
  op === "delete" || op === "delete-replaced" || op === "discard" || op === "discard-replaced";

const isRetained = (step: Step): boolean =>
  (step.op === "replace" || isGone(step)) && !step.found && step.old?.custom === true && step.old.retainOnDelete;

function stateReport({ id, inputs, outputs, initErrors }: ResourceState, hide?: Hide): StepState {
  return {
    ...(id === undefined ? {} : { id }),
    inputs: showMap(inputs, false, hide),
    outputs: showMap(outputs, false, hide),
    ...(initErrors.length > 0 ? { initErrors } : {}),
  };
}

/** Masks secrets in a text before display. */
export type Hide = (text: string) => string;

/** Plain JSON for display. @param showSecrets whether secrets appear in plain text. */
export function show(value: Value, showSecrets = false, hide?: Hide): Json {
  if (value instanceof Secret) return showSecrets ? show(value.value, true, hide) : "[secret]";
  if (value instanceof Reference) return value.id ?? value.urn;
  if (isUnknown(value)) return "[unknown]";
  if (Array.isArray(value)) return value.map((element) => show(element, showSecrets, hide));
  if (typeof value === "string") return hide ? hide(value) : value;
  return isMap(value) ? showMap(value, showSecrets, hide) : value;
}

/** The SDK's mark of an exported resource in a preview, whose unknown members can be omitted. */
const exportedResource = "@isPulumiResource";

/** A map for display, without `__provider`, which is code, and without unknown members of an exported resource. */
export function showMap(map: PropertyMap, showSecrets = false, hide?: Hide): JsonMap {
  const isExported = exportedResource in map;
  const shown = Object.entries(map).filter(
    ([key, value]) => key !== "__provider" && !(isExported && (key === exportedResource || isUnknown(value))),
  );
  return Object.fromEntries(shown.map(([key, value]) => [key, show(value, showSecrets, hide)]));
}
