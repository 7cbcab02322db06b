import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../cli/program";
import type { Emulator } from "../../emulator";
import { type Ambient, type InlineProgram, LocalStack, type StackOptions } from "../../engine";
import { systemAmbient } from "../../engine/ambient";
import type { Mode } from "../../proofs/plugin";
import { root } from "../../proofs/root";
import { FakeIo } from "../cli/fake-io";
import { linkedFolder } from "../examples/linked-folder";
import { cliEnvironment } from "../plugin/cli-environment";
import { openServed, type ServedHow, type ServedStack } from "./served-stack";

export type Platform = Pick<Emulator, "apiUrl" | "queueUrl" | "apiKey">;

/** The entry of the package that a program in a form imports. */
export const entryOf = (mode: Mode): string => `pulumi-compute-platform${mode === "plugin" ? "/plugin" : ""}`;

interface About {
  /** The project's name. */
  readonly name?: string;
  readonly stack?: string;
  readonly program?: string;
  /** The members of Pulumi.yaml after the name. */
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The members of Pulumi.yaml for a program in JavaScript. */
export const javascript = "runtime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n";

/**
 * A user's project outside the repository, with one stack in a folder, on an emulated platform. A test gets the stack in one of
 * two ways: `here`, in this process, or `apart`, by processes as a user has them. `pulumi` is the second one in the hands of the CLI.
 */
export class Project {
  readonly folder: string;
  readonly backend: string;
  readonly env: Record<string, string>;
  /** For commands: the terminal, the folder and the environment of the project. */
  readonly io = new FakeIo();
  private readonly stack: string;
  private made: Promise<unknown> | undefined;

  /** @param platform in the environment; undefined where a test puts it into the settings of the stack. */
  constructor(
    private readonly platform: Platform | undefined,
    private readonly about: About = {},
  ) {
    const { name = "people", stack = "dev", program = "", yaml = javascript, files = {}, env = {} } = about;
    this.stack = stack;
    this.folder = linkedFolder({ "Pulumi.yaml": `name: ${name}\n${yaml}`, "index.js": program, ...files });
    this.backend = join(this.folder, "state");
    const bin = join(this.folder, "node_modules", ".bin");
    for (const folder of [this.backend, bin]) mkdirSync(folder);
    const { apiUrl, apiKey, queueUrl } = platform ?? {};
    this.env = {
      ...(platform && { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey, COMPUTE_QUEUE_URL: queueUrl }),
      COMPUTE_JOURNAL_DIR: join(this.folder, "journal"),
      PULUMI_HOME: join(this.folder, "home"),
      ...env,
    };
    this.io.cwd = this.folder;
    Object.assign(this.io.env, this.env, {
      PULUMI_BACKEND_URL: `file://${this.backend}`,
      PULUMI_CONFIG_PASSPHRASE: "x",
    });
  }

  get options(): StackOptions {
    const backendUrl = `file://${this.backend}`;
    return { projectDir: this.folder, stack: this.stack, backendUrl, passphrase: "x", env: this.env };
  }

  get stateFile(): string {
    return join(this.backend, ".pulumi", "stacks", this.about.name ?? "people", `${this.stack}.json`);
  }

  write(program: string): void {
    writeFileSync(join(this.folder, "index.js"), program);
  }

  /**
   * With the local engine, and the program and its providers in this process.
   *
   * @param program a function of the test in place of the program's file.
   */
  here(how?: ServedHow, program?: InlineProgram): Promise<ServedStack> {
    return openServed({ ...this.options, ...this.inline(program) }, how);
  }

  /** With the local engine, and a process for each provider, and for the program unless `ambient` has it here. */
  apart(ambient: Ambient = systemAmbient, program?: InlineProgram): Promise<LocalStack> {
    this.installPlugin();
    return LocalStack.open({ ...this.options, ...this.inline(program), ambient });
  }

  private inline(program: InlineProgram | undefined): Partial<StackOptions> {
    return program ? { projectName: this.about.name ?? "people", program } : {};
  }

  /** As npm does. */
  installPlugin(): void {
    const link = join(this.folder, "node_modules", ".bin", "pulumi-resource-compute");
    if (!existsSync(link)) symlinkSync(join(root, "dist", "plugin", "pulumi-resource-compute.js"), link);
  }

  /** Runs a command. @returns what it wrote to stdout. */
  async run(...args: readonly string[]): Promise<string> {
    this.io.written.out = "";
    await createProgram(this.io).parseAsync(args, { from: "user" });
    return this.io.written.out;
  }

  /** Runs the CLI on the stack, which the first call makes. */
  async pulumi(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> {
    await (this.made ??= this.exec(["stack", "select", "--create", this.stack], env));
    return this.exec(args, env);
  }

  private exec(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
    const options = { cwd: this.folder, env: { ...cliEnvironment(this.folder), ...this.env, ...env } };
    return new Promise((resolve) => {
      const all = [...args, "--non-interactive", "--color", "never"];
      const child = execFile("pulumi", all, options, (_, out, err) =>
        resolve({ code: child.exitCode ?? 1, said: out + err }),
      );
    });
  }
}

/** A program in JavaScript that has `compute` in this form. */
export const inForm = (mode: Mode, text: string): string =>
  `const pulumi = require("@pulumi/pulumi"); const compute = require("${entryOf(mode)}");\n${text}`;

/** A project whose program a test rewrites, in one of the two forms of the package, and all that its runs here said. */
export async function openProject(emulator: Platform, mode: Mode, speed = 20) {
  const project = new Project(emulator);
  let heard: string[] = [];
  const notify = {
    warn: async (message: string) => void heard.push(`warning: ${message}`),
    info: async (message: string) => void heard.push(`info: ${message}`),
  };
  const stack = await project.here({ mode, speed, notify });
  const told = async (program: string, run: () => ReturnType<ServedStack["up"]>) => {
    project.write(inForm(mode, program));
    heard = [];
    const { result, diagnostics } = await run();
    const said = diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
    return { result, said: [...heard, ...said].join("\n") };
  };
  return {
    stack,
    up: (program: string, options?: Parameters<ServedStack["up"]>[0]) => told(program, () => stack.up(options)),
    preview: (program: string, options?: Parameters<ServedStack["preview"]>[0]) =>
      told(program, () => stack.preview(options)),
  };
}

/** The same in the hands of the CLI. */
export function openWithCli(emulator: Platform, mode: Mode) {
  const project = new Project(emulator);
  const told = (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => {
    project.write(inForm(mode, program));
    return project.pulumi(args, env);
  };
  return {
    run: told,
    preview: (program: string, env?: NodeJS.ProcessEnv) => told(program, ["preview", "--diff"], env),
    up: (program: string, ...args: string[]) => told(program, ["up", "--yes", "--skip-preview", ...args]),
  };
}
