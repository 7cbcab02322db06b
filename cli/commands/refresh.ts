import type { Register } from "../register";
import { addConsentFlags, addOperationFlags, openStack, type OperationFlags } from "../stack/flags";
import { consentAndPerform, showPlan } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly expectNoChanges?: boolean;
  readonly previewOnly?: boolean;
  readonly clearPendingCreates?: boolean;
}

export const registerRefresh: Register = (program, io) => {
  const command = program.command("refresh").description("bring the state up to what the platform has");
  addConsentFlags(addOperationFlags(command))
    .option("--preview-only", "only show what has drifted")
    .option("--expect-no-changes", "fail when anything has drifted")
    .option("--clear-pending-creates", "forget creates whose outcome is unknown")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const { expectNoChanges = false, clearPendingCreates = false } = flags;
      const options = { expectNoChanges, clearPendingCreates };
      const preview = (call: object) => stack.refresh({ ...call, ...options, previewOnly: true });
      if (flags.previewOnly) {
        await showPlan(io, stack, flags, preview);
        return;
      }
      const perform = (call: object) => stack.refresh({ ...call, ...options });
      await consentAndPerform(io, stack, flags, { verb: "refresh", preview, perform });
    });
};
