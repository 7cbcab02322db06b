import type { Register } from "../register";
import { addConsentFlags, addOperationFlags, openStack, type OperationFlags } from "../stack/flags";
import { consentAndPerform } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly expectNoChanges?: boolean;
  readonly refresh?: boolean;
}

export const registerUp: Register = (program, io) => {
  const command = program.command("up").alias("update").description("run the program and make what it asks for true");
  addConsentFlags(addOperationFlags(command))
    .option("-r, --refresh", "refresh first")
    .option("--expect-no-changes", "fail when there is anything to do")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const { expectNoChanges = false, refresh = false } = flags;
      await consentAndPerform(io, stack, flags, {
        verb: "update",
        preview: (call) => stack.preview({ ...call, expectNoChanges }),
        perform: (call) => stack.up({ ...call, expectNoChanges, refresh }),
      });
    });
};
