import { type Io, type Register, writeSentences } from "../io";
import {
  addContinueFlag,
  addOperationFlags,
  addReplaceFlags,
  openStackToRun,
  placeOfState,
  type OperationFlags,
  selectionOf,
} from "../stack/flags";
import { consentAndPerform } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly continueOnError?: boolean;
  readonly expectNoChanges?: boolean;
  readonly refresh?: boolean;
  readonly create?: boolean;
}

export const registerUp: Register = (program, io) => {
  const command = program
    .command("up")
    .alias("update")
    .description("deploy: create, update and delete resources to match the program");
  addContinueFlag(addReplaceFlags(addOperationFlags(command)))
    .option("-r, --refresh", "refresh the state first, so that drift is corrected")
    .option("--expect-no-changes", "fail if anything would change")
    .option("--create", "make the stack if it is new; needed where the project has other stacks")
    .action(async (flags: Flags) => {
      const stack = await openStackToRun(io, flags, (sentence) => isMeant(io, flags, sentence));
      const { expectNoChanges = false, refresh = false, continueOnError = false } = flags;
      const selection = selectionOf(flags);
      const isNew = !(await stack.siblings()).includes(stack.name);
      await consentAndPerform(io, stack, flags, {
        verb: "update",
        preview: (call) => stack.preview({ ...call, ...selection, refresh }),
        perform: (call) => stack.up({ ...call, ...selection, expectNoChanges, refresh, continueOnError }),
      });
      if (isNew) writeSentences(io.stderr, [placeOfState(stack)]);
    });
};

/** Tells whether to create a missing stack, by a flag or an answer on the terminal. */
async function isMeant(io: Io, { create, yes }: Flags, sentence: string): Promise<boolean> {
  if (create) return true;
  if (yes || !io.isInteractive) return false;
  return /^y(es)?$/i.test((await io.ask(`${sentence}. Make a new stack? (yes/no) `)).trim());
}
