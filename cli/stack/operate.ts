import type { EngineEvent, LocalStack, OperationCallOptions, OperationResult } from "../../engine/index";
import { entriesInFolder } from "../../provider/ownership/states";
import { isCost } from "../../provider/cost/money";
import { writeDocument } from "../documents/write";
import { remindOfAttempts } from "../doctor/journal";
import { agree, requireTerminal } from "../prompt";
import { CommandFailure, type Io, messageOf, type Output, writeLine } from "../io";
import { toDigest } from "./digest";
import { costAfter, costOfPlan, platformOf } from "./cost-of-plan";
import { type DisplayOptions, displayOn } from "./display";
import type { Ending } from "./end";
import { unfinishedJobsIn } from "./unfinished-jobs";
import { isSelective, type OperationFlags as Flags } from "./flags";
import { titleOf } from "../state/deployment";
import { StackPlan } from "./plan";
import { PreviewDocument } from "./preview-document";

type Run = (options: OperationCallOptions) => Promise<OperationResult>;

interface Operation {
  readonly verb: "update" | "refresh" | "destroy";
  readonly preview: Run;
  /** Judges the preview. @throws CommandFailure if it must not be carried out. */
  readonly accept?: (planned: OperationResult) => void;
  readonly perform: Run;
}

interface Shown {
  readonly result: OperationResult;
  readonly plan: StackPlan;
}

/** One run of an operation, as it is shown. */
interface Showing {
  readonly title: string;
  /** The command that continues after an early end. */
  readonly command: string;
  readonly stack: LocalStack;
  readonly run: Run;
  /** Receives the messages. */
  readonly said: string[];
  readonly costOf: (result: OperationResult) => Promise<Pick<Ending, "cost" | "done">>;
}

/** Runs a preview and shows it. @throws CommandFailure if it fails. */
export async function showPlan(io: Io, stack: LocalStack, flags: Flags, run: Run): Promise<void> {
  const showing = { title: "Previewing", command: "compute preview", stack, run };
  await reminding(io, stack, (said) => showPreview(io, flags, { ...showing, said }));
}

/** Previews, asks, then performs, under one lock. @throws CommandFailure if it fails, or nobody agrees. */
export async function consentAndPerform(io: Io, stack: LocalStack, flags: Flags, operation: Operation): Promise<void> {
  const { verb, preview, perform } = operation;
  if (flags.previewOnly) return showPlan(io, stack, flags, preview);
  if (!flags.yes) requireTerminal(io, `the ${verb}`);
  const { all: isAll = false } = flags;
  const call = async (said: string[]) => {
    const common = { command: `compute ${verb === "update" ? "up" : verb}`, stack, said };
    const output = displayOf(io, flags);
    const unwritten = { ...flags, json: false, events: false };
    const previewing = { ...common, title: `Previewing ${verb}`, run: preview };
    const planned = flags.skipPreview ? undefined : await showPreview(io, unwritten, previewing, output);
    if (planned) operation.accept?.(planned.result);
    const showDetails =
      planned &&
      (() => {
        const { plan, result } = planned;
        const about = result.diagnostics.filter(({ urn, severity }) => urn !== undefined && severity !== "error");
        displayOn(io, output, { isPlan: true, isFull: true, isAll, plan }).showPlan(result.steps, about);
      });
    if (!flags.yes) await agree(io, `Do you want to perform this ${verb}?`, showDetails);
    const entries = entriesInFolder(stack.statesFolder);
    const plan = planned?.plan ?? new StackPlan(entries);
    const options = { isPlan: false, isAll, plan, planned: planned?.result };
    const costOf: Showing["costOf"] = async (result) => {
      // Steps done before a failure are billed too.
      const done = planned ? StackPlan.of(result.steps, entries) : plan;
      if (planned) done.catalog = plan.catalog;
      else if (!isSelective(flags)) await costOfPlan(io, done, platformOf(io, stack));
      const cost = isSelective(flags) ? undefined : await costAfter(stack, planned?.plan, done, result);
      return { cost, done };
    };
    await show(io, flags, options, { ...common, title: `Performing ${verb}`, run: perform, costOf });
  };
  await stack.whileLocked(verb, () => reminding(io, stack, call));
}

function showPreview(io: Io, flags: Flags, showing: Omit<Showing, "costOf">, output?: Output): Promise<Shown> {
  const { stack } = showing;
  const plan = new StackPlan(entriesInFolder(stack.statesFolder));
  const options = { isPlan: true, plan, isFull: flags.diff ?? false, isAll: flags.all ?? false };
  // A failed preview has found a part of what would change, so it has no total.
  const costOf: Showing["costOf"] = async ({ result }) => {
    const cost = await costOfPlan(io, plan, platformOf(io, stack));
    return { cost: result === "succeeded" ? cost : undefined };
  };
  return show(io, flags, options, { ...showing, costOf }, output);
}

/** Prints the open creates of interrupted runs at the end, however the call ends. */
async function reminding<R>(io: Io, stack: LocalStack, call: (said: string[]) => Promise<R>): Promise<R> {
  const said: string[] = [];
  try {
    return await call(said);
  } catch (error) {
    said.push(messageOf(error));
    throw error;
  } finally {
    await remindOfAttempts(io, stack, said);
  }
}

/** The display goes to stdout as with the CLI, unless a program reads JSON there. */
const displayOf = ({ stdout, stderr }: Io, { json, events, markdown }: Flags): Output =>
  json || events || markdown ? stderr : stdout;

async function show(
  io: Io,
  flags: Flags,
  options: DisplayOptions,
  { title, command, stack, run, said, costOf }: Showing,
  output = displayOf(io, flags),
): Promise<Shown> {
  writeLine(output, `${title} (${stack.name}):`);
  const { plan } = options;
  const display = displayOn(io, output, options);
  const insisted = new AbortController();
  const end = new AbortController();
  const onStop = () => display.say(options.isPlan ? stoppingPlan : stopping);
  io.signal.addEventListener("abort", onStop, { once: true, signal: end.signal });
  const calm = io.onInsist(() => insisted.abort());
  try {
    const ran = await run({
      signal: io.signal,
      terminate: insisted.signal,
      onEvent: (event) => {
        if (flags.events) writeLine(io.stdout, JSON.stringify(event));
        if (!options.planned) plan.note(event);
        if (event.kind === "diagnostic") said.push(event.diagnostic.message);
        // The display's end reports the stop itself.
        if (!isStop(io, event) && !(event.kind === "diagnostic" && isCost(event.diagnostic))) display.onEvent(event);
      },
    });
    if (ran.result === "succeeded") plan.end();
    const left = options.isPlan && ran.result === "succeeded" ? await unfinishedJobsIn(io, stack, plan) : [];
    for (const diagnostic of left) display.onEvent({ kind: "diagnostic", diagnostic });
    const diagnostics = ran.diagnostics.filter((each) => !isCost(each));
    const result = { ...ran, diagnostics: [...diagnostics, ...left] };
    const costs = await costOf(result);
    const isStopped = io.signal.aborted && result.result === "failed";
    const stopped = isStopped ? whoStopped(io.signal) : undefined;
    display.finish(result, { command, stopped, ...costs });
    const digest = toDigest(result, options.isPlan ? plan.effects : undefined);
    if (flags.json) writeDocument(io.stdout, "operation", digest);
    if (flags.markdown) await writeMarkdown(io, digest, plan, costs.cost);
    if (stopped !== undefined) throw new CommandFailure("", exitCodeOf(io.signal));
    if (result.result === "failed") throw new CommandFailure(`${title} failed`, 1, true);
    return { result, plan };
  } catch (error) {
    // The CLI's exit code.
    if (insisted.signal.aborted && error instanceof Error)
      throw new CommandFailure(
        options.isPlan ? "The preview was ended at once. Nothing was changed." : error.message,
        8,
      );
    throw error;
  } finally {
    end.abort();
    calm();
    display.close();
  }
}

async function writeMarkdown(io: Io, digest: object, plan: StackPlan, cost: string | undefined): Promise<void> {
  const { planInMarkdown } = await import("./markdown.js");
  const document = PreviewDocument.parse(digest);
  writeLine(io.stdout, planInMarkdown(titleOf(document.steps, "Preview"), document, plan.effects, cost));
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
