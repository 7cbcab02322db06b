import type { LocalStack, OperationCallOptions, OperationResult } from "../../engine/index";
import { remindOfAttempts } from "../doctor/remind";
import { CommandFailure, type Io, type Output, writeLine } from "../io";
import { toDigest } from "./digest";
import { Display } from "./display";
import type { OperationFlags } from "./flags";

type Run = (options: OperationCallOptions) => Promise<OperationResult>;

interface Operation {
  /** `up`, `refresh`, `destroy`, as the question names it. */
  readonly verb: string;
  readonly preview: Run;
  readonly perform: Run;
}

/** Runs a preview and shows it. @throws CommandFailure when it failed. */
export async function showPlan(
  io: Io,
  stack: LocalStack,
  flags: OperationFlags,
  preview: Run,
): Promise<OperationResult> {
  return reminding(io, stack, flags, (said) => show(io, flags, true, `Previewing (${stack.name}):`, preview, said));
}

/**
 * Previews, asks, then performs. Without a terminal to ask on, `--yes` is required.
 *
 * @throws CommandFailure when the operation failed, or was not agreed to.
 */
export async function consentAndPerform(
  io: Io,
  stack: LocalStack,
  flags: OperationFlags,
  operation: Operation,
): Promise<void> {
  const { verb, preview, perform } = operation;
  if (!flags.yes && !io.isInteractive) {
    throw new CommandFailure(`nobody is here to ask: pass --yes to ${verb} without a question. Nothing was done.`);
  }
  await reminding(io, stack, flags, async (said) => {
    if (!flags.skipPreview) {
      const unwritten = { ...flags, json: false, events: false };
      await show(io, unwritten, true, `Previewing ${verb} (${stack.name}):`, preview, said, displayOf(io, flags));
    }
    if (!flags.yes) {
      const answer = await io.ask(`Do you want to perform this ${verb}? (yes/no) `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure("declined; nothing was done");
    }
    await show(io, flags, false, `Performing ${verb} (${stack.name}):`, perform, said);
  });
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
  isPlan: boolean,
  title: string,
  run: Run,
  said: string[],
  output = displayOf(io, flags),
): Promise<OperationResult> {
  writeLine(output, title);
  const display = new Display(io, output, isPlan);
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
        io.signal.aborted ? "stopped before the end" : `${title.split(" (")[0]?.toLowerCase()} failed`,
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
  "Stopping: what runs is finished and saved, nothing else is started. Press Ctrl-C again to give up on what runs;\n" +
  "it may still complete, and the state keeps a note of it.";

function listen(signal: AbortSignal, call: () => void): () => void {
  signal.addEventListener("abort", call, { once: true });
  return () => signal.removeEventListener("abort", call);
}
