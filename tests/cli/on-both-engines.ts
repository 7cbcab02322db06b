import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LocalStack } from "../../engine";
import { linkedFolder } from "../examples/linked-folder";
import { root } from "../../proofs/root";
import { programsHere } from "../support/program-here";
import { cliOnPath } from "./run-cli";

/** How an up ended, and what it said. */
export interface Ended {
  readonly isSuccess: boolean;
  readonly said: string;
}

export interface UpOptions {
  /** URNs of resources that are to be replaced. */
  readonly replace?: readonly string[];
  readonly target?: readonly string[];
  readonly continueOnError?: boolean;
}

export interface Stack {
  init(): Promise<void>;
  up(options?: UpOptions): Promise<Ended>;
  /** Marks resources to be replaced by the next run. */
  taint(urns: readonly string[]): Promise<void>;
  /** Takes away a lock that a run has left, if there is one. */
  cancel(): Promise<void>;
}

export const project = "full";
export const stackName = "dev";

/** A program outside the repository, whose backend is a folder. */
export class Folder {
  readonly path = linkedFolder({ "Pulumi.yaml": `name: ${project}\nruntime: nodejs\nmain: index.js\n` });
  readonly backend = join(this.path, "backend");
  readonly env: Record<string, string>;

  constructor({ apiUrl, apiKey }: { readonly apiUrl: string; readonly apiKey: string }) {
    mkdirSync(this.backend);
    this.program("");
    const bin = join(this.path, "node_modules", ".bin");
    mkdirSync(bin);
    symlinkSync(join(root, "dist", "plugin", "pulumi-resource-compute.js"), join(bin, "pulumi-resource-compute"));
    this.env = {
      COMPUTE_API_URL: apiUrl,
      COMPUTE_API_KEY: apiKey,
      COMPUTE_JOURNAL_DIR: join(this.path, "journal"),
      PULUMI_BACKEND_URL: `file://${this.backend}`,
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_HOME: join(this.path, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      PATH: `${bin}:${process.env["PATH"]}`,
    };
  }

  program(text: string): void {
    writeFileSync(join(this.path, "index.js"), text);
  }
}

type Engine = readonly [engine: string, stackIn: (folder: Folder) => Stack];

/** The local engine, and the CLI where it is on the PATH. */
export const engines: readonly Engine[] = [
  ["the local engine", local],
  ...(cliOnPath() === undefined ? [] : [["the CLI", cli] as const]),
];

function local({ path, env }: Folder): Stack {
  const opened = () =>
    LocalStack.open({
      projectDir: path,
      stack: stackName,
      passphrase: "x",
      env,
      backendUrl: env["PULUMI_BACKEND_URL"]!,
      ambient: programsHere,
    });
  const up = async (options: UpOptions = {}): Promise<Ended> => {
    try {
      const { result, diagnostics } = await (await opened()).up(options);
      return { isSuccess: result === "succeeded", said: diagnostics.map(({ message }) => message).join("\n") };
    } catch (error) {
      return { isSuccess: false, said: (error as Error).message };
    }
  };
  return {
    up,
    init: async () => void (await opened()),
    cancel: async () => void (await (await opened()).cancel()),
    async taint(urns) {
      const stack = await opened();
      const state = await stack.exportState();
      const entries = state.deployment["resources"] as readonly Record<string, unknown>[];
      const resources = entries.map((entry) =>
        urns.includes(String(entry["urn"])) ? { ...entry, taint: true } : entry,
      );
      await stack.importState({ ...state, deployment: { ...state.deployment, resources } });
    },
  };
}

function cli({ path, env }: Folder): Stack {
  const pulumi = (...args: string[]): Promise<Ended> => {
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: path,
      env: { ...process.env, ...env },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    return new Promise((resolve) => child.on("exit", (code) => resolve({ isSuccess: code === 0, said })));
  };
  const must = async (...args: string[]) => {
    const { isSuccess, said } = await pulumi(...args);
    if (!isSuccess) throw new Error(`pulumi ${args.join(" ")} failed:\n${said}`);
  };
  return {
    init: () => must("stack", "init", stackName),
    cancel: async () => void (await pulumi("cancel", "--yes", "--stack", stackName)),
    taint: (urns) => must("state", "taint", "--yes", "--stack", stackName, ...urns),
    up: ({ replace = [], target = [], continueOnError } = {}) =>
      pulumi(
        ...["up", "--yes", "--skip-preview", "--stack", stackName],
        ...replace.flatMap((urn) => ["--replace", urn]),
        ...target.flatMap((urn) => ["--target", urn]),
        ...(continueOnError ? ["--continue-on-error"] : []),
      ),
  };
}
