import type { OperationResult, StepReport } from "../../engine/index";
import { begunReplacements } from "./begun-replacements";

/** The document that `pulumi preview --json` prints, as far as it concerns programs that read it. */
export interface Digest {
  readonly steps: readonly DigestStep[];
  readonly diagnostics: readonly { readonly severity: string; readonly message: string; readonly urn?: string }[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly changeSummary: Readonly<Record<string, number>>;
  readonly result: "succeeded" | "failed";
}

interface DigestStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: DigestState;
  readonly newState?: DigestState;
  readonly diffReasons?: readonly string[];
  readonly replaceReasons?: readonly string[];
  /** By property path, as the CLI has it. */
  readonly detailedDiff?: Readonly<Record<string, { readonly kind: string; readonly inputDiff: boolean }>>;
}

interface DigestState {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Of an old state: an earlier run has given the object up ahead of its replacement. */
  readonly pendingReplacement?: true;
}

/** Secrets are `[secret]` in it, values that a preview cannot know `[unknown]`. */
export function toDigest({ result, steps, diagnostics, outputs, summary }: OperationResult): Digest {
  const begun: ReadonlySet<StepReport> = result === "succeeded" ? begunReplacements(steps) : new Set();
  return {
    steps: steps.map((step) => toStep(step, begun.has(step))),
    diagnostics,
    outputs,
    changeSummary: summary,
    result,
  };
}

function toStep(step: StepReport, isBegun: boolean): DigestStep {
  const { op, urn, old, new: next, diffKeys, replaceKeys, changes } = step;
  return {
    op,
    urn,
    ...(old
      ? { oldState: { urn, type: step.type, ...old, ...(isBegun && { pendingReplacement: true as const }) } }
      : {}),
    ...(next ? { newState: { urn, type: step.type, ...next } } : {}),
    ...(diffKeys.length > 0 ? { diffReasons: diffKeys } : {}),
    ...(replaceKeys.length > 0 ? { replaceReasons: replaceKeys } : {}),
    ...(changes.length > 0 ? { detailedDiff: detailedDiff(changes) } : {}),
  };
}

const detailedDiff = (changes: StepReport["changes"]): DigestStep["detailedDiff"] =>
  Object.fromEntries(
    changes.map(({ path, kind, replaces, inputDiff }) => [
      path,
      { kind: replaces ? `${kind}-replace` : kind, inputDiff },
    ]),
  );
