import type { Register } from "../io";
import { addOperationFlags, openStack, type OperationFlags, selectionOf } from "../stack/flags";
import { consentAndPerform } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly runProgram?: boolean;
  readonly expectNoChanges?: boolean;
  readonly clearPendingCreates?: boolean;
}

export const registerRefresh: Register = (program, io) => {
  const command = program.command("refresh").description("update the state to match the platform");
  addOperationFlags(command)
    .option("--run-program", "run the program too, so that providers use the current settings")
    .option("--preview-only", "only show what has drifted, and change nothing")
    .option("--expect-no-changes", "fail if anything has drifted")
    .option("--clear-pending-creates", "forget interrupted creates whose outcome is unknown")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const { expectNoChanges = false, clearPendingCreates = false, runProgram = false, previewOnly = false } = flags;
      const options = { ...selectionOf(flags), clearPendingCreates, runProgram };
      // A preview that is carried out may find changes; what carries it out must not.
      const ofPlan = { previewOnly: true, expectNoChanges: previewOnly && expectNoChanges };
      await consentAndPerform(io, stack, flags, {
        verb: "refresh",
        preview: (call) => stack.refresh({ ...call, ...options, ...ofPlan }),
        perform: (call) => stack.refresh({ ...call, ...options, expectNoChanges }),
      });
    });
};
