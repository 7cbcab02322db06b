import type { Attempt } from "../../provider/create/journal/attempt";
import type { Journal } from "../../provider/create/journal/journal";
import type { Io } from "../io";
import type { Settings } from "../../client/settings/settings";
import { type PlatformFlags, platformSettings } from "../platform";
import type { Account } from "../state/accounts";
import { parseUrn } from "../../plugin/names";
import { backendUrlOf } from "../state/elsewhere";
import type { Kind, Stack } from "../state/deployment";
import type { OpenAttempt } from "../../provider/create/journal/open-attempts";

export type { OpenAttempt } from "../../provider/create/journal/open-attempts";

/** The stack in question. */
export interface Which {
  readonly project: string;
  readonly stack: string;
}

/** The open attempts of a stack, and their journal. */
export interface StackJournal {
  readonly attempts: readonly OpenAttempt[];
  /** Objects that these runs made and had in their state. */
  readonly made: readonly MadeObject[];
  /** Forgets an attempt. */
  drop(attempt: OpenAttempt): Promise<void>;
}

/**
 * Reads the provider's journal of creates on this machine: objects left by interrupted runs of these stacks, outside of
 * every state.
 */
export async function readJournal(
  io: Io,
  flags: PlatformFlags,
  which: readonly Which[],
  directory: string,
  known: Pick<Stack, "resources">,
  from?: Settings,
): Promise<StackJournal> {
  const [{ lookIntoJournal }, { openAttempts }, { notInState }, { findBackend }, { stackKeyOf }, { isAlive }] =
    await Promise.all([
      import("../../provider/create/journal/open.js"),
      import("../../provider/create/journal/open-attempts.js"),
      import("./open-attempts.js"),
      import("../../provider/create/journal/backend.js"),
      import("../../provider/state/identity.js"),
      import("../../provider/create/journal/process-identity.js"),
    ]);
  const settings = from ?? (await platformSettings(io, flags));
  const journal = lookIntoJournal(settings, io.env);
  const found: OpenAttempt[] = [];
  const made: MadeObject[] = [];
  for (const { project, stack } of which) {
    const asked = {
      stacks: new Set([stackKeyOf(stack, project)]),
      backend: (await findBackend(await environment(io, flags), directory, project)).key,
      isAlive,
    };
    found.push(...(await openAttempts(journal, asked)));
    made.push(...(await madeIn(journal, asked)));
  }
  return {
    attempts: notInState(found, known.resources),
    made,
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
  const { resourceKeyOf } = await import("../../provider/state/identity.js");
  const journals = await Promise.all(accounts.map(({ settings }) => read(settings)));
  const isOwn = ({ isElsewhere, isVouched }: OpenAttempt) => !isElsewhere && isVouched;
  const ofAccount = ({ id, key }: OpenAttempt): number => {
    const began = journals.findIndex(({ attempts }) => attempts.some((one) => one.id === id && isOwn(one)));
    const has = accounts.findIndex(({ resources }) => resources.some(({ urn }) => resourceKeyOf(urn) === key));
    return [began, has, 0].find((at) => at >= 0)!;
  };
  const made = new Map(journals.flatMap((journal) => journal.made).map((one) => [`${one.kind} ${one.id}`, one]));
  return journals.map((journal, at) => ({
    ...journal,
    attempts: journal.attempts.filter((attempt) => ofAccount(attempt) === at),
    // Each account tells whether an object is its own.
    made: [...made.values()],
  }));
}

/** The backend that the state was read from. A state from a file may be of any backend. */
const environment = async (io: Io, { file }: PlatformFlags) =>
  file === undefined ? { ...io.env, PULUMI_BACKEND_URL: await backendUrlOf(io) } : io.env;

/** The stacks in the URNs of a state. */
export const stacksOf = ({ prefixes }: Pick<Stack, "prefixes">): Which[] =>
  prefixes.map((prefix) => {
    const { stack, project } = parseUrn(prefix);
    return { stack, project };
  });

/** An object that a run of the stack made on this machine and handed to the engine, by the journal. */
export interface MadeObject {
  readonly kind: Kind;
  readonly id: string;
  /** The name in its create. */
  readonly name: string;
  /** The key of the resource that it was made for. */
  readonly key: string;
  /** It was made with another API key, and may be in another account. */
  readonly isOfOtherKey?: true;
}

/** Finds the objects that runs of these stacks made. */
export async function madeIn(
  journal: Journal,
  { stacks, backend }: { readonly stacks: ReadonlySet<string>; readonly backend: string },
): Promise<MadeObject[]> {
  const isAsked = (maker: Attempt) => maker.stack !== undefined && stacks.has(maker.stack) && maker.backend === backend;
  return (await journal.owned()).flatMap((maker) => {
    const { kind, made: id, name, key, isVouched } = maker;
    return id !== undefined && isAsked(maker)
      ? [{ kind: kind as Kind, id, name, key, ...(!isVouched && { isOfOtherKey: true }) }]
      : [];
  });
}
