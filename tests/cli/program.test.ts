import { describe, expect, it } from "@jest/globals";
import type { Command } from "commander";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram, runProgram } from "../../cli/program";
import { forStack } from "../../disk/command";
import { temporaryFolder } from "../support/temporary-folder";
import { FakeIo } from "./fake-io";

function run(io: FakeIo, ...args: string[]): Promise<Command> {
  return createProgram(io).parseAsync(["node", "compute", ...args]);
}

describe("the compute command", () => {
  it("lists its commands, each with a description", async () => {
    const commands = createProgram(new FakeIo()).commands;
    expect(commands.map((command) => command.name())).toEqual(
      expect.arrayContaining(["preview", "up", "refresh", "destroy", "stack", "config", "emulator"]),
    );
    for (const command of commands) expect(command.description()).not.toBe("");
  });

  it("tells its version", async () => {
    const io = new FakeIo();
    await expect(run(io, "--version")).rejects.toMatchObject({ exitCode: 0 });
    expect(io.written.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("prints commands as the person's shell calls them, in the folder that was named", async () => {
    const io = new FakeIo();
    io.called = "npx compute";
    await expect(run(io, "new", "--help")).rejects.toMatchObject({ exitCode: 0 });
    expect(io.written.out).toContain("  npx compute new gpu-pod --dir notebook\n");
    expect(await runProgram(io, ["node", "compute", "-C", "my shop", "login"])).toBe(1);
    expect(io.written.err).toContain("There is no `npx compute -C 'my shop' login`.");
    expect(io.written.err).toContain("`pulumi -C 'my shop' login`");
  });

  it("folds a refusal of a word between words where the terminal is narrow", async () => {
    const io = new FakeIo();
    Object.assign(io.stderr, { isTTY: true, columns: 60 });
    expect(await runProgram(io, ["node", "compute", "jobs", "submit"])).toBe(1);
    expect(io.written.err).toContain("error: There is no `compute jobs submit`. After jobs comes\n  one of run,");
    for (const line of io.written.err.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });

  it.each([
    { args: ["fly"], says: "unknown command 'fly'" },
    { args: ["up", "--fast"], says: "unknown option '--fast'" },
    { args: ["up", "--parallel", "0"], says: "whole number of at least 1" },
  ])("refuses $args", async ({ args, says }) => {
    const io = new FakeIo();
    await expect(run(io, ...args)).rejects.toMatchObject({ exitCode: 1 });
    expect(io.written.err).toContain(says);
  });

  it.each(["preview", "up"])(
    "%s refuses a policy pack, which it would not run, and says what does",
    async (command) => {
      await expect(run(new FakeIo(), command, "--policy-pack", "policies")).rejects.toThrow(
        /does not run policy packs, so policies would not be checked\. Run the preview of the Pulumi CLI with it.*Nothing was changed/,
      );
    },
  );

  it("says how to mend that a file is refused", async () => {
    const io = new FakeIo();
    const refused = { code: "EACCES", path: "/p/Pulumi.yaml", syscall: "open" };
    io.input = () => Promise.reject(Object.assign(new Error("EACCES: permission denied"), refused));
    expect(await runProgram(io, ["node", "compute", "preview", "--markdown", "--file", "-"])).toBe(1);
    expect(io.written.err).toBe(
      "error: Can't open /p/Pulumi.yaml: you have no right to. Change the rights of the file and of its folders, or run this as their owner.\n",
    );
  });

  it.each([
    { runtime: "yaml", command: "pulumi up" },
    { runtime: "nodejs", command: "compute up" },
  ])("names in an error the command that runs a program in $runtime", async ({ runtime, command }) => {
    const io = new FakeIo();
    io.cwd = temporaryFolder("project");
    writeFileSync(join(io.cwd, "Pulumi.yaml"), `name: shop\nruntime: ${runtime}\n`);
    for (const said of ["compute up", "pulumi up"]) {
      io.written.err = "";
      io.input = () => Promise.reject(new Error(`Start it with \`${said} --refresh\`.`));
      await runProgram(io, ["node", "compute", "preview", "--markdown", "--file", "-"]);
      expect(io.written.err).toBe(`error: Start it with \`${command} --refresh\`.\n`);
    }
  });

  it.each([
    { args: ["--stack", "test"], environment: undefined, names: " --stack test" },
    { args: ["--stack", "test"], environment: "dev", names: " --stack test" },
    { args: [], environment: undefined, names: "" },
  ])("names in a printed command the stack of $args, also where PULUMI_STACK is $environment", async (row) => {
    const io = new FakeIo();
    io.env["PULUMI_STACK"] = row.environment;
    io.input = () => Promise.reject(new Error("Run `compute doctor` first."));
    expect(await runProgram(io, ["node", "compute", "graph", "--file", "-", ...row.args])).toBe(1);
    expect(io.written.err).toBe(`error: Run \`compute doctor${row.names}\` first.\n`);
  });

  it("names in a printed command the stack of PULUMI_STACK, which another shell does not have", async () => {
    const io = new FakeIo();
    io.env["PULUMI_STACK"] = "test";
    io.cwd = temporaryFolder("project");
    writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nbackend: { url: 'file://.' }\n");
    expect(await runProgram(io, ["node", "compute", "config", "set", "password", "--secret"])).toBe(1);
    expect(io.written.err).toContain("as in `compute config set --stack test --secret password < FILE`");
  });

  it("knows of every command whether it takes a stack", () => {
    const leaves = (command: Command, words: string): [string, boolean][] => [
      [words, command.options.some(({ long }) => long === "--stack")],
      ...command.commands.flatMap((each) => leaves(each, `${words} ${each.name()}`)),
    ];
    const all = createProgram(new FakeIo()).commands.flatMap((each) => leaves(each, `compute ${each.name()}`));
    const whole = (words: string) => (words.includes("state ") ? `${words} urn:x` : words);
    // The stack of `new` is one to be made; `catalog` alone is also the beginning of its commands.
    const wrong = all
      .filter(([words, takes]) => (forStack(whole(words), "test") !== whole(words)) !== takes)
      .map(([words]) => words);
    expect(wrong).toEqual(["compute new", "compute catalog"]);
  });

  it("says what is wrong where there is no project", async () => {
    await expect(run(new FakeIo(), "preview", "--stack", "dev")).rejects.toThrow("There is no Pulumi.yaml in");
    await expect(run(new FakeIo(), "up", "--yes")).rejects.toThrow("There is no Pulumi.yaml in");
  });

  it.each([
    { args: ["--port", "many"], says: "--port is a" },
    { args: ["--stream-form", "xml"], says: "--stream-form is array or object" },
    { args: ["--fast"], says: "--fast" },
  ])("compute emulator $args: says what it does not understand, and where the options are", async ({ args, says }) => {
    const io = new FakeIo();
    await expect(run(io, "emulator", ...args)).rejects.toMatchObject({ exitCode: 2 });
    expect(io.written.err).toContain(says);
    expect(io.written.err).toMatch(/^The emulator did not start: .*Run with --help to see the options\.\n$/);
  });

  it("compute emulator --help: tells the options of the emulator", async () => {
    const io = new FakeIo();
    await run(io, "emulator", "--help");
    expect(io.written.out).toContain("--no-rate-limit");
  });

  it("compute emulator prints its addresses as one line of JSON, and serves until it is told to stop", async () => {
    const io = new FakeIo();
    const stopped = new Promise<void>((resolve) => {
      io.stdout.write = (text) => {
        io.written.out += text;
        resolve();
      };
    });
    const running = run(io, "emulator", "--port", "0", "--api-key", "key");
    await stopped;
    const { apiUrl, ...others } = JSON.parse(io.written.out) as Record<string, string>;
    expect(others).toEqual({ baseUrl: `${apiUrl}/v1`, queueUrl: `${apiUrl}/queue`, apiKey: "key", pid: process.pid });
    const answer = await fetch(`${apiUrl}/v2/pods`, { headers: { Authorization: "Bearer key", Connection: "close" } });
    expect(answer.status).toBe(200);
    io.stop();
    await running;
    await expect(fetch(`${apiUrl}/v2/pods`)).rejects.toThrow();
  });
});

it.each([
  ["catalog", "gpuz", "gpus, cpus, datacenters"],
  ["config", "lst", "get, set, rm"],
])("says what may follow %s where %s does not", async (command, word, known) => {
  await expect(run(new FakeIo(), command, word)).rejects.toThrow(
    `There is no \`compute ${command} ${word}\`. After ${command} comes one of ${known}, or nothing.`,
  );
});

describe("help", () => {
  const helpOf = async (...words: string[]) => {
    const io = new FakeIo();
    await createProgram(io)
      .parseAsync(["node", "compute", ...words, "--help"])
      .catch(() => undefined);
    return io.written.out;
  };

  it("shows examples before the options, and says in one line where the options of every command are", async () => {
    const text = await helpOf("up");
    const places = [
      "Usage: compute up",
      "Examples:\n  compute up\n",
      "Options:\n",
      "Options of every command: compute --help",
    ];
    const found = places.map((place) => text.indexOf(place));
    expect(found).not.toContain(-1);
    expect([...found].sort((a, b) => a - b)).toEqual(found);
    expect(text).not.toContain("--allow-environment-key");
    expect(await helpOf("config", "set")).toContain("Examples:\n  compute config set compute:apiUrl");
    expect(await helpOf()).toContain("--allow-environment-key");
  });

  it("has examples whose options the commands have", async () => {
    const program = createProgram(new FakeIo());
    const all = program.commands.flatMap((command) => [command, ...command.commands]);
    for (const command of all) {
      const words = command.parent === program ? [command.name()] : [command.parent!.name(), command.name()];
      const text = command.name() === "emulator" ? "" : await helpOf(...words);
      const own = new RegExp(`^ {2}compute ${words.join(" ")} ([^|>]*?)( -- .*)?$`, "gm");
      for (const [example, rest = ""] of text.matchAll(own)) {
        const flags = rest.match(/--[a-z-]+/g) ?? [];
        const known = [...all.filter((each) => words.includes(each.name()) || rest.startsWith(each.name()))];
        for (const flag of flags)
          expect([example, known.some(({ options }) => options.some(({ long }) => long === flag))]).toEqual([
            example,
            true,
          ]);
      }
    }
  });
});
