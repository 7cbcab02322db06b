import type { Mending, StackReport } from "../documents/keep";
import { CommandFailure, type Io, messageOf } from "../io";
import { changesBeyond, mendedBy } from "../stack/beyond-drift";
import { type Judge, refreshingUp } from "../stack/refreshing-up";
import type { StateFlags } from "../state/load-stack";

/**
 * Runs `up --refresh`, under the lock if the state is in a folder, provided that it only puts back what the state holds.
 *
 * @param isAll also carries out any other plan.
 */
export async function mend(io: Io, flags: StateFlags, report: StackReport, isAll: boolean): Promise<Mending> {
  const { stack, drift } = report;
  let refused: string[] = [];
  const judge: Judge = (asked, planned) => {
    refused = isAll ? [] : changesBeyond(asked, planned, drift);
    if (refused.length > 0) throw new CommandFailure((refused = [...refused, toDo]).join(" "));
  };
  const now = () => new Date(io.now()).toISOString();
  try {
    const { steps, failures } = await refreshingUp(io, flags, judge);
    const at = now();
    return {
      stack,
      at,
      mended: mendedBy(steps, drift, at),
      refused: failures.length > 0 ? [...failures.map(inSentence), notAgain] : [],
    };
  } catch (error) {
    io.signal.throwIfAborted();
    return { stack, at: now(), mended: [], refused: refused.length > 0 ? refused : [inSentence(messageOf(error))] };
  }
}

const toDo = "Run `up` yourself, or pass --mend=all.";
const notAgain = "The state has what was read of the rest, so no later pass finds it: run `up` yourself.";
const inSentence = (text: string): string => `${text.replace(/\.$/, "")}.`;
