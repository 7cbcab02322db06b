import type { Register } from "../register";
import {
  addOperationFlags,
  addReplaceFlags,
  addSelectionFlags,
  openStackToRun,
  updateSelectionOf,
} from "../stack/flags";
import type { OperationFlags, ReplaceFlags, SelectionFlags } from "../stack/flags";
import { showPlan } from "../stack/operate";

interface Flags extends OperationFlags, SelectionFlags, ReplaceFlags {
  readonly expectNoChanges?: boolean;
  readonly refresh?: boolean;
}

export const registerPreview: Register = (program, io) => {
  const command = program
    .command("preview")
    .alias("pre")
    .description("show what `up` would change and why, without changing anything");
  addReplaceFlags(addSelectionFlags(addOperationFlags(command)))
    .option("-r, --refresh", "refresh first, so that drift shows")
    .option("--expect-no-changes", "fail if anything would change")
    .action(async (flags: Flags) => {
      const stack = await openStackToRun(io, flags);
      const { expectNoChanges = false, refresh = false } = flags;
      const options = { ...updateSelectionOf(flags), expectNoChanges, refresh };
      await showPlan(io, stack, flags, (call) => stack.preview({ ...call, ...options }));
    });
};
