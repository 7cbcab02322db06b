import type { Register } from "../register";
import { addConsentFlags, addOperationFlags, openStack, type OperationFlags } from "../stack/flags";
import { consentAndPerform, showPlan } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly previewOnly?: boolean;
}

export const registerDestroy: Register = (program, io) => {
  const command = program.command("destroy").alias("down").description("delete everything the stack has made");
  addConsentFlags(addOperationFlags(command))
    .option("--preview-only", "only show what would be deleted")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const preview = (call: object) => stack.destroy({ ...call, previewOnly: true });
      if (flags.previewOnly) {
        await showPlan(io, stack, flags, preview);
        return;
      }
      await consentAndPerform(io, stack, flags, { verb: "destroy", preview, perform: (call) => stack.destroy(call) });
    });
};
