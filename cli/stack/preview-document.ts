import { isRecord, isTooDeep, jsonIn } from "../../values/json";
import * as z from "zod";
import type { StepReport } from "../../engine/index";
import { parseUrn } from "../../plugin/names";
import { costIn, isCost } from "../../provider/cost/money";
import type { PricedEffect } from "../../provider/effects/effect";
import type { HeldEntry } from "../../provider/state/holders";
import { PlannedEffect } from "../documents/operation";
import { sameValue } from "../../provider/table/props";
import { ownMember } from "../../values/own-member";
import { CommandFailure } from "../io";
import { kindOrType } from "../state/deployment";
import { plainMessage } from "../state/pulumi-cli";
import { unwrap } from "../state/secret-values";
import { tellsGone } from "../../provider/effects/in-words";
import { StackPlan } from "./plan";

const State = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  inputs: z.unknown().optional(),
  outputs: z.unknown().optional(),
  pendingReplacement: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
});
const Step = z.looseObject({
  op: z.string(),
  urn: z.string(),
  oldState: State.nullish(),
  newState: State.nullish(),
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
});
/** A preview as a document: the output of `compute preview --json` or `pulumi preview --json`. */
export const PreviewDocument = z
  .looseObject({
    result: z.string().optional(),
    steps: z.array(Step),
    effects: z.array(PlannedEffect).readonly().optional(),
    changeSummary: z.record(z.string(), z.number()).nullish(),
    diagnostics: z
      .array(
        z.object({
          severity: z.string(),
          message: z.string().transform(plainMessage),
          urn: z.string().optional(),
        }),
      )
      .nullish(),
  })
  .transform((document) => ({
    ...document,
    diagnostics: document.diagnostics?.filter((each) => !isCost(each)),
    /** The provider's own sentences about the cost of a step. */
    costs: (document.diagnostics ?? []).filter(isCost),
  }));
export type PreviewDocument = z.output<typeof PreviewDocument>;

/** @throws CommandFailure for any other text. */
export function readDocument(text: string, where: string): PreviewDocument {
  const json = isTooDeep(text) ? undefined : jsonIn(text);
  // The CLI leaves `steps` out where there is none, as in the destroy of an empty stack.
  const parsed = PreviewDocument.safeParse(isRecord(json) && "duration" in json ? { steps: [], ...json } : json);
  if (!parsed.success)
    throw new CommandFailure(`${where} is not a preview. Give it the output of \`pulumi preview --json\`.`);
  return parsed.data;
}

/** The effects as far as the document tells. In the CLI's, the provider's messages are only text: costs and what is gone count. */
export function planOf(document: PreviewDocument, entries?: readonly HeldEntry[]): StackPlan {
  const plan = StackPlan.of(reportsOf(document), entries);
  for (const { urn = "", message } of document.costs) plan.learnCost(urn, costIn(message));
  return plan;
}

/** The priced effects in a document of ours. */
export const pricedIn = ({ effects }: PreviewDocument): PricedEffect[] | undefined =>
  effects?.map(({ before, after, ...effect }) => {
    const priceOf = (price: typeof before) => price && { ...price, perHour: price.perHour ?? undefined };
    return { ...effect, price: [priceOf(before), priceOf(after)] };
  });

type Told = Pick<PreviewDocument, "steps"> & Partial<Pick<PreviewDocument, "diagnostics" | "result">>;

export function reportsOf({ steps, diagnostics, result }: Told): StepReport[] {
  const objectOf = ({ oldState }: (typeof steps)[number]) => `${kindOrType(oldState?.type ?? "")} ${oldState?.id}`;
  const replaced = new Set(steps.flatMap((step) => (step.op === "replace" ? objectOf(step) : [])));
  const gone = new Set(diagnostics?.flatMap(({ message, urn }) => (tellsGone(message) ? urn : [])));
  return steps.flatMap((step): StepReport[] => {
    const { op, urn, oldState, newState, diffReasons } = step;
    if (op.endsWith("-replacement")) return [];
    const { type = "" } = newState ?? oldState ?? {};
    // The CLI, whose documents have no result, marks what this very run deletes first like what an earlier run has deleted.
    const isMarked = oldState?.pendingReplacement === true;
    const begun = isMarked && (result !== undefined || gone.has(urn));
    const [old, next] = [oldState && stateOf(oldState), newState && stateOf(newState)];
    const keys = op === "update" && next ? differing(old?.inputs ?? {}, next.inputs) : [];
    const report: StepReport = {
      op: op as StepReport["op"],
      urn,
      type,
      name: parseUrn(urn).name,
      counted: op !== "delete-replaced",
      begun,
      ...(old && { old }),
      ...(next && { new: next }),
      diffKeys: diffReasons ?? keys,
      replaceKeys: [],
      changes: [],
      deleteBeforeReplace: isMarked && !begun,
      ...(oldState?.retainOnDelete && { retained: true }),
    };
    // This one step of the CLI includes the deletion of the old object unless that is done already. The halves are reported
    // with `--show-replacement-steps`, like the deletion of what an earlier run replaced.
    const end = { ...report, op: "delete-replaced", counted: false } as const;
    if (op === "replace") return begun ? [report] : [report, end];
    if (op === "delete-replaced") return replaced.has(objectOf(step)) ? [] : [{ ...report, leftOver: true }];
    return [report];
  });
}

const differing = (old: Inputs, next: Inputs): string[] =>
  Object.keys({ ...old, ...next }).filter((name) => !sameValue(ownMember(old, name), ownMember(next, name)));

/** Tells whether the document omits unchanged resources, as the CLI's does. */
export function isOfSome({ steps, changeSummary }: PreviewDocument): boolean {
  return steps.filter(({ op }) => op === "same").length < (changeSummary?.["same"] ?? 0);
}

type Inputs = NonNullable<StepReport["old"]>["inputs"];

const stateOf = ({ id, inputs, outputs }: z.output<typeof State>) => ({
  ...(id !== undefined && { id }),
  inputs: plain(inputs),
  outputs: plain(outputs),
});
const plain = (props: unknown) => unwrap(props ?? {}).value as Inputs;
