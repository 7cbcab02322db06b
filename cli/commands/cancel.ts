import { writeLine } from "../io";
import type { Register } from "../register";
import { addStackFlags, openStack, type StackFlags } from "../stack/flags";

export const registerCancel: Register = (program, io) => {
  addStackFlags(
    program
      .command("cancel")
      .description("remove the locks of a stack, left by a process that was killed")
      .option("-y, --yes", "taken as the CLI takes it; nothing is asked"),
  ).action(async (flags: StackFlags) => {
    const count = await (await openStack(io, flags)).cancel();
    writeLine(io.stderr, count === 0 ? "there was no lock" : `${count} ${count === 1 ? "lock" : "locks"} removed`);
  });
};
