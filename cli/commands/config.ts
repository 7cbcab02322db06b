import { quoted } from "../../values/shell";
import { ownMember } from "../../values/own-member";
import type { Command } from "commander";
import { refuseWord } from "../help";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import { tableFor } from "../table";
import { addStackFlags, openKnownStack, type StackFlags } from "../stack/flags";

export const registerConfig: Register = (program, io) => {
  const config = addStackFlags(program.command("config"))
    .description("list, read and change the settings of a stack, kept in Pulumi.<stack>.yaml")
    .option("-j, --json", "print JSON")
    .option("--show-secrets", "print secrets in plain text")
    .action(async (flags: StackFlags & { json?: boolean; showSecrets?: boolean }, command: Command) => {
      refuseWord(command);
      const values = await (await openKnownStack(io, flags)).config({ showSecrets: flags.showSecrets ?? false });
      if (flags.json) return writeLine(io.stdout, JSON.stringify(values, undefined, 2));
      writeLine(io.stdout, tableFor(io.stdout, ["KEY", "VALUE"], Object.entries(values)));
    });

  addStackFlags(
    config.command("get").argument("<key>").description("print a value; a secret is printed in plain text"),
  ).action(async (key: string, flags: StackFlags) => {
    const stack = await openKnownStack(io, withParent(config, flags));
    const value = ownMember(await stack.config({ showSecrets: true }), keyIn(stack, key));
    if (value === undefined) throw notSet(key, stack.name);
    writeLine(io.stdout, value);
  });

  addStackFlags(config.command("set").argument("<key>", "`name`, or `namespace:name`").argument("[value]", asked))
    .description("set a value; omit a secret value to type it without echo")
    .option("--secret", "encrypt the value")
    .configureOutput({ outputError: (text, write) => write(withoutValue(text, io.called)) })
    .action(async (key: string, given: string | undefined, flags: StackFlags & { secret?: boolean }) => {
      // The text after it may be a secret and is not repeated.
      if (key.includes("="))
        throw new CommandFailure(
          "Write the key and its value as two words: KEY VALUE, not KEY=VALUE. Nothing was set.",
        );
      const stack = await openKnownStack(io, withParent(config, flags));
      const secret = flags.secret ?? false;
      if (!secret && ownMember(await stack.config(), keyIn(stack, key)) === "[secret]")
        throw new CommandFailure(
          `${key} is a secret, and would be in plain text in the stack's file. Pass --secret, or remove it first with \`compute config rm ${quoted(key)}\`. Nothing was set.`,
        );
      const value = given ?? (await valueOf(io, key, secret));
      const { checkSetting } = await import("./config-check.js");
      checkSetting(io, stack.project, key, value);
      await stack.setConfig(key, value, { secret });
    });

  addStackFlags(config.command("rm").argument("<key>").description("remove a value")).action(
    async (key: string, flags: StackFlags) => {
      const stack = await openKnownStack(io, withParent(config, flags));
      if (!(await stack.removeConfig(key))) throw notSet(key, stack.name);
    },
  );
  // Its commands, made before this, take none.
  config.allowExcessArguments();
};

/** The key with its namespace, by default that of the project. */
const keyIn = ({ project }: { readonly project: { readonly name: string } }, key: string): string =>
  key.includes(":") ? key : `${project.name}:${key}`;

const notSet = (key: string, stack: string) =>
  new CommandFailure(`configuration key '${key}' not found for stack '${stack}'`);

/** Merges flags between the two words of a command. */
const withParent = (parent: Command, flags: StackFlags): StackFlags => ({ ...parent.opts<StackFlags>(), ...flags });

const asked =
  "the value; if omitted, you are asked for it (a secret is not echoed) or it is read from a pipe; a value that begins with a dash goes after --";

/** @throws CommandFailure without a value; it never quotes one. */
async function valueOf(io: Io, key: string, isSecret: boolean): Promise<string> {
  if (io.isTyped) return isSecret ? io.askHidden(`value of ${key}: `) : io.ask(`value of ${key}: `);
  const value = (await io.input()).replace(/\r?\n$/, "");
  if (value !== "") return value;
  const ways = isSecret
    ? `pipe it in, as in \`compute config set --secret ${quoted(key)} < FILE\``
    : "pass it after the key, or pipe it in";
  throw new CommandFailure(`There is no value for ${key}: ${ways}. Nothing was set.`);
}

/** Explains that an unknown option is the CLI's alone, or may be a value that begins with a dash. */
function withoutValue(text: string, called: string): string {
  if (!text.includes("unknown option")) return text;
  const [, option] = /'(--(?:config-file|path|plaintext|raw|type))'/.exec(text) ?? [];
  if (option !== undefined)
    return `error: \`compute config set\` has no ${option}. The Pulumi CLI has it and works on the same file: \`pulumi config set ${option}\`.\n`;
  return (
    "error: unknown option, not repeated here because it may be a secret value. A value that begins with a dash goes after --:\n" +
    `    ${called} config set KEY -- VALUE\n`
  );
}
