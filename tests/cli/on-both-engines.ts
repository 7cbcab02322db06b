import { type Platform, Project } from "../support/project";
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

/** A project for either engine. */
export const projectOn = (platform: Platform): Project => new Project(platform, { name: project });

type Engine = readonly [engine: string, stackIn: (files: Project) => Stack];

/** The local engine, and the CLI where it is on the PATH. */
export const engines: readonly Engine[] = [
  ["the local engine", local],
  ...(cliOnPath() === undefined ? [] : [["the CLI", cli] as const]),
];

function local(files: Project): Stack {
  const opened = () => files.apart(programsHere);
  return {
    init: async () => void (await opened()),
    cancel: async () => void (await (await opened()).cancel()),
    async up(options = {}) {
      try {
        const { result, diagnostics } = await (await opened()).up(options);
        return { isSuccess: result === "succeeded", said: diagnostics.map(({ message }) => message).join("\n") };
      } catch (error) {
        return { isSuccess: false, said: (error as Error).message };
      }
    },
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

function cli(files: Project): Stack {
  const must = async (...args: string[]) => {
    const { code, said } = await files.pulumi(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed:\n${said}`);
  };
  return {
    init: () => must("stack"),
    cancel: async () => void (await files.pulumi(["cancel", "--yes"])),
    taint: (urns) => must("state", "taint", "--yes", ...urns),
    async up({ replace = [], target = [], continueOnError } = {}) {
      const { code, said } = await files.pulumi([
        ...["up", "--yes", "--skip-preview"],
        ...replace.flatMap((urn) => ["--replace", urn]),
        ...target.flatMap((urn) => ["--target", urn]),
        ...(continueOnError ? ["--continue-on-error"] : []),
      ]);
      return { isSuccess: code === 0, said };
    },
  };
}
