import type { Register } from "../register";
import { addOperationFlags, openStack, type OperationFlags } from "../stack/flags";
import { showPlan } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly expectNoChanges?: boolean;
  readonly refresh?: boolean;
}

export const registerPreview: Register = (program, io) => {
  addOperationFlags(program.command("preview").alias("pre").description("show what `up` would do, and change nothing"))
    .option("-r, --refresh", "refresh first")
    .option("--expect-no-changes", "fail when there is anything to do")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const { expectNoChanges = false, refresh = false } = flags;
      await showPlan(io, stack, flags, (call) => stack.preview({ ...call, expectNoChanges, refresh }));
    });
};
