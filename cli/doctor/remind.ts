import type { LocalStack } from "../../engine/index";
import { type Io, messageOf, writeSentences } from "../io";
import { MistypedStack } from "../stack/flags";
import { emptyStack } from "../state/deployment";
import type { Settings } from "../../client/settings/settings";
import { AccountBook } from "../state/accounts";
import { openKeys, stateOf } from "../state/load-stack";
import { journalsOf, readJournal, untold } from "./journal";

/** Names what interrupted runs of the stack left, unless `said` does. The operation succeeds even if this fails. */
export async function remindOfAttempts(io: Io, stack: LocalStack, said: readonly string[]): Promise<void> {
  const flags = { stack: stack.name };
  try {
    const { sentencesOf } = await import("../../provider/journal/open-attempts.js");
    const { project, name } = stack;
    const which = [{ project: project.name, stack: name }];
    const stored = await stateOf(stack).catch(() => undefined);
    const state = stored ? await openKeys(io, stored) : emptyStack;
    const pending = state.pending.map(({ resource }) => resource);
    const whole = { ...state, resources: [...state.resources, ...pending] };
    const { groups } = await new AccountBook(io, flags).groupsOf(whole);
    const read = (settings: Settings) => readJournal(io, flags, which, project.programDir, state, settings);
    const attempts = (await journalsOf(groups, read)).flatMap((journal) => journal.attempts);
    for (const sentence of sentencesOf(untold(attempts, said))) writeSentences(io.stderr, [`warning: ${sentence}.`]);
  } catch (error) {
    const why = messageOf(error);
    // A stack that `up --create` was about to create has left nothing.
    if (error instanceof MistypedStack || said.includes(why)) return;
    writeSentences(io.stderr, [
      `warning: the journal of creates could not be read, so interrupted creates can't be reported: ${why}`,
    ]);
  }
}
