import type { Command } from "commander";
import { CommandFailure, writeLine } from "../io";
import { tableFor } from "../table";
import type { Register } from "../register";
import { addStackFlags, openStack, type StackFlags } from "../stack/flags";

export const registerConfig: Register = (program, io) => {
  const config = addStackFlags(program.command("config"))
    .description("settings of a stack, in Pulumi.<stack>.yaml: list them, or work on one")
    .option("-j, --json", "as JSON")
    .option("--show-secrets", "print secrets in the clear")
    .action(async (flags: StackFlags & { json?: boolean; showSecrets?: boolean }) => {
      const values = await (await openStack(io, flags)).config({ showSecrets: flags.showSecrets ?? false });
      if (flags.json) return writeLine(io.stdout, JSON.stringify(values, undefined, 2));
      writeLine(io.stdout, tableFor(io.stdout, ["KEY", "VALUE"], Object.entries(values)));
    });

  addStackFlags(config.command("get").argument("<key>").description("print a value, a secret one in the clear")).action(
    async (key: string, flags: StackFlags) => {
      const stack = await openStack(io, withParent(config, flags));
      const value = (await stack.config({ showSecrets: true }))[
        key.includes(":") ? key : `${stack.project.name}:${key}`
      ];
      if (value === undefined)
        throw new CommandFailure(`configuration key '${key}' not found for stack '${stack.name}'`);
      writeLine(io.stdout, value);
    },
  );

  addStackFlags(
    config.command("set").argument("<key>", "`name`, or `namespace:name`").argument("[value]", "asked for if left out"),
  )
    .description("set a value")
    .option("--secret", "keep it encrypted")
    .action(async (key: string, given: string | undefined, flags: StackFlags & { secret?: boolean }) => {
      const stack = await openStack(io, withParent(config, flags));
      if (given === undefined && !io.isInteractive)
        throw new CommandFailure(`no value for ${key} was given: pass it after the key. Nothing was set.`);
      const value = given ?? (await io.ask(`value of ${key}: `));
      await stack.setConfig(key, value, { secret: flags.secret ?? false });
    });

  addStackFlags(config.command("rm").argument("<key>").description("remove a value")).action(
    async (key: string, flags: StackFlags) => {
      await (await openStack(io, withParent(config, flags))).removeConfig(key);
    },
  );
};

/** Flags may stand before the word of a command of two words, too. */
const withParent = (parent: Command, flags: StackFlags): StackFlags => ({ ...parent.opts<StackFlags>(), ...flags });
