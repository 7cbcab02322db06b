import { describe, expect, it } from "@jest/globals";
import type { Command } from "commander";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../cli/program";
import { FakeIo } from "../cli/fake-io";
import { pages, root } from "./code-blocks";

const program = createProgram(new FakeIo());

/** Every `npx compute …` of a page, in code and in tables, up to where the shell or the text goes on. */
const commandLines = (page: string): string[] =>
  [...readFileSync(join(root, page), "utf8").matchAll(/npx compute ([^`\n|>&#"]*)/g)].map(([, line]) =>
    (line ?? "").trim(),
  );

/** What is wrong with a command line: a command or an option that does not exist. */
function complaint(line: string): string | undefined {
  const words = line.split(/\s+/);
  let command: Command = program;
  let rest = words;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next) break;
    command = next;
    rest = rest.slice(1);
  }
  // `compute config` lists the settings by itself; what follows it must be an option or one of its commands.
  const isForItsCommands = command.options.length === 0 || (rest[0] !== undefined && !rest[0].startsWith("-"));
  if (command.commands.length > 0 && isForItsCommands) return `compute ${line}: no such command`;
  // The emulator reads its options by itself.
  if (command.name() === "emulator") return undefined;
  const known = command.options.flatMap(({ short, long }) => [short, long]);
  const unknown = words.find((word) => /^--?[a-z]/.test(word) && !known.includes(word.split("=")[0]));
  return unknown && `compute ${line}: no such option: ${unknown}`;
}

describe("command lines of the documentation", () => {
  it.each(pages())("%s: names commands and options that exist", (page) => {
    expect(commandLines(page).flatMap((line) => complaint(line) ?? [])).toEqual([]);
  });

  it("would notice one that does not exist", () => {
    expect(complaint("up --stack dev --yes")).toBeUndefined();
    expect(complaint("up --twice")).toMatch(/no such option: --twice/);
    expect(complaint("stack burn")).toMatch(/no such command/);
    expect(complaint("config --show-secrets")).toBeUndefined();
    expect(complaint("config burn")).toMatch(/no such command/);
  });
});
