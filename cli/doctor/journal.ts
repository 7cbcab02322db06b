import { findBackend } from "../../provider/host/backend";
import { resourceKeyOf, stackKeyOf } from "../../provider/state/identity";
import { append } from "../../values/many";
import type { LocalStack } from "../../engine/index";
import { type Io, messageOf, writeSentences } from "../io";
import { MistypedStack } from "../stack/flags";
import type { Settings } from "../../client/settings/settings";
import { type Account, AccountBook } from "../state/accounts";
import { parseUrn } from "../../plugin/names";
import { backendUrlOf } from "../state/backend";
import { openKeys, stateOf, type StateFlags } from "../state/load-stack";
import { emptyStack, type Stack } from "../state/deployment";
import { isAmong } from "./holders";
import type { StackMark } from "./in-no-state";
import type { OpenAttempt } from "../../provider/journal/open-attempts";

export type { OpenAttempt } from "../../provider/journal/open-attempts";

export interface Which {
  readonly project: string;
  readonly stack: string;
}

export interface StackJournal {
  readonly attempts: readonly OpenAttempt[];
  /** The stacks, as marks identify them. */
  readonly marks: readonly StackMark[];
  drop(attempt: OpenAttempt): Promise<void>;
}

/** Reads the journal of this machine: creates of interrupted runs of these stacks, outside of every state. */
export async function readJournal(
  io: Io,
  flags: StateFlags,
  which: readonly Which[],
  directory: string,
  known: Pick<Stack, "resources">,
  settings: Settings,
): Promise<StackJournal> {
  const [{ lookIntoJournal }, { openAttempts }, { isAlive }] = await Promise.all([
    import("../../provider/journal/open-journal.js"),
    import("../../provider/journal/open-attempts.js"),
    import("../../provider/journal/process-identity.js"),
  ]);
  const journal = lookIntoJournal(settings, io.env);
  const found: OpenAttempt[] = [];
  const marks: StackMark[] = [];
  // A state from a file may be of any backend.
  const env = flags.file === undefined ? { ...io.env, PULUMI_BACKEND_URL: await backendUrlOf(io) } : io.env;
  for (const { project, stack } of which) {
    const backend = await findBackend(env, directory, project);
    const key = stackKeyOf(stack, project);
    append(found, await openAttempts(journal, { stacks: new Set([key]), backend: backend.key, isAlive }));
    marks.push({ backend: backend.id(), stack: key });
  }
  return {
    attempts: notInState(found, known.resources),
    marks,
    drop: (attempt) => journal.drop(attempt),
  };
}

/**
 * The journal as each account of the stack reads it, in their order. An attempt belongs to the account whose key began
 * it at its address, or else to the account of its resource, or else to the first.
 */
export async function journalsOf(
  accounts: readonly Pick<Account, "settings" | "resources">[],
  read: (settings: Settings) => Promise<StackJournal>,
): Promise<StackJournal[]> {
  const journals = await Promise.all(accounts.map(({ settings }) => read(settings)));
  const isOwn = ({ isElsewhere, isVouched }: OpenAttempt) => !isElsewhere && isVouched;
  const ofAccount = ({ id, key }: OpenAttempt): number => {
    const began = journals.findIndex(({ attempts }) => attempts.some((one) => one.id === id && isOwn(one)));
    const has = accounts.findIndex(({ resources }) => resources.some(({ urn }) => resourceKeyOf(urn) === key));
    return [began, has, 0].find((at) => at >= 0)!;
  };
  return journals.map((journal, at) => ({
    ...journal,
    attempts: journal.attempts.filter((attempt) => ofAccount(attempt) === at),
  }));
}

/** The attempts whose object is missing from a state, under every resource. */
export function notInState(attempts: readonly OpenAttempt[], resources: Parameters<typeof isAmong>[0]): OpenAttempt[] {
  const isThere = isAmong(resources);
  return attempts.filter(({ kind, made }) => made === undefined || !isThere(kind, made));
}

/** The open attempts that an operation has not mentioned: with an empty state, no provider runs. */
export const untold = (attempts: readonly OpenAttempt[], said: readonly string[]): OpenAttempt[] =>
  attempts.filter(({ made, name, isHanded }) => !isHanded && !said.some((text) => text.includes(made ?? name)));

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

/** Tells whether a person means the attempt by an id: its own, or that of its object. */
export const isCalled =
  (wanted: string) =>
  ({ id, made }: OpenAttempt): boolean =>
    wanted === made || wanted === id;

export const stacksOf = ({ prefixes }: Pick<Stack, "prefixes">): Which[] =>
  prefixes.map((prefix) => {
    const { stack, project } = parseUrn(prefix);
    return { stack, project };
  });
