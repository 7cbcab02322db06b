import { CommandFailure } from "../io";
import type { Register } from "../register";
import { addStackFlags, openStack, type StackFlags } from "../stack/flags";

export const registerConfig: Register = (program, io) => {
  const config = program.command("config").description("settings of a stack, in Pulumi.<stack>.yaml");

  addStackFlags(
    config.command("set").argument("<key>", "`name`, or `namespace:name`").argument("[value]", "asked for if left out"),
  )
    .description("set a value")
    .option("--secret", "keep it encrypted")
    .action(async (key: string, given: string | undefined, flags: StackFlags & { secret?: boolean }) => {
      const stack = await openStack(io, flags);
      if (given === undefined && !io.isInteractive) throw new CommandFailure(`no value for ${key} was given`);
      const value = given ?? (await io.ask(`value of ${key}: `));
      await stack.setConfig(key, value, { secret: flags.secret ?? false });
    });

  addStackFlags(config.command("rm").argument("<key>").description("remove a value")).action(
    async (key: string, flags: StackFlags) => {
      await (await openStack(io, flags)).removeConfig(key);
    },
  );
};
