import type { EngineEvent, LocalStack, OperationCallOptions, OperationResult } from "../../engine/index";
import { entriesInFolder } from "../../provider/ownership/states";
import { deltaOf, priced } from "../../provider/plan/sums";
import { writeDocument } from "../documents/write";
import { remindOfAttempts } from "../doctor/remind";
import { agree, requireTerminal } from "../prompt";
import { CommandFailure, type Io, messageOf, type Output, writeLine } from "../io";
import { toDigest } from "./digest";
import { costAfter, type CostOfPlan, costOfPlan } from "./cost-of-plan";
import { type DisplayOptions, displayOn } from "./display";
import { jobsLeftIn } from "./jobs-left";
import { isSelective, type OperationFlags, type ReplaceFlags } from "./flags";
import { titleOf } from "../state/deployment";
import { StackPlan } from "./plan";
import { PreviewDocument } from "./preview-document";
import type { CostOf } from "./rows";

type Flags = OperationFlags & ReplaceFlags;

type Run = (options: OperationCallOptions) => Promise<OperationResult>;

interface Operation {
  /** The verb in the question. */
  readonly verb: "update" | "refresh" | "destroy";
  readonly preview: Run;
  /** Judges the preview. @throws CommandFailure if it must not be carried out. */
  readonly accept?: (planned: OperationResult) => void;
  readonly perform: Run;
}

/** The command of an operation; an `up` is an update to the CLI and its users. */
const commandOf = (verb: string): string => `compute ${verb === "update" ? "up" : verb}`;

/** An operation with the effects of its steps and the change in cost. */
interface Shown {
  readonly result: OperationResult;
  readonly plan: StackPlan;
  readonly cost?: CostOfPlan | undefined;
}

/** Runs a preview and shows it. @throws CommandFailure if it fails. */
export async function showPlan(io: Io, stack: LocalStack, flags: Flags, preview: Run): Promise<void> {
  const how = { title: `Previewing (${stack.name}):`, command: "compute preview", stack };
  const options = planOptions(stack, flags);
  const costOf = costOfPreview(io, stack);
  await reminding(io, stack, flags, (said) => show(io, flags, options, how, preview, said, costOf));
}

/**
 * Previews, asks, then performs, all under one lock, so that nobody changes the stack in between. Without a terminal,
 * `--yes` is required.
 *
 * @throws CommandFailure if the operation fails or is declined.
 */
export async function consentAndPerform(io: Io, stack: LocalStack, flags: Flags, operation: Operation): Promise<void> {
  const { verb, preview, perform } = operation;
  if (flags.previewOnly) return showPlan(io, stack, flags, preview);
  if (!flags.yes) requireTerminal(io, `the ${verb}`);
  const command = commandOf(verb);
  const call = async (said: string[]) => {
    let planned: Shown | undefined;
    if (!flags.skipPreview) {
      const unwritten = { ...flags, json: false, events: false };
      const how = { title: `Previewing ${verb} (${stack.name}):`, command, stack };
      const costOf = costOfPreview(io, stack);
      const output = displayOf(io, flags);
      planned = await show(io, unwritten, planOptions(stack, flags), how, preview, said, costOf, output);
    }
    if (planned) operation.accept?.(planned.result);
    const details = planOptions(stack, { ...flags, diff: true });
    const showDetails = planned && (() => showAgain(io, planned, displayOf(io, flags), details));
    if (!flags.yes) await agree(io, `Do you want to perform this ${verb}?`, showDetails);
    const options = {
      isPlan: false,
      isAll: flags.all ?? false,
      ...(planned && { planned: planned.result, plan: planned.plan, costOf: costOfSteps(planned) }),
    };
    const entries = entriesInFolder(stack.statesFolder);
    const how = { title: `Performing ${verb} (${stack.name}):`, command, stack };
    await show(io, flags, options, how, perform, said, async (result) => {
      if (isSelective(flags)) return undefined;
      // Steps done before a failure are billed too.
      const done = StackPlan.of(result.steps, entries);
      const cost = planned ? planned.cost : await costOfPlan(io, stack, done);
      return cost && { line: await costAfter(stack, cost, planned?.plan, done, result) };
    });
  };
  await stack.whileLocked(verb, () => reminding(io, stack, flags, call));
}

type CostOfOperation = (result: OperationResult, plan: StackPlan) => Promise<CostOfPlan | undefined>;

/** A failed preview has found a part of what would change, so it has no total. */
const costOfPreview =
  (io: Io, stack: LocalStack): CostOfOperation =>
  async ({ result }, plan) =>
    result === "succeeded" ? costOfPlan(io, stack, plan) : undefined;

const planOptions = (stack: LocalStack, flags: Flags): DisplayOptions => ({
  isPlan: true,
  plan: new StackPlan(entriesInFolder(stack.statesFolder)),
  isFull: flags.diff ?? false,
  isAll: flags.all ?? false,
});

/** The cost of each step, if prices could be read. */
function costOfSteps({ plan, cost: { catalog } = { line: undefined } }: Omit<Shown, "result">): CostOf | undefined {
  return catalog && ((step) => deltaOf(priced(plan.of(step), catalog)));
}

/** Shows a preview again, with every change. */
function showAgain(io: Io, planned: Shown, output: Output, options: DisplayOptions): void {
  const { diagnostics, steps } = planned.result;
  const display = displayOn(io, output, { ...options, plan: planned.plan });
  for (const { message, severity, urn } of diagnostics)
    if (urn !== undefined && severity !== "error")
      display.onEvent({ kind: "diagnostic", diagnostic: { message, severity, urn } });
  for (const step of steps) display.onEvent({ kind: "step-done", step });
  display.showPlan(costOfSteps(planned));
}

/** Prints the open creates of interrupted runs at the end, however the call ends. */
async function reminding<R>(
  io: Io,
  stack: LocalStack,
  flags: OperationFlags,
  call: (said: string[]) => Promise<R>,
): Promise<R> {
  const said: string[] = [];
  try {
    return await call(said);
  } catch (error) {
    said.push(messageOf(error));
    throw error;
  } finally {
    await remindOfAttempts(io, flags, stack, said);
  }
}

/** The display goes to stdout as with the CLI, unless a program reads JSON there. */
const displayOf = ({ stdout, stderr }: Io, { json, events, markdown }: OperationFlags): Output =>
  json || events || markdown ? stderr : stdout;

async function show(
  io: Io,
  flags: OperationFlags,
  options: DisplayOptions,
  { title, command, stack }: { readonly title: string; readonly command: string; readonly stack: LocalStack },
  run: Run,
  said: string[],
  costOf: CostOfOperation,
  output = displayOf(io, flags),
): Promise<Shown> {
  writeLine(output, title);
  const plan = options.plan ?? new StackPlan();
  const display = displayOn(io, output, { ...options, plan });
  const insisted = new AbortController();
  const quiet = [
    listen(io.signal, () => display.say(options.isPlan ? stoppingPlan : stopping)),
    io.onInsist(() => insisted.abort()),
  ];
  try {
    const ran = await run({
      signal: io.signal,
      terminate: insisted.signal,
      onEvent: (event) => {
        if (flags.events) writeLine(io.stdout, JSON.stringify(event));
        if (!options.planned) plan.note(event);
        if (event.kind === "diagnostic") said.push(event.diagnostic.message);
        // The display's end reports the stop itself.
        if (!isStop(io, event)) display.onEvent(event);
      },
    });
    if (ran.result === "succeeded") plan.end();
    const left = options.isPlan && ran.result === "succeeded" ? await jobsLeftIn(io, stack, plan) : [];
    for (const diagnostic of left) display.onEvent({ kind: "diagnostic", diagnostic });
    const result = { ...ran, diagnostics: [...ran.diagnostics, ...left] };
    const cost = await costOf(result, plan);
    const isStopped = io.signal.aborted && result.result === "failed";
    const stopped = isStopped ? whoStopped(io.signal) : undefined;
    display.finish(result, { command, stopped, cost: cost?.line, costOf: costOfSteps({ plan, cost }) });
    const digest = toDigest(result, options.isPlan ? { effects: plan.effects, catalog: cost?.catalog } : undefined);
    if (flags.json) writeDocument(io.stdout, "operation", digest);
    if (flags.markdown) await writeMarkdown(io, digest, plan, cost);
    if (stopped !== undefined) throw new CommandFailure("", exitCodeOf(io.signal));
    if (result.result === "failed") throw new CommandFailure(`${title.split(" (")[0]} failed`, 1, true);
    return { result, plan, cost };
  } catch (error) {
    // The CLI's exit code.
    if (insisted.signal.aborted && error instanceof Error)
      throw new CommandFailure(
        options.isPlan ? "The preview was ended at once. Nothing was changed." : error.message,
        8,
      );
    throw error;
  } finally {
    for (const stop of quiet) stop();
    display.close();
  }
}

async function writeMarkdown(io: Io, digest: object, plan: StackPlan, cost: CostOfPlan | undefined): Promise<void> {
  const { planInMarkdown } = await import("./markdown.js");
  const document = PreviewDocument.parse(digest);
  writeLine(io.stdout, planInMarkdown(titleOf(document.steps, "Preview"), document, plan.effects, cost?.line));
}

const stopping =
  "Stopping. Steps that are running finish and are saved; no other step starts. Press Ctrl-C again to abandon the " +
  "running steps: the platform may still complete them, and the state keeps a note of each.";

const stoppingPlan = "Stopping the preview, which changes nothing. Press Ctrl-C again to end it at once.";

const isStop = ({ signal }: Io, event: EngineEvent): boolean =>
  signal.aborted && event.kind === "diagnostic" && / canceled$/.test(event.diagnostic.message);

/** `by you` for Ctrl-C; otherwise the signal's reason. */
function whoStopped({ reason }: AbortSignal): string {
  const said = reason instanceof Error ? reason.message.replace(/\.$/, "") : "";
  if (said === "" || /SIGINT/.test(said) || !(reason instanceof CommandFailure)) return "by you";
  return said.startsWith("Stopped ")
    ? said.slice("Stopped ".length)
    : `because ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

const exitCodeOf = ({ reason }: AbortSignal): number => (reason instanceof CommandFailure ? reason.exitCode : 130);

function listen(signal: AbortSignal, call: () => void): () => void {
  signal.addEventListener("abort", call, { once: true });
  return () => signal.removeEventListener("abort", call);
}
