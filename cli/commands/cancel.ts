import { counted } from "../../values/many";
import { CommandFailure, type Register, writeLine } from "../io";
import { addStackFlags, openKnownStack, type StackFlags } from "../stack/flags";

export const registerCancel: Register = (program, io) => {
  addStackFlags(
    program
      .command("cancel")
      .description("remove the locks that a killed process left on a stack")
      .option("-y, --yes", "remove the lock of a process that still runs too"),
  ).action(async (flags: StackFlags & { yes?: boolean }) => {
    const stack = await openKnownStack(io, flags);
    const living = stack.locksOfTheLiving();
    if (living.length > 0 && !flags.yes)
      throw new CommandFailure(
        `A run on this machine is alive and has the stack locked: created by ${living.join(", ")}. Wait for its end, or stop it with Ctrl-C ` +
          "or SIGINT; it removes its lock itself. `compute cancel --yes` removes the lock of a living run too. Nothing was changed.",
      );
    const count = await stack.cancel();
    writeLine(io.stderr, count === 0 ? "The stack was not locked." : `Removed ${counted(count, "lock")}.`);
    for (const one of living) writeLine(io.stderr, `warning: the run that had one of them is alive: ${one}.`);
  });
};
