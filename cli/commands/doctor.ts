import { type KindName, kindNames } from "../../provider/kinds/names";
import { spellingOf, warningIn } from "../../plugin/failures";
import { viewOf } from "../../provider/state/sighting";
import { type Where, wordingOf } from "../doctor/as-printed";
import { diagnose, type Surroundings } from "../doctor/diagnose";
import { endAttempt, endingOf } from "../doctor/end-attempt";
import { type Finding, printable } from "../doctor/finding";
import { findingLines, isInNoState } from "../doctor/show";
import { leftObjects } from "../doctor/in-no-state";
import { letGo } from "../doctor/let-go";
import { inOtherStacks, isAmong, placeOf } from "../doctor/holders";
import { isCalled, journalsOf, readJournal, type StackJournal, stacksOf, type Which } from "../doctor/journal";
import { CommandFailure, foundCode, type Io, messageOf, type Register, writeLine, writeSentences } from "../io";
import { knownResources } from "../import/known";
import { catalogOf } from "../platform";
import { type Account, AccountBook, inAccount, refuseSealed } from "../state/accounts";
import { emptyStack, onPlatformOf, type Stack, type StackResource } from "../state/deployment";
import { findStack, stacksHere } from "../stack/flags";
import { backendUrlOf, namedBackend } from "../state/backend";
import { plainName } from "../state/pulumi-cli";
import { addStateFlags, loadStack, type StateFlags } from "../state/load-stack";
import { readPlatformObjects } from "../state/platform-objects";

interface Flags extends StateFlags {
  readonly json?: boolean;
  readonly delete?: string;
  readonly letGo?: readonly string[];
  readonly check?: boolean;
  readonly yes?: boolean;
}

export const registerDoctor: Register = (program, io) => {
  addStateFlags(
    program
      .command("doctor")
      .description("list interrupted operations, missing resources and orphans; exits with 2 if it lists any"),
  )
    .option("-j, --json", "print JSON")
    .option(
      "--delete <id>",
      "clean up after an interrupted run: delete the object that this attempt created, and forget the attempt",
    )
    .option(
      "--let-go <ids...>",
      "leave objects alone: take the mark off their names, and forget that runs of this stack made them",
    )
    .option("--check", "list only objects that runs of the stack made and no state contains")
    .option("-y, --yes", "do not ask before deleting")
    .action(async (flags: Flags) => {
      const { stack, missing } = await loadOrMissing(io, flags);
      const looks = await lookEverywhere(io, flags, stack).catch((error: unknown) => {
        throw missing ? cannotLook(missing, error) : error;
      });
      const all = await inStatesOf(io, flags);
      const inStates = looks.map(({ account }) => onPlatformOf(viewOf(account.settings).here, all));
      const holders = inOtherStacks(stack, inStates.flat());
      const findings = unrepeated(
        looks.flatMap((look, at) => diagnoseOne(look, stack, { inStates: inStates[at]!, holders })),
      );
      const isOwn = isAmong(stack.resources);
      if (flags.letGo) {
        const places = looks.map(({ account, objects, journal }) => ({ client: account.client, objects, journal }));
        const ownerOf = (kind: KindName, id: string) =>
          isOwn(kind, id) ? "the state of this stack has it" : holders.get(placeOf(kind, id));
        for (const id of flags.letGo) writeSentences(io.stdout, [await letGo(id, places, ownerOf)]);
        return;
      }
      if (missing && findings.length === 0) throw missing;
      if (flags.delete !== undefined) {
        const isMeant = isCalled(flags.delete);
        const { account, objects, journal } = looks.find((look) => look.journal.attempts.some(isMeant)) ?? looks[0]!;
        const ending = endingOf(flags.delete, journal.attempts, objects, isOwn, holders);
        return endAttempt(io, account.client, journal, ending, flags.yes ?? false);
      }
      const where = { ...flags, known: stack };
      const worded = await wordingOf(io, where);
      const listed = flags.check ? findings.filter(isInNoState) : findings;
      const spelling = await spellingOf(io.cwd);
      const told = listed.map((one) => ({ ...one, nextStep: warningIn(worded(one.nextStep), spelling) }));
      if (missing) writeSentences(io.stderr, [`warning: ${missing.message}. This is what runs of such a stack left.`]);
      if (flags.json) writeLine(io.stdout, JSON.stringify({ findings: printable(told) }, undefined, 2));
      else if (told.length === 0) writeSentences(io.stdout, [worded(nothingFound(where, flags.check))]);
      else for (const line of findingLines(told, io.stdout)) io.stdout.writePainted(`${line}\n`);
      // The details are printed already.
      if (told.length > 0) throw new CommandFailure("", foundCode);
    });
};

/** A removed stack has no state, but the journal may know objects that its runs left. */
async function loadOrMissing(io: Io, flags: Flags): Promise<{ stack: Stack; missing?: Error }> {
  try {
    return { stack: await loadStack(io, flags) };
  } catch (error) {
    if (flags.file !== undefined || !(error instanceof Error)) throw error;
    const name = await findStack(io, flags);
    if ((await stacksHere(io)).known.includes(name)) throw error;
    return { stack: emptyStack, missing: error };
  }
}

const cannotLook = (missing: Error, error: unknown): CommandFailure => {
  const why = messageOf(error);
  return new CommandFailure(
    `${missing.message}. What runs of such a stack may have left can't be looked up either. ${why}`,
  );
};

type Look = Awaited<ReturnType<typeof lookAt>>;

async function lookEverywhere(io: Io, flags: Flags, stack: Stack): Promise<Look[]> {
  const pending = stack.pending.map(({ resource }) => resource);
  const accounts = await new AccountBook(io, flags).read({ ...stack, resources: [...stack.resources, ...pending] });
  refuseSealed(accounts);
  const directory = io.cwd;
  const which = await stacksAsked(io, flags, stack, directory);
  const journals = await journalsOf(accounts.reached, (settings) =>
    readJournal(io, flags, which, directory, stack, settings),
  );
  return Promise.all(
    accounts.reached.map((account, at) => inAccount(account, lookAt(account, stack, journals[at]!, io.signal))),
  );
}

/** One account with its objects, and the stack's resources in it. */
async function lookAt(account: Account, whole: Stack, journal: StackJournal, signal: AbortSignal) {
  const isHere = new Set(account.resources);
  const stack: Stack = {
    ...whole,
    resources: whole.resources.filter((resource) => isHere.has(resource)),
    pending: whole.pending.filter(({ resource }) => isHere.has(resource)),
  };
  const made = journal.attempts.flatMap(({ kind, made: id }) =>
    id === undefined ? [] : [{ kind: kind as KindName, id }],
  );
  const objects = await readPlatformObjects(account.client, kindNames, [...account.resources, ...made], signal);
  const ids = new Set(whole.resources.map(({ id }) => id));
  const left = leftObjects(journal.marks, whole, objects, (_, id) => ids.has(id));
  // Prices are read only if objects are left, or creates open.
  const hasCosts = left.length + journal.attempts.length > 0;
  const prices = hasCosts ? await catalogOf(account.client, signal).catch(() => undefined) : undefined;
  return { account, stack, journal, objects, prices };
}

/** An account's other objects are compared only with the stack's resources in that account. */
function diagnoseOne({ account, stack, journal, objects, prices }: Look, whole: Stack, elsewhere: Surroundings) {
  const others = whole.resources.filter((resource) => !stack.resources.includes(resource));
  const { here } = account;
  return diagnose(stack, objects, journal.attempts, { here, others, ...elsewhere, marks: journal.marks, prices });
}

/** Two keys may see one object. */
const unrepeated = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [JSON.stringify([one.problem, one.urn, one.what]), one])).values(),
];

/** The stacks in question. A stack's state may be empty; a state from a file names its stack only in its entries. */
async function stacksAsked(io: Io, flags: Flags, stack: Stack, directory: string): Promise<Which[]> {
  const { file, stack: called } = flags;
  if (file !== undefined && (called === undefined || stack.prefixes.length > 0)) return stacksOf(stack);
  const { readProject } = await import("../../engine/project/project.js");
  const name = file === undefined ? plainName(await findStack(io, flags)) : called!;
  return [{ project: (await readProject(directory)).name, stack: name }];
}

async function inStatesOf(io: Io, { file }: Flags): Promise<readonly StackResource[]> {
  // A state from a file may belong to any backend.
  const url = file === undefined ? await backendUrlOf(io) : await namedBackend(io);
  if (url === undefined) return [];
  try {
    return await knownResources({ ...io, cwd: io.cwd, env: { ...io.env, PULUMI_BACKEND_URL: url } }, []);
  } catch (error) {
    if (error instanceof CommandFailure) return [];
    throw error;
  }
}

function nothingFound(where: Where, isCheck = false): string {
  const strays = "To find objects that no stack knows, run `import --all`.";
  const { known, file, stack } = where;
  if (file !== undefined && stack === undefined && known.prefixes.length === 0)
    return `The state is empty and does not say of which stack it is. To see what interrupted runs have left, pass --stack. ${strays}`;
  if (isCheck) return `Nothing to do: no run of this stack has left anything that no state has. ${strays}`;
  return known.resources.length === 0
    ? `The state has no resources, and no interrupted run has left anything. ${strays}`
    : `Nothing to do: everything in the state exists, and nothing else is named like it. ${strays}`;
}
