import { writeLine } from "../io";
import type { Register } from "../register";
import { addStackFlags, openStack, type StackFlags } from "../stack/flags";

export const registerCancel: Register = (program, io) => {
  addStackFlags(
    program
      .command("cancel")
      .description("remove the locks that a killed process left on a stack")
      .option("-y, --yes", "accepted for compatibility with `pulumi cancel`; has no effect"),
  ).action(async (flags: StackFlags) => {
    const count = await (await openStack(io, flags)).cancel();
    writeLine(
      io.stderr,
      count === 0 ? "The stack was not locked." : `Removed ${count} ${count === 1 ? "lock" : "locks"}.`,
    );
  });
};
