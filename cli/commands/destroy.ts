import type { Register } from "../io";
import { addContinueFlag, addOperationFlags, openStack, type OperationFlags, selectionOf } from "../stack/flags";
import { consentAndPerform } from "../stack/operate";

interface Flags extends OperationFlags {
  readonly continueOnError?: boolean;
  readonly runProgram?: boolean;
}

export const registerDestroy: Register = (program, io) => {
  const command = program.command("destroy").alias("down").description("delete every resource of the stack");
  addContinueFlag(addOperationFlags(command))
    .option("--run-program", "run the program too, so that providers use the current settings")
    .option("--preview-only", "show what would be deleted, and delete nothing")
    .action(async (flags: Flags) => {
      const stack = await openStack(io, flags);
      const { runProgram = false, continueOnError = false } = flags;
      const options = { ...selectionOf(flags), runProgram, continueOnError };
      await consentAndPerform(io, stack, flags, {
        verb: "destroy",
        preview: (call) => stack.destroy({ ...call, ...options, previewOnly: true }),
        perform: (call) => stack.destroy({ ...call, ...options }),
      });
    });
};
