import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { linkedFolder } from "../examples/linked-folder";
import { cliEnvironment } from "../plugin/cli-environment";

/** The two forms of the package, by the entry that a program imports. */
export const ways = ["pulumi-compute-platform", "pulumi-compute-platform/plugin"] as const;

/** A program in JavaScript that has `compute` in the form that the environment names. */
export const inEitherForm = (text: string): string =>
  `const pulumi = require("@pulumi/pulumi"); const compute = require(process.env.WAY);\n${text}`;

/** A project with a backend, a home and a journal of its own, and what the CLI says about it. */
export class CliProject {
  readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;

  constructor(emulator: Emulator, way: string) {
    const yaml = "name: people\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n";
    this.folder = linkedFolder({ "Pulumi.yaml": yaml, "index.js": "" });
    mkdirSync(join(this.folder, "state"));
    this.env = { ...cliEnvironment(this.folder, emulator), WAY: way };
  }

  /** Runs a command on the stack "dev", which the first one makes, with this program. */
  async run(
    program: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number; said: string }> {
    writeFileSync(join(this.folder, "index.js"), inEitherForm(program));
    await this.pulumi(["stack", "select", "--create", "dev"], env);
    return this.pulumi(args, env);
  }

  preview = (program: string, ...args: string[]) => this.run(program, ["preview", "--diff", ...args]);
  up = (program: string, ...args: string[]) => this.run(program, ["up", "--yes", "--skip-preview", ...args]);

  private pulumi(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env: { ...this.env, ...env } };
      const child = execFile("pulumi", [...args, "--non-interactive", "--color", "never"], options, (_, out, err) =>
        resolve({ code: child.exitCode ?? 1, said: out + err }),
      );
    });
  }
}
