import type { Register } from "../io";
import { addOperationFlags, openStack, type OperationFlags, selectionOf } from "../stack/flags";
import { consentAndPerform, showPlan } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly runProgram?: boolean;
  readonly expectNoChanges?: boolean;
  readonly previewOnly?: boolean;
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
      const { expectNoChanges = false, clearPendingCreates = false, runProgram = false } = flags;
      const options = { ...selectionOf(flags), clearPendingCreates, runProgram };
      const preview = (call: object) => stack.refresh({ ...call, ...options, previewOnly: true });
      if (flags.previewOnly) {
        await showPlan(io, stack, flags, (call) => preview({ ...call, expectNoChanges }));
        return;
      }
      const perform = (call: object) => stack.refresh({ ...call, ...options, expectNoChanges });
      await consentAndPerform(io, stack, flags, { verb: "refresh", preview, perform });
    });
};
