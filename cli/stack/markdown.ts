import { ownMember } from "../../values/own-member";
import { counted, groupedBy } from "../../values/many";
import type { Diagnostic, StepOp } from "../../engine/index";
import { parseUrn } from "../../plugin/names";
import type { PricedEffect } from "../../provider/effects/effect";
import { deltaOf } from "../../provider/effects/sums";
import { leftOverText, untoldFate, untoldLoss } from "../../provider/effects/in-words";
import { inMarkdownLine } from "../escaped";
import { foldedMessages } from "./messages";
import { withLabels, withNames } from "./names";
import type { PreviewDocument } from "./preview-document";
import { deltaText } from "./rows";
import { deedOf, isOfProgram, kindName, wordOf, words } from "./step-line";

/** The largest comment that code hosts accept, minus room for the text around it. */
const mostCharacters = 60_000;
/** A table of more rows does not fit, however short they are. */
const mostRows = mostCharacters / 20;
const shownRows = 20;

type Step = PreviewDocument["steps"][number];

/**
 * A plan as a comment on a change. It contains no values of properties, and therefore no secrets.
 *
 * @param isOfCli whether the Pulumi CLI made the plan, so that the commands in it are the CLI's.
 */
export function planInMarkdown(
  title: string,
  document: PreviewDocument,
  effects: readonly PricedEffect[],
  cost?: string,
  isOfCli = false,
): string {
  const effectsByUrn = groupedBy(effects, urnOf);
  const effectsOf = ({ urn, op }: Step) => (effectsByUrn.get(urn) ?? []).filter((effect) => isOf(op, effect));
  const steps = document.steps.flatMap((step) => {
    const own = effectsOf(step);
    const op = step.op as StepOp;
    const deed = deedOf({ op }, own);
    const emoji = op === "delete-replaced" && own.length === 0 ? undefined : ownMember(words, deed)?.emoji;
    return emoji === undefined ? [] : [{ ...step, own, deed, sign: `${emoji} ${wordOf({ op }, "planned", own)}` }];
  });
  const said = document.diagnostics ?? [];
  const alerts = said.filter((one): one is Diagnostic => one.severity === "error" || one.severity === "warning");
  const isFailed = document.result === "failed" || alerts.some(({ severity }) => severity === "error");
  const ids = new Map(document.steps.toReversed().map(({ urn, oldState }) => [urn, oldState?.id]));
  const infosByUrn = groupedBy(
    said.filter(({ severity }) => severity.startsWith("info")),
    urnOf,
  );
  // A document has no steps of what a refresh has found.
  const gone = effects
    .filter(({ does, isReplaced }) => does === "forget" && !isReplaced)
    .map(({ kind, name }) => rowOf("👻 gone from the platform", name, kind, ""));
  // Reasons are about the last step of a resource, except for what an earlier run left.
  const speakers = new Map(steps.filter(({ op }) => op !== "delete-replaced").map((step) => [step.urn, step]));
  const changes = steps.slice(0, mostRows).map((step) => {
    const { own, sign, urn } = step;
    const { name } = parseUrn(urn);
    const reasons = ((speakers.get(urn) ?? step) === step && infosByUrn.get(urn)) || [];
    const changed = [...new Set([...(step.replaceReasons ?? []), ...(step.diffReasons ?? [])])].filter(isOfProgram);
    const fates = own.flatMap((each) => [leftOverText(each) ?? [], untoldFate(each, reasons) ?? []].flat());
    const told = [...reasons.map(({ message }) => message), ...fates];
    const cost = deltaText(deltaOf(own));
    const why = [...(told.length > 0 ? told : [changed.join(", ")]), cost && `${cost}.`].filter(Boolean).join(" ");
    const kind = kindName((step.newState ?? step.oldState)?.type ?? "");
    return rowOf(sign, name, kind, why);
  });
  const rows = [...gone.slice(0, mostRows - changes.length), ...changes];
  const alertsByUrn = groupedBy(alerts, urnOf);
  const lost = effects.flatMap((effect) => {
    const untold = untoldLoss(effect, alertsByUrn.get(effect.urn) ?? []);
    return untold === undefined ? [] : `${effect.kind} ${effect.name}: this ${untold}.`;
  });
  const byDeed = groupedBy(steps, ({ deed }) => deed);
  const ops = [...byDeed].map(([deed, some]) => `${some.length} to ${words[deed].planned}`);
  const found = ops.length === 0 ? "Nothing changes." : `${ops.join(", ")}.`;
  const soFar =
    ops.length === 0 ? "before it found what would change" : `and may have found a part only: ${ops.join(", ")}`;
  const summary = isFailed ? `The preview failed ${soFar}.` : found;
  const table = ["| | resource | kind | why |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const folded = `<details><summary>${counted(rows.length, "resource")}</summary>\n\n${table}\n\n</details>`;
  const body = rows.length > shownRows ? folded : table;
  const head = [
    `### ${inMarkdownLine(title)}`,
    ...foldedMessages(alerts, (urn) => ids.get(urn), isOfCli ? withNames : withLabels).map(
      ({ severity, message }) =>
        `> **${severity === "error" ? "Error" : "Warning"}** ${inMarkdownLine(message.trim())}`,
    ),
    ...lost.map((what) => `> **Data** ${inMarkdownLine(what)}`),
  ];
  const foot = cost === undefined ? [] : [inMarkdownLine(cost)];
  const text = [...head, summary, ...(rows.length > 0 ? [body] : []), ...foot].join("\n\n");
  if (text.length <= mostCharacters && steps.length <= mostRows) return text;
  // Without the table, its longest part, and with as many alerts as fit.
  const note = `The table is left out because it does not fit: run \`${isOfCli ? "pulumi" : "compute"} preview\`.`;
  let room = mostCharacters - summary.length - note.length;
  const kept = [...head, ...foot].filter((part) => (room -= part.length + 2) > 0);
  return `${[...kept, summary, note].join("\n\n")}\n`;
}

/** Tells whether the effect is one of such a step. An import and the change that follows it have the same resource. */
function isOf(op: string, { does, isLeftOver, isReplaced }: PricedEffect): boolean {
  if (op === "delete-replaced" || isLeftOver) return op === "delete-replaced" && isLeftOver === true;
  if (op === "import") return does === "adopt";
  return op !== "update" || !(does === "adopt" || isReplaced);
}

const rowOf = (...cells: readonly string[]): string => `| ${cells.map(inMarkdownLine).join(" | ")} |`;

const urnOf = ({ urn = "" }: { readonly urn?: string | undefined }): string => urn;
