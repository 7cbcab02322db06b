import { relative, resolve } from "node:path";
import { CommandFailure, writeLine } from "../io";
import type { Register } from "../register";
import { tableFor } from "../table";

interface Flags {
  readonly dir?: string;
  readonly name?: string;
  readonly stack: string;
}

/** What comes before the settings, and what the commands after them begin with, by the language of a template. */
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
    .argument("[template]", "the name of the template; omit it to list the templates")
    .description("create a project from a template")
    .option(
      "--dir <directory>",
      "the directory to create the project in, which must be empty; defaults to the current one",
    )
    .option("-n, --name <name>", "the project's name; defaults to the name of the directory")
    .option("-s, --stack <name>", "the stack that the commands printed at the end set up", "dev")
    .action(async (wanted: string | undefined, { dir = ".", name, stack }: Flags) => {
      const { commandHere, copyTemplate, readTemplates } = await import("../templates/copy.js");
      const templates = await readTemplates();
      if (wanted === undefined) {
        const rows = templates.map((template) => [template.name, template.description]);
        return writeLine(io.stdout, tableFor(io.stdout, ["TEMPLATE", "CREATES"], rows));
      }
      const template = templates.find((each) => each.name === wanted || each.name === `compute-${wanted}`);
      if (!template)
        throw new CommandFailure(
          `There is no template ${JSON.stringify(wanted)}. There are ${templates.map((each) => each.name).join(", ")}.`,
        );
      const target = resolve(io.cwd, dir);
      await copyTemplate(template, target, name);
      // Programs in other languages run through the Pulumi CLI.
      const { commands, command } = firstSteps[template.runtime] ?? {
        commands: [`${await commandHere()} plugin install`],
        command: "pulumi",
      };
      const set = Object.entries(template.config).map(([key, { description, default: value, secret }]) => {
        const setting = `${command} config set --stack ${stack} ${secret ? "--secret " : ""}${key}`;
        return `  ${setting}${secret ? "" : ` ${value === undefined ? "ADDRESS" : JSON.stringify(value)}`}   # ${description}`;
      });
      const lines = [
        `Created a project from ${template.name} in ${target}. Next:`,
        ...(target === io.cwd ? [] : [`  cd ${relative(io.cwd, target)}`]),
        ...commands.map((each) => `  ${each}`),
        "  export PULUMI_CONFIG_PASSPHRASE=…   # encrypts the stack's secrets",
        ...(command === "pulumi" ? [`  pulumi stack init ${stack}`] : []),
        ...set,
        `  ${command} up --stack ${stack}`,
      ];
      writeLine(io.stdout, lines.join("\n"));
    });
};
