import { quoted } from "../../values/shell";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { redact } from "../../client/errors/redact";
import type { StackSetting } from "../../client/settings/settings";
import { jsonIn } from "../../values/json";
import { CommandFailure, type Io, type Output } from "../io";
import { backendUrlOf, keysIn, shownUrl } from "./backend";

/** A failure about the Pulumi CLI, in which commands stay those of the CLI. */
export class CliFailure extends CommandFailure {}

/** The states of a backend that is not a folder; undefined for a folder, which the local engine reads itself. */
export async function cliOfBackend(io: Io): Promise<PulumiCli | undefined> {
  const url = await backendUrlOf(io);
  return url.startsWith("file://") ? undefined : new PulumiCli(io, url);
}

/** The command that runs the project's program: the CLI's if the state is not in a folder, or the local engine lacks the language. */
export async function runnerOf(io: Pick<Io, "env" | "cwd">): Promise<"compute" | "pulumi"> {
  if (!(await backendUrlOf(io)).startsWith("file://")) return "pulumi";
  const [{ projectRoot, readProject }, { isRunHere }] = await Promise.all([
    import("../../engine/project/project.js"),
    import("../../engine/languages/index.js"),
  ]);
  return projectRoot(io.cwd) === undefined || isRunHere((await readProject(io.cwd)).runtime) ? "compute" : "pulumi";
}

/** Commands that run the program, and those that read or change what only the CLI can where the state is in no folder. */
const ofProject =
  /(?<!no )`compute (?=(?:(up|preview)\b(?! --markdown))|(?:config|refresh|destroy|cancel|stack|state)\b)/g;

/** Makes the commands on the project in a text those that work in it. */
export async function wordingHere(io: Pick<Io, "env" | "cwd">): Promise<(text: string) => string> {
  const [runner, url] = await Promise.all([runnerOf(io), backendUrlOf(io)]).catch(
    () => ["compute", "file://~"] as const,
  );
  const changer = url.startsWith("file://") ? "compute" : "pulumi";
  return (text) => text.replace(ofProject, (_, running?: string) => `\`${running === undefined ? changer : runner} `);
}

/** The CLI, for a project whose program only the CLI runs. */
export const cliToRun = async (io: Io): Promise<PulumiCli | undefined> =>
  (await runnerOf(io)) === "pulumi" ? new PulumiCli(io, await backendUrlOf(io)) : undefined;

/** The last part of `organization/project/stack`, the name in files and URNs. */
export const plainName = (stack: string): string => stack.slice(stack.lastIndexOf("/") + 1);

const Stacks = z.array(z.looseObject({ name: z.string(), current: z.boolean().optional() }));
const Config = z.record(z.string(), z.looseObject({ value: z.string().optional() }));

const Preview = z.looseObject({
  diagnostics: z.array(z.looseObject({ severity: z.string(), message: z.string() })),
});

/** The engine's message without surrounding empty lines and without the colours and the severity that the CLI adds. */
export const plainMessage = (message: string): string =>
  message
    .replace(/<\{%[^%]*%\}>/g, "")
    .trim()
    .replace(/^(?:error|warning): /, "");

/** The errors in what `pulumi preview --json` printed, which it does not repeat on stderr. */
function errorsIn(out: string): string {
  const { diagnostics = [] } = Preview.safeParse(jsonIn(out)).data ?? {};
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.flatMap(({ message }) => plainMessage(message).split("\n"));
  return lines.flatMap((line) => line.trim() || []).join(" ");
}

interface Ended {
  readonly out: string;
  readonly code: number;
  readonly failure: CliFailure;
}

/** Reads states in a backend that is not a folder, and runs programs that only the CLI can, with the `pulumi` on the PATH. */
export class PulumiCli {
  /** The displayed backend: its address may contain a password or a key. */
  readonly where: string;
  /** Whether many teams share it, so that other projects than this one are not read. */
  readonly isShared: boolean;

  constructor(
    private readonly io: Io,
    private readonly url: string,
  ) {
    this.where = shownUrl(url);
    this.isShared = /^https?:/.test(url);
  }

  /** The stacks of the project, and the one that `pulumi stack select` chose. */
  async stacks(): Promise<{ readonly known: readonly string[]; readonly selected: string | undefined }> {
    const listed = await this.json(Stacks, ["stack", "ls"]);
    return { known: listed.map(({ name }) => name).sort(), selected: listed.find(({ current }) => current)?.name };
  }

  /** The state as `pulumi stack export` prints it, its secrets encrypted unless they are asked for. */
  exportState(stack: string, { showSecrets = false } = {}): Promise<string> {
    return this.read(["stack", "export", "--stack", stack, ...(showSecrets ? ["--show-secrets"] : [])]);
  }

  /** Every state of this backend, for all projects unless it {@link isShared}. */
  async exportAll(): Promise<readonly { readonly where: string; readonly text: string }[]> {
    const listed = await this.json(Stacks, ["stack", "ls", ...(this.isShared ? [] : ["--all"])]);
    const states = [];
    for (const { name } of listed) states.push({ where: `stack ${name}`, text: await this.exportState(name) });
    return states;
  }

  /** The settings of a stack that only the CLI can decrypt. */
  async settings(stack: string): Promise<StackSetting> {
    const config = await this.json(Config, ["config", "--show-secrets", "--stack", stack]);
    const values = new Map(Object.entries(config).map(([key, { value }]) => [key, value]));
    return (name) => values.get(`compute:${name}`);
  }

  /** The output of `pulumi preview --json`, even of a failed preview. @throws CliFailure without output. */
  async preview(stack: string, flags: readonly string[]): Promise<Ended> {
    const whole = ["--json", "--show-replacement-steps", "--show-sames"];
    const ended = await this.end(["preview", ...whole, "--stack", stack, ...flags]);
    if (ended.code !== 0 && !ended.out.trimStart().startsWith("{")) throw ended.failure;
    return ended;
  }

  /** Runs `pulumi up`, with its output on stderr. @throws CliFailure if it fails. */
  async up(stack: string, flags: readonly string[]): Promise<void> {
    const { code, failure } = await this.end(["up", "--yes", "--stack", stack, ...flags], true);
    if (code !== 0) throw failure;
  }

  refusal(): CliFailure {
    return new CliFailure(
      `The state is in ${this.where}, which only the Pulumi CLI can deploy to and change: run the same command with \`pulumi\` in place of ` +
        "`compute`. Nothing was changed.",
    );
  }

  private async json<T>(schema: z.ZodType<T>, command: readonly string[]): Promise<T> {
    const printed = await this.read([...command, "--json"]);
    try {
      return schema.parse(JSON.parse(printed));
    } catch {
      // The output may contain secrets.
      throw new CliFailure(
        `\`pulumi ${command.slice(0, 2).join(" ")} --json\` printed no such list. Update the Pulumi CLI.`,
      );
    }
  }

  private async read(command: readonly string[]): Promise<string> {
    const { out, code, failure } = await this.end(command);
    if (code !== 0) throw failure;
    return out;
  }

  /** Runs a command to its end. Ctrl-C asks it to stop once, as the CLI expects, and again if the user insists. */
  private async end(command: readonly string[], isShown = false): Promise<Ended> {
    const { env, cwd, signal, stderr } = this.io;
    signal.throwIfAborted();
    // Its own process group, so that the terminal does not send Ctrl-C too.
    const child = spawn("pulumi", [...command, "--non-interactive", "--color", "never"], {
      env: { ...env, PULUMI_BACKEND_URL: this.url },
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const interrupt = () => void child.kill("SIGINT");
    signal.addEventListener("abort", interrupt, { once: true });
    const calm = this.io.onInsist(interrupt);
    const masked = (said: string) => redact(said.replaceAll(this.url, this.where), keysIn(this.url));
    const told = (stream: Readable) =>
      isShown ? shownLines(stream, (line) => stderr.write(masked(line))) : text(stream);
    try {
      const [code, out, said] = await Promise.all([ended, told(child.stdout), told(child.stderr)]);
      signal.throwIfAborted();
      const asked = command
        .filter((word) => word === "--stack" || !word.startsWith("--"))
        .map(quoted)
        .join(" ");
      const reported = code === 0 ? "" : errorsIn(out);
      const why = isShown ? "see above" : masked(reported || (/^error: ([^]*)/m.exec(said)?.[1] ?? said).trim());
      return {
        out,
        code: code ?? 1,
        failure: new CliFailure(`\`pulumi ${asked}\` failed in ${this.where}: ${why}`),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      if (this.url.startsWith("file://"))
        throw new CliFailure(
          "Only the Pulumi CLI runs the program of this project, and there is no `pulumi` on the PATH: install it.",
        );
      throw new CliFailure(
        `The state is in ${this.where}, which is read by the Pulumi CLI, and there is no \`pulumi\` on the PATH: install it, or pipe what ` +
          "`pulumi stack export` prints elsewhere into a command with `--file -`.",
      );
    } finally {
      calm();
      signal.removeEventListener("abort", interrupt);
    }
  }
}

/** Passes on whole lines, so that the code that makes them harmless sees their beginnings. */
async function shownLines(stream: Readable, write: Output["write"]): Promise<string> {
  for await (const line of createInterface({ input: stream })) write(`${line}\n`);
  return "";
}
