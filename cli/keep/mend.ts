import type { Mending, StackReport } from "../documents/keep";
import { CommandFailure, type Io, messageOf } from "../io";
import { mendedBy, type PlannedStep, changesBeyond } from "../stack/beyond-drift";
import { findStack, openStackToRun } from "../stack/flags";
import { cliToRun, type Elsewhere } from "../state/elsewhere";
import type { StateFlags } from "../state/load-stack";

/**
 * Runs `up --refresh`, under the lock if the state is in a folder, provided that its plan only corrects drift.
 *
 * @param isAll also carries out any other plan.
 */
export async function mend(io: Io, flags: StateFlags, report: StackReport, isAll: boolean): Promise<Mending> {
  const { stack } = report;
  const now = () => new Date(io.now()).toISOString();
  let planned: readonly PlannedStep[] = [];
  let refused: string[] = [];
  const accept = (steps: readonly PlannedStep[]) => {
    planned = steps;
    refused = isAll ? [] : changesBeyond(steps, report.drift);
    if (refused.length > 0) throw new CommandFailure((refused = [...refused, toDo]).join(" "));
  };
  try {
    const elsewhere = await cliToRun(io);
    await (elsewhere ? mendElsewhere(elsewhere, await findStack(io, flags), accept) : mendHere(io, flags, accept));
    const at = now();
    return { stack, at, mended: mendedBy(planned, at), refused };
  } catch (error) {
    io.signal.throwIfAborted();
    return {
      stack,
      at: now(),
      mended: [],
      refused: refused.length > 0 ? refused : [`${messageOf(error).replace(/\.$/, "")}.`],
    };
  }
}

const toDo = "Run `up` yourself, or pass --mend=all.";

type Accept = (steps: readonly PlannedStep[]) => void;

async function mendElsewhere(elsewhere: Elsewhere, stack: string, accept: Accept): Promise<void> {
  const { readDocument, reportsOf } = await import("../stack/preview-document.js");
  const { out, code, failure } = await elsewhere.preview(stack, ["--refresh"]);
  if (code !== 0) throw failure;
  accept(reportsOf(readDocument(out, "What `pulumi preview --json` printed")));
  await elsewhere.up(stack, ["--refresh"]);
}

async function mendHere(io: Io, flags: StateFlags, accept: Accept): Promise<void> {
  const { consentAndPerform } = await import("../stack/operate.js");
  const stack = await openStackToRun(io, flags);
  // Standard output is reserved for the report.
  const own = { ...io, stdout: io.stderr };
  await consentAndPerform(
    own,
    stack,
    { ...flags, json: false, markdown: false, yes: true },
    {
      verb: "update",
      preview: (call) => stack.preview({ ...call, refresh: true }),
      accept: ({ steps }) => accept(steps),
      perform: (call) => stack.up({ ...call, refresh: true }),
    },
  );
}
