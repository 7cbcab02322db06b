import type { LocalStack } from "../../engine/index";
import { type Io, writeSentences } from "../io";
import type { StackFlags } from "../stack/flags";
import { readDeployment, type Stack } from "../state/deployment";
import { readJournal } from "./journal";

const nothing: Stack = { resources: [], pending: [], providers: [] };

/**
 * Names what interrupted runs of the stack may have left on the platform, unless the provider has just said so itself:
 * where the state is empty, no provider runs. An operation does not fail over it.
 *
 * @param said what was said while the operation ran.
 */
export async function remindOfAttempts(
  io: Io,
  flags: StackFlags,
  stack: LocalStack,
  said: readonly string[],
): Promise<void> {
  try {
    const { reminders } = await import("../../provider/create/journal/open-attempts.js");
    const { project, name } = stack;
    const which = [{ project: project.name, stack: name }];
    const { attempts } = await readJournal(io, flags, which, project.programDir, await stateOf(stack));
    for (const sentence of reminders(attempts, said)) writeSentences(io.stderr, [`warning: ${sentence}`]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    writeSentences(io.stderr, [
      `warning: the journal of creates could not be read, so interrupted creates can't be reported: ${why}`,
    ]);
  }
}

async function stateOf(stack: LocalStack): Promise<Stack> {
  const exported = await stack.exportState().catch(() => undefined);
  return exported ? readDeployment(JSON.stringify(exported), stack.name) : nothing;
}
