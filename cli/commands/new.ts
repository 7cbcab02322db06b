import { ownMember } from "../../values/own-member";
import { relative, resolve } from "node:path";
import { commandHere } from "../../disk/command";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import { openStack } from "../stack/flags";
import { tableFor } from "../table";
import { quoted } from "../../values/shell";
import type { Choice } from "./new-ask";
import type { Template } from "./new-copy";

interface Flags {
  readonly dir?: string;
  readonly name?: string;
  readonly stack: string;
}

/** The commands before the settings, and the beginning of later commands, by the language of a template. */
const firstSteps: Readonly<Record<string, { readonly commands: readonly string[]; readonly command: string }>> = {
  nodejs: { commands: ["npm install"], command: "npx compute" },
  python: {
    commands: ["python3 -m venv venv", "venv/bin/pip install -r requirements.txt"],
    command: "venv/bin/compute",
  },
};

export const registerNew: Register = (program, io) => {
  program
    .command("new")
    .argument(
      "[template]",
      "the name of the template; without it you are asked for it, or where nobody is at a terminal the templates are listed",
    )
    .description(
      "create a project from a template; on a terminal it asks where to deploy, the emulator or your account, and what is needed",
    )
    .option(
      "--dir <directory>",
      "the directory to create the project in, which must be empty; defaults to the current one",
    )
    .option("-n, --name <name>", "the project's name; defaults to the name of the directory")
    .option("-s, --stack <name>", "the stack that the commands printed at the end set up", "dev")
    .action(async (wanted: string | undefined, { dir, name, stack }: Flags) => {
      const { checkStackName } = await import("../../engine/project/names.js");
      checkStackName(stack);
      const { copyTemplate, readTemplates } = await import("./new-copy.js");
      const templates = await readTemplates();
      if (wanted === undefined && !io.isInteractive) {
        const rows = templates.map((template) => [template.name, template.description]);
        return writeLine(io.stdout, tableFor(io.stdout, ["TEMPLATE", "CREATES"], rows));
      }
      const named = wanted === undefined ? undefined : templateNamed(templates, wanted);
      const { askForProject } = await import("./new-ask.js");
      const choice: Choice =
        named !== undefined && !io.isInteractive
          ? { template: named, dir: dir ?? ".", settings: new Map() }
          : await askForProject(io, templates, { template: named, dir });
      const { template, settings, undo } = choice;
      const target = resolve(io.cwd, choice.dir);
      // Programs of the Pulumi CLI get their settings from its own command.
      const isWritten = settings.size > 0 && ownMember(firstSteps, template.runtime) !== undefined;
      let env = io.env;
      try {
        if (isWritten) env = await withPassphrase(io);
        await copyTemplate(template, target, io, name);
      } catch (error) {
        await undo?.();
        throw error;
      }
      if (isWritten) await writeSettings({ ...io, env, cwd: target }, stack, choice);
      writeLine(io.stdout, (await nextSteps(io, target, stack, choice, isWritten)).join("\n"));
    });
};

function templateNamed(templates: readonly Template[], wanted: string): Template {
  const template = templates.find((each) => each.name === wanted || each.name === `compute-${wanted}`);
  if (template) return template;
  throw new CommandFailure(
    `There is no template ${JSON.stringify(wanted)}. There are ${templates.map((each) => each.name).join(", ")}.`,
  );
}

/** The environment with the passphrase of a new stack, which is requested if the environment has none. */
async function withPassphrase(io: Io): Promise<Io["env"]> {
  const { PULUMI_CONFIG_PASSPHRASE: known, PULUMI_CONFIG_PASSPHRASE_FILE: file } = io.env;
  if (known !== undefined || file) return io.env;
  const { answered } = await import("./new-ask.js");
  const passphrase = await answered(io, "Passphrase that encrypts the stack's secrets: ", true);
  return { ...io.env, PULUMI_CONFIG_PASSPHRASE: passphrase };
}

async function writeSettings(io: Io, stack: string, { template, settings }: Choice): Promise<void> {
  const opened = await openStack(io, { stack });
  for (const [key, value] of settings) {
    const secret = ownMember(template.config, key)?.secret ?? false;
    await opened.setConfig(key, value, { secret });
  }
}

/** The width that a terminal has at least. */
const narrowest = 80;

/** A command with a comment behind it, or before it where that is too wide. */
function commented(line: string, comment: string): string[] {
  const one = `${line}   # ${comment}`;
  return one.length <= narrowest ? [one] : [`  # ${comment}`, line];
}

async function nextSteps(
  io: Io,
  target: string,
  stack: string,
  { template, settings, undo }: Choice,
  isWritten: boolean,
): Promise<string[]> {
  const { publicKeyFile } = await import("./new-ask.js");
  // Programs in other languages run through the Pulumi CLI.
  const own = ownMember(firstSteps, template.runtime);
  const compute = own?.command ?? commandHere(io.env, target);
  const { commands, command } = own ?? { commands: [`${compute} plugin install`], command: "pulumi" };
  const isOfEmulator = undo !== undefined;
  const keys = [...new Set([...Object.keys(template.config), ...(isWritten ? [] : settings.keys())])];
  const left = keys.filter((key) => !isWritten || !settings.has(key));
  const set = left.flatMap((key) => {
    const { description, secret = false } = ownMember(template.config, key) ?? {};
    // A typed key is not shown on the screen; the emulator's is not secret.
    const known = secret && !isOfEmulator ? undefined : settings.get(key);
    const value = known === undefined ? (secret ? "" : ` ${placeholderOf(key)}`) : ` ${quoted(known)}`;
    const line = `  ${command} config set --stack ${quoted(stack)} ${secret ? "--secret " : ""}${key}${value}`;
    return known === undefined && description !== undefined ? commented(line, description) : [line];
  });
  const isKnown = isWritten && io.env["PULUMI_CONFIG_PASSPHRASE"] !== undefined;
  const lacksKey = left.includes("sshKey") && !settings.has("sshKey") && publicKeyFile(io) === undefined;
  return [
    `Created a project from ${template.name} in ${target}. Next:`,
    ...(target === io.cwd ? [] : [`  cd ${quoted(relative(io.cwd, target))}`]),
    ...commands.map((each) => `  ${each}`),
    ...(isKnown
      ? []
      : commented(
          "  export PULUMI_CONFIG_PASSPHRASE=…",
          isWritten ? "the one that you typed" : "encrypts the stack's secrets",
        )),
    ...(command === "pulumi"
      ? [
          ...commented("  export PULUMI_BACKEND_URL=file://~", "or log in to where your team keeps its state"),
          `  pulumi stack init ${quoted(stack)}`,
        ]
      : []),
    ...(lacksKey ? ["  ssh-keygen -t ed25519"] : []),
    ...set,
    ...(template.runtime === "go" ? ["  # The first one compiles the SDK, which takes some minutes"] : []),
    `  ${command} up --stack ${quoted(stack)}`,
    ...(isOfEmulator
      ? commented(`  ${compute} emulator stop ${settings.get("compute:apiUrl") ?? ""}`, "at the end")
      : []),
  ];

  function placeholderOf(key: string): string {
    if (key === "sshKey") return `"$(cat ${publicKeyFile(io) ?? "~/.ssh/id_ed25519.pub"})"`;
    return key.endsWith("Url") ? "ADDRESS" : "VALUE";
  }
}
