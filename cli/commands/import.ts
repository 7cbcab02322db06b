import { Option } from "commander";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFolder } from "../../disk";
import { forStack } from "../../disk/command";
import { settingsInCode } from "../../plugin/settings-in-code";
import { findProject } from "../../provider/host/backend";
import { kinds } from "../../provider/kinds";
import { sightingOf } from "../../provider/state/sighting";
import { knownResources } from "../import/known";
import { Managed } from "../import/managed";
import type { Language, Setting } from "../import/program";
import { grouped, leftOut } from "../import/remarks";
import type { Survey } from "../import/survey";
import { CommandFailure, type Io, type Register, writeLine, writeSentences } from "../io";
import { several } from "../parsers";
import { addPlatformFlags, openPlatform, platformSettings } from "../platform";
import { quoted } from "../../values/shell";
import { AccountBook } from "../state/accounts";
import { urnOfReference } from "../state/deployment";
import { runnerOf } from "../state/pulumi-cli";
import { loadStackWithKeys, type StateFlags } from "../state/load-stack";

interface Flags extends StateFlags {
  readonly all?: boolean;
  readonly known?: string[];
  readonly language?: Language | "go";
  readonly out: string;
  readonly provider?: string;
}

export const registerImport: Register = (program, io) => {
  addPlatformFlags(
    program
      .command("import")
      .description(
        "write an import file and a program for objects that are in the account but in no stack; changes nothing",
      ),
  )
    .option("--all", "include every object of the account that can be imported, as without it")
    .option(
      "--known <file>",
      "leave out the objects in this state, a file from `pulumi stack export`; can be repeated",
      several,
    )
    .addOption(
      new Option("-l, --language <name>", "the language of the program; without it, that of the project").choices(
        Object.keys(languages),
      ),
    )
    .option("--provider <name>", "look at the account of this `Provider` of the stack, and import with it")
    .option("--out <directory>", "the directory that the files are written to", "imported")
    .action(async (flags: Flags) => {
      const [{ survey }, { importFile, programOf, settingsOf }] = await Promise.all([
        import("../import/survey.js"),
        import("../import/program.js"),
      ]);
      const known = await knownResources(io, flags.known ?? []);
      const { client, settings, provider } = await accountAsked(io, flags);
      const managed = new Managed(known, sightingOf(settings));
      const found = await survey(client, settings, (one) => managed.has(one), provider);
      await client.close();
      const { importees, via } = found;
      const remarks = [...found.remarks, ...managed.remarks()];
      const language = flags.language ?? (await languageHere(io));
      const program = language === "go" ? [] : [programOf(found, language)];
      const files = importees.length === 0 ? [] : [importFile(found), ...program];
      await write(resolve(io.cwd, flags.out), files);
      const { spelling } = languages[language];
      const left = leftOut(found.refusals, spelling);
      for (const remark of [...left, ...grouped(remarks, spelling)])
        writeSentences(io.stdout, [io.stdout.inLine(remark)]);
      if (importees.length === 0) {
        const others = left.length > 0 ? "every other object" : "every object";
        return writeLine(io.stdout, `Nothing to import: ${others} in the account is already in a stack.`);
      }
      const names = files.map(({ file }) => join(flags.out, file));
      const adoptable = importees.find(({ kind }) => "adopt" in kinds[kind].resource.inputs);
      const adopting = adoptable && settingsInCode(`\`adopt: { id: ${JSON.stringify(adoptable.id)} }\``, spelling);
      const steps = nextSteps(io, names, settingsOf(importees), via, await runnerOf(io), adopting);
      const lines = ["", `${importees.length} found. Wrote ${names.join(" and ")}.`, "", ...steps];
      // Commands stay whole, so that they can be copied.
      for (const line of lines)
        if (line.startsWith(command)) writeLine(io.stdout, line);
        else writeSentences(io.stdout, [line]);
    });
};

/** The account of the provider in the flags, or else of the stack's or the environment's settings. */
async function accountAsked(io: Io, flags: Flags) {
  const { provider: name } = flags;
  if (name === undefined) return { client: await openPlatform(io, flags), settings: await platformSettings(io, flags) };
  const stack = await loadStackWithKeys(io, flags);
  const { client, settings, provider } = new AccountBook(io, flags).accountOfProvider(stack, name);
  return { client, settings, provider: { urn: urnOfReference(provider.ref), name } };
}

const languages = {
  typescript: { runtime: "nodejs", spelling: "camel" },
  python: { runtime: "python", spelling: "snake" },
  yaml: { runtime: "yaml", spelling: "camel" },
  go: { runtime: "go", spelling: "go" },
} as const satisfies Record<Language | "go", object>;

/** The language of the project in this folder or a parent; TypeScript if there is none. */
async function languageHere(io: Io): Promise<Language | "go"> {
  const project = await findProject(io.cwd);
  const names = Object.keys(languages) as (keyof typeof languages)[];
  return names.find((name) => languages[name].runtime === project?.runtime) ?? "typescript";
}

const command = "     ";

function nextSteps(
  { called, stack }: Io,
  [file = "", program]: readonly string[],
  settings: readonly Setting[],
  via: Survey["via"],
  runner: "compute" | "pulumi",
  adopting: string | undefined,
): string[] {
  const set = settings.map(
    ({ key, isSecret }) => `${command}${forStack(`pulumi config set ${isSecret ? "--secret " : ""}${key}`, stack)}`,
  );
  const withoutCli = `   Without the CLI, give each resource of step 2 but an SshKey its id instead: ${adopting}.`;
  return [
    "1. Take them into the state with the Pulumi CLI, which needs the plugin:",
    `${command}${called} plugin install`,
    program === undefined
      ? `${command}${forStack("pulumi import", stack)} --file ${quoted(file)} --out imported.go`
      : `${command}${forStack("pulumi import", stack)} --file ${quoted(file)} --generate-code=false`,
    ...(runner === "compute" && adopting !== undefined ? [withoutCli] : []),
    `2. Take ${program ?? "imported.go"} over into your program${via ? `, after the provider, which it calls ${via.variable}` : ""}.`,
    ...(set.length > 0 ? ["   Set what the platform does not report, to what it is now:", ...set] : []),
    "3. Run `pulumi preview`. What was set in step 2 is shown as an update: the next up records it and changes nothing.",
  ];
}

async function write(folder: string, files: readonly { file: string; text: string }[]): Promise<void> {
  for (const { file } of files)
    if (existsSync(join(folder, file)))
      throw new CommandFailure(
        `${join(folder, file)} exists already. Move it away, or choose another directory with --out.`,
      );
  if (files.length > 0) makeFolder(folder);
  for (const { file, text } of files) await writeFile(join(folder, file), text, { flag: "wx" });
}
