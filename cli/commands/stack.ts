import { isRecord, jsonIn } from "../../values/json";
import { ownMember } from "../../values/own-member";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { quoted } from "../../values/shell";
import { CommandFailure, messageOf, type Register, writeLine, writeSentences } from "../io";
import { addStackFlags, openStack, placeOfState, type StackFlags } from "../stack/flags";
import { selectStack } from "../stack/selected";
import { openCreates, readDeployment } from "../state/deployment";
import { backendUrlOf } from "../state/backend";
import { readText } from "../state/load-stack";

const unfinished = (names: readonly string[]): string =>
  `warning: the outcome of creating ${names.join(", ")} is not known. Run \`up\` before you take the state to another backend: only ` +
  "in this one is it known what such a create may have made, and there a second one is made.";

export const registerStack: Register = (program, io) => {
  const stack = program
    .command("stack")
    .description("make and list stacks, show their outputs, export or import their state");

  stack
    .command("init")
    .argument("<name>", "the name of the new stack")
    .description("make an empty stack and select it, like `pulumi stack init`")
    .action(async (name: string, flags: StackFlags) => {
      const made = await openStack(io, { ...flags, stack: name });
      await made.create();
      const selected = await selectStack(io, made.project, await backendUrlOf(io), name).then(
        () => "Later commands take it unless --stack or PULUMI_STACK names another.",
        (error: unknown) =>
          `It could not be selected (${messageOf(error)}): pass --stack ${quoted(name)} to later commands.`,
      );
      writeSentences(io.stderr, [`Made the stack ${name}. ${placeOfState(made)} ${selected}`]);
    });

  addStackFlags(
    stack.command("export").description("print the state with secrets encrypted, like `pulumi stack export`"),
  )
    .option("--file <path>", "write the state to this file instead of standard output")
    .action(async (flags: StackFlags & { file?: string }) => {
      const state = await (await openStack(io, flags)).exportState();
      const text = `${JSON.stringify(state, undefined, 4)}\n`;
      const begun = openCreates(readDeployment(text, "the state"));
      if (begun.length > 0) writeLine(io.stderr, unfinished(begun.map(({ resource }) => resource.name)));
      if (flags.file) await writeFile(resolve(io.cwd, flags.file), text, { mode: 0o600 });
      else io.stdout.write(text);
    });

  addStackFlags(stack.command("import").description("replace the state with an exported one"))
    .requiredOption("--file <path>", "the file that `stack export` wrote")
    .option("-f, --force", "import a state of another stack or project too: the next `up` deletes what is in it")
    .action(async (flags: StackFlags & { file: string; force?: boolean }) => {
      const text = await readText(io, flags.file);
      const stack = await openStack(io, flags);
      await stack.importState(parseExport(text, flags.file), { force: flags.force ?? false });
    });

  stack
    .command("ls")
    .description("list the stacks of the project")
    .option("-j, --json", "print JSON")
    .action(async (flags: StackFlags & { json?: boolean }) => {
      const any = await openStack(io, { ...flags, stack: "any" });
      const names = await any.siblings();
      if (flags.json) return writeLine(io.stdout, JSON.stringify(names.map((name) => ({ name }))));
      for (const name of names) writeLine(io.stdout, name);
      writeSentences(io.stderr, [`States are in ${any.statesFolder}.`]);
    });

  addStackFlags(
    stack
      .command("output")
      .argument("[name]", "print only this output")
      .description("print the outputs of the last `up`"),
  )
    .option("-j, --json", "print JSON")
    .option("--show-secrets", "print secrets in plain text")
    .action(async (name: string | undefined, flags: StackFlags & { json?: boolean; showSecrets?: boolean }) => {
      const outputs = await (await openStack(io, flags)).outputs({ showSecrets: flags.showSecrets ?? false });
      if (name === undefined) {
        const lines = Object.entries(outputs).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
        return io.stdout.write(
          flags.json ? `${JSON.stringify(outputs, undefined, 2)}\n` : lines.map((line) => `${line}\n`).join(""),
        );
      }
      const value = ownMember(outputs, name);
      if (value === undefined)
        throw new CommandFailure(
          `The stack has no output ${name}. It has ${Object.keys(outputs).join(", ") || "none"}.`,
        );
      writeLine(io.stdout, typeof value === "string" && !flags.json ? value : JSON.stringify(value));
    });
};

function parseExport(text: string, where: string): { version: number; deployment: object } {
  const state = jsonIn(text);
  if (isRecord(state) && typeof state["version"] === "number" && isRecord(state["deployment"]))
    return { version: state["version"], deployment: state["deployment"] };
  throw new CommandFailure(`${where} is not what \`stack export\` prints. Nothing was changed.`);
}
