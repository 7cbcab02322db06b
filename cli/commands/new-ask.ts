import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { homeFolder } from "../../disk/home";
import { createClient } from "../../client/index";
import { askingOf, hardwareList, type List, type StockFlags } from "./catalog-lists";
import { checkSetting } from "./config-check";
import { CommandFailure, type Io, writeLine, writeSentences } from "../io";
import { tableFor } from "../table";
import { refuseFull, type Template } from "./new-copy";

export interface Choice {
  readonly template: Template;
  readonly dir: string;
  readonly settings: ReadonlyMap<string, string>;
  /** Ends the emulator that was started for the project. */
  readonly undo?: (() => Promise<void>) | undefined;
}

/** Asks for the template and the platform of a new project; starts the emulator on request. */
export async function askForProject(
  io: Io,
  templates: readonly Template[],
  given: { readonly [Name in "template" | "dir"]: Choice[Name] | undefined },
): Promise<Choice> {
  const template = given.template ?? (await askForTemplate(io, templates));
  const isEmpty = (await readdir(io.cwd)).length === 0;
  const dir = given.dir ?? (isEmpty ? "." : await withDefault(io, "Directory", template.name.replace(/^compute-/, "")));
  await refuseFull(resolve(io.cwd, dir));
  const settings = new Map<string, string>();
  const undo = await askForPlatform(io, settings);
  try {
    await askForHardware(io, template, settings);
    for (const [key, { description, secret }] of Object.entries(template.config)) {
      if (settings.has(key)) continue;
      if (key === "sshKey") await takeSshKey(io, settings);
      else settings.set(key, await answered(io, `${description}: `, secret));
    }
  } catch (error) {
    await undo?.();
    throw error;
  }
  return { template, dir, settings, undo };
}

async function askForTemplate(io: Io, templates: readonly Template[]): Promise<Template> {
  const rows = templates.map(({ name, description }, nth) => [nth + 1, name, description]);
  writeLine(io.stdout, tableFor(io.stdout, ["", "TEMPLATE", "CREATES"], rows));
  const names = templates.map(({ name }) => name);
  const usual = names.includes("compute-gpu-pod") ? "compute-gpu-pod" : names[0]!;
  const name = await choose(io, "Which template", names, usual);
  return templates.find((one) => one.name === name)!;
}

export async function answered(io: Io, question: string, isHidden = false): Promise<string> {
  for (;;) {
    const answer = await (isHidden ? io.askHidden(question) : io.ask(question));
    if (answer.trim() !== "") return answer;
    writeSentences(io.stderr, ["This is needed, so it can't be empty. Ctrl-C stops."]);
  }
}

/** @returns a function that ends an emulator started here. */
async function askForPlatform(io: Io, settings: Map<string, string>): Promise<Choice["undo"]> {
  const where = await choose(io, "Deploy to an emulator or an account", ["emulator", "account"], "emulator");
  if (where === "emulator") {
    const { startBehind, speed } = await import("./emulator-start.js");
    const { apiUrl, apiKey, end } = await startBehind(io);
    settings.set("compute:apiUrl", apiUrl).set("compute:apiKey", apiKey);
    writeSentences(io.stdout, [
      `Started an emulator, ${speed} times as fast as the platform. Its page is ${apiUrl}/_emulator/.`,
    ]);
    return async () => {
      await end();
      writeSentences(io.stdout, ["The emulator was stopped, because no project was created."]);
    };
  }
  const ask = async (key: string, question: string, isHidden = false) => {
    for (;;) {
      const value = (await answered(io, question, isHidden)).trim();
      try {
        checkSetting(io, { name: "", settings: [] }, key, value);
        return void settings.set(key, value);
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        writeSentences(io.stderr, [error.message]);
      }
    }
  };
  await ask("compute:apiUrl", "Address of the platform, the part before /v2/: ");
  await ask("compute:apiKey", "API key: ", true);
  return undefined;
}

/** Asks for the pod's need and shows matching hardware; the template's default if the platform can't be asked. */
async function askForHardware(io: Io, { defaults }: Template, settings: Map<string, string>): Promise<void> {
  const key = ["gpuMemory", "memory"].find((one) => defaults.has(one));
  if (key === undefined) return;
  const ofGpus = key === "gpuMemory";
  const count = Number(defaults.get("vcpuCount") ?? 1);
  const { signal } = io;
  const client = createClient({
    apiUrl: settings.get("compute:apiUrl"),
    apiKey: settings.get("compute:apiKey"),
    signal,
  });
  const asking = askingOf(client, io);
  const listed = (flags: StockFlags): Promise<List | undefined> =>
    hardwareList(asking, ofGpus ? "gpus" : "cpus", { ...flags, count }).catch((error: Error) => {
      signal.throwIfAborted();
      writeSentences(io.stderr, [`warning: The hardware in stock is not known. ${error.message}`]);
      return undefined;
    });
  const usual = (name: string) => defaults.get(name)!;
  try {
    if (!(await listed({ memory: 1 }))) return;
    for (;;) {
      const memory = await askNumber(io, ofGpus ? "GB of memory for each GPU" : "GB of memory", usual(key), true);
      const maxHourlyCost = await askNumber(io, "USD an hour, at most", usual("maxHourlyCost"));
      const list = await listed({ memory, maxHourlyCost });
      if (list?.why !== undefined) {
        writeSentences(io.stderr, [list.why]);
        continue;
      }
      if (list) {
        writeLine(io.stdout, tableFor(io.stdout, list.head, list.rows));
        writeSentences(io.stdout, ["`up` takes the first of these that it gets."]);
      }
      for (const [name, value] of Object.entries({ [key]: memory, maxHourlyCost }))
        if (value !== Number(usual(name))) settings.set(name, String(value));
      return;
    }
  } finally {
    await client.close();
  }
}

/** Asks until the answer is a number above 0, or empty for the default. */
async function askNumber(io: Io, question: string, usual: string, isWhole = false): Promise<number> {
  for (;;) {
    const value = Number(await withDefault(io, question, usual));
    if (value > 0 && Number.isFinite(value) && (!isWhole || Number.isInteger(value))) return value;
    writeSentences(io.stderr, [`Type a ${isWhole ? "whole " : ""}number above 0.`]);
  }
}

export function publicKeyFile({ env }: Pick<Io, "env">): string | undefined {
  const home = homeFolder(env);
  const names = ["id_ed25519.pub", "id_ecdsa.pub", "id_rsa.pub"];
  return home === undefined ? undefined : names.map((name) => join(home, ".ssh", name)).find(existsSync);
}

/** Uses this user's public key; without one the account's keys are let in. */
async function takeSshKey(io: Io, settings: Map<string, string>): Promise<void> {
  const file = publicKeyFile(io);
  if (file === undefined)
    return writeSentences(io.stdout, [
      "You have no SSH key. The commands that come next make one, which the pod will let in.",
    ]);
  settings.set("sshKey", (await readFile(file, "utf8")).trim());
  writeSentences(io.stdout, [`The pod will let in your key ${file}.`]);
}

/** Asks until the answer is one of these, its number, or empty for the default. */
async function choose(io: Io, question: string, names: readonly string[], usual: string): Promise<string> {
  const isShort = names.length <= 2;
  for (;;) {
    const answer = (await io.ask(`${question}${isShort ? ` (${names.join("/")})` : ""} [${usual}]: `)).trim();
    const fitting = names.filter((name) => name === answer || name === `compute-${answer}`);
    const found = answer === "" ? usual : (fitting[0] ?? (isShort ? undefined : names[Number(answer) - 1]));
    if (found !== undefined) return found;
    const ways = isShort ? names.join(" or ") : `a number from 1 to ${names.length}, or a name`;
    writeSentences(io.stderr, [`That is none of them. Type ${ways}.`]);
  }
}

const withDefault = async (io: Io, question: string, usual: string): Promise<string> =>
  (await io.ask(`${question} [${usual}]: `)).trim() || usual;
