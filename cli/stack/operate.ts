import type { LocalStack, OperationCallOptions, OperationResult } from "../../engine/index";
import { remindOfAttempts } from "../doctor/remind";
import { CommandFailure, type Io, type Output, writeLine } from "../io";
import { toDigest } from "./digest";
import { showCost } from "./cost-of-plan";
import { dataLostWith } from "./data-lost";
import { Display, type DisplayOptions } from "./display";
import { isSelective, type OperationFlags, type ReplaceFlags, type SelectionFlags } from "./flags";

type Flags = OperationFlags & SelectionFlags & ReplaceFlags;

type Run = (options: OperationCallOptions) => Promise<OperationResult>;

interface Operation {
  /** As the question names it. */
  readonly verb: "update" | "refresh" | "destroy";
  readonly preview: Run;
  readonly perform: Run;
}

/** Runs a preview and shows it. @throws CommandFailure when it failed. */
export async function showPlan(io: Io, stack: LocalStack, flags: Flags, preview: Run): Promise<OperationResult> {
  const options = await planOptions(flags);
  return reminding(io, stack, flags, async (said) => {
    const planned = await show(io, flags, options, `Previewing (${stack.name}):`, preview, said);
    await showCost(io, stack, planned, displayOf(io, flags), isSelective(flags));
    return planned;
  });
}

/**
 * Previews, asks, then performs, all under one lock: nobody changes the stack between the preview and what follows it. Without a terminal to ask on, `--yes` is required.
 *
 * @throws CommandFailure when the operation failed, or was not agreed to.
 */
export async function consentAndPerform(io: Io, stack: LocalStack, flags: Flags, operation: Operation): Promise<void> {
  const { verb, preview, perform } = operation;
  if (!flags.yes && !io.isInteractive) {
    throw new CommandFailure(
      `Not running in a terminal, so the ${verb} can't be confirmed. Pass --yes. Nothing was changed.`,
    );
  }
  const call = async (said: string[]) => {
    let planned: OperationResult | undefined;
    if (!flags.skipPreview) {
      const unwritten = { ...flags, json: false, events: false };
      const title = `Previewing ${verb} (${stack.name}):`;
      planned = await show(io, unwritten, await planOptions(flags), title, preview, said, displayOf(io, flags));
      await showCost(io, stack, planned, displayOf(io, flags), isSelective(flags));
    }
    if (!flags.yes) await agree(io, verb, planned, displayOf(io, flags), await planOptions({ ...flags, diff: true }));
    const expected = planned?.steps.filter(({ op }) => op !== "same").length;
    await show(io, flags, { isPlan: false, expected }, `Performing ${verb} (${stack.name}):`, perform, said);
  };
  await stack.whileLocked(verb, () => reminding(io, stack, flags, call));
}

const planOptions = async (flags: Flags): Promise<DisplayOptions> => ({
  isPlan: true,
  isFull: flags.diff ?? false,
  isSelective: isSelective(flags),
  dataOf: await dataLostWith(),
});

/** Asks until the answer is yes or no; `details` shows the preview with everything that changes. */
async function agree(
  io: Io,
  verb: string,
  planned: OperationResult | undefined,
  output: Output,
  details: DisplayOptions,
): Promise<void> {
  const choices = planned ? "yes/no/details" : "yes/no";
  for (;;) {
    const answer = (await io.ask(`Do you want to perform this ${verb}? (${choices}) `)).trim();
    if (/^y(es)?$/i.test(answer)) return;
    if (!planned || !/^d(etails)?$/i.test(answer)) throw new CommandFailure("Declined. Nothing was changed.");
    const display = new Display(io, output, details);
    for (const { message, severity, urn } of planned.diagnostics)
      if (urn !== undefined && severity !== "error")
        display.onEvent({ kind: "diagnostic", diagnostic: { message, severity, urn } });
    for (const step of planned.steps) display.onEvent({ kind: "step-done", step });
    display.close();
  }
}

/** Ends with what interrupted runs have left, however the call ends. */
async function reminding<R>(
  io: Io,
  stack: LocalStack,
  flags: OperationFlags,
  call: (said: string[]) => Promise<R>,
): Promise<R> {
  const said: string[] = [];
  try {
    return await call(said);
  } finally {
    await remindOfAttempts(io, flags, stack, said);
  }
}

/** As with the CLI, people read the display on stdout, unless a program reads JSON there. */
const displayOf = ({ stdout, stderr }: Io, { json, events }: OperationFlags): Output =>
  json || events ? stderr : stdout;

async function show(
  io: Io,
  flags: OperationFlags,
  options: DisplayOptions,
  title: string,
  run: Run,
  said: string[],
  output = displayOf(io, flags),
): Promise<OperationResult> {
  writeLine(output, title);
  const display = new Display(io, output, options);
  const insisted = new AbortController();
  const quiet = [listen(io.signal, () => display.line(cancelling)), io.onInsist(() => insisted.abort())];
  try {
    const result = await run({
      signal: io.signal,
      terminate: insisted.signal,
      onEvent: (event) => {
        if (flags.events) writeLine(io.stdout, JSON.stringify(event));
        if (event.kind === "diagnostic") said.push(event.diagnostic.message);
        display.onEvent(event);
      },
    });
    display.finish(result);
    if (flags.json) writeLine(io.stdout, JSON.stringify(toDigest(result), undefined, 2));
    if (result.result === "failed")
      throw new CommandFailure(
        io.signal.aborted
          ? "The operation was stopped before it finished."
          : `${title.split(" (")[0]?.toLowerCase()} failed`,
      );
    return result;
  } catch (error) {
    // The same exit code as the CLI's.
    if (insisted.signal.aborted && error instanceof Error) throw new CommandFailure(error.message, 8);
    throw error;
  } finally {
    for (const stop of quiet) stop();
    display.close();
  }
}

const cancelling =
  "Stopping. Steps that are running finish and are saved; no other step starts. Press Ctrl-C again to abandon the\n" +
  "running steps: the platform may still complete them, and the state keeps a note of each.";

function listen(signal: AbortSignal, call: () => void): () => void {
  signal.addEventListener("abort", call, { once: true });
  return () => signal.removeEventListener("abort", call);
}
