import type { EngineEvent, OperationResult } from "../../../engine/index";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";
import type { Output } from "../../../cli/io";
import { costAfter } from "../../../cli/stack/cost-of-plan";
import { toDigest } from "../../../cli/stack/digest";
import { LineDisplay } from "../../../cli/stack/line-display";
import { planInMarkdown } from "../../../cli/stack/markdown";
import { StackPlan } from "../../../cli/stack/plan";
import { PreviewDocument } from "../../../cli/stack/preview-document";
import { costIn, isCost } from "../../../provider/cost/money";
import { costLine } from "../../../provider/effects/sums";
import type { HeldEntry } from "../../../provider/state/holders";
import type { Checkout } from "../checkout";
import { stackName } from "../registrations";

export const catalog = { gpus: catalogFixture.gpus, cpus: catalogFixture.cpus };

/** What somebody sees of a preview, in each of its forms. */
export interface Shown {
  readonly plan: StackPlan;
  readonly screen: readonly string[];
  readonly markdown: readonly string[];
  readonly document: PreviewDocument;
  readonly cost: string | undefined;
  /** What the states had. */
  readonly entries: readonly HeldEntry[];
  /** Nobody knows yet what an interrupted run has made, and a warning says so. */
  readonly isOpen: boolean;
  /** It is of the CLI, of which a plan knows no more than its document has. */
  readonly isOfCli: boolean;
}

export function planOf(events: readonly EngineEvent[], entries: readonly HeldEntry[]): StackPlan {
  const plan = new StackPlan(entries);
  for (const event of events) plan.note(event);
  plan.end();
  return plan;
}

export function shownOf(
  result: OperationResult,
  events: readonly EngineEvent[],
  entries: readonly HeldEntry[],
  isOfCli: boolean,
): Shown {
  const plan = new StackPlan(entries);
  const written: string[] = [];
  const output: Output = {
    isTTY: false,
    columns: 80,
    rows: 24,
    isColored: false,
    isLive: false,
    safe: (text) => text,
    inLine: (text) => text,
    write: (text) => void written.push(text),
    writePainted: (text) => void written.push(text),
  };
  const display = new LineDisplay({ now: () => 0, stderr: output }, output, { isPlan: true, plan });
  for (const event of events) {
    plan.note(event);
    if (event.kind !== "diagnostic" || !isCost(event.diagnostic)) display.onEvent(event);
    else if (isOfCli) plan.learnCost(event.diagnostic.urn!, costIn(event.diagnostic.message));
  }
  plan.end();
  plan.catalog = catalog;
  const cost = costLine(plan.effects);
  display.finish(result, { command: "compute up", cost });
  const document = PreviewDocument.parse(JSON.parse(JSON.stringify(toDigest(result, plan.effects))));
  const markdown = planInMarkdown("lives", document, plan.effects, cost);
  const isOpen = result.diagnostics.some(({ message }) => message.includes("lists may not show it yet"));
  const screen = linesOf(written.join(""));
  return { plan, document, cost, entries, isOpen, isOfCli, screen, markdown: linesOf(markdown) };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** The last line of the operation that follows. */
export async function lastLine(
  { plan, entries }: Shown,
  result: OperationResult,
  { exported }: Checkout,
): Promise<string | undefined> {
  const stack = { name: stackName, storedState: async () => exported };
  const done = StackPlan.of(result.steps, entries);
  done.catalog = catalog;
  return costAfter(stack, plan, done, result);
}
