import type { ChildOptions } from "../program/child";
import type { HostCommand } from "../hosts/host-process";
import type { Config } from "../project/config";
import type { Project } from "../project/project";

/** One run of a program. */
export interface ProgramCall {
  readonly stack: string;
  /** Where the engine is served. */
  readonly address: string;
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly config: Config;
}

/** What a language is to the engine: how its programs are started, and what is said when that cannot be. */
export interface Language {
  /** As `runtime` in Pulumi.yaml names it. */
  readonly runtime: string;
  /** Its name in messages. */
  readonly title: string;
  open(project: Project, env: NodeJS.ProcessEnv): Toolchain;
}

/** What a project has for its language. */
export interface Toolchain {
  /** @throws EngineError `project` for what is missing, and how to get it. */
  check(): void;
  /** Pulumi's protocol as the program has it; undefined for languages that have it in a form of their own. */
  readonly protocolFrom?: string;
  /** Folders of the executables that the program's packages brought along, the nearest first. */
  executables(): readonly string[];
  program(call: ProgramCall): Pick<ChildOptions, "command" | "args" | "env">;
  /** Starts the providers that are code of the program's. */
  dynamicHost(): HostCommand;
  /** What the SDK tells of a failing program, as people read it. */
  readonly readable?: (message: string) => string;
  /** What an exit code of the program means, where it means something to people. */
  explain?(code: number): string | undefined;
  /** Most programs have such providers, so that their host is started before a program asks for it. */
  readonly isDynamic?: boolean;
  /** With this the SDK begins what it prints of its own calls to an engine that has stopped: why it did is told already. */
  readonly undelivered?: string;
  /** A program takes SIGINT as the end of a run, and tells nobody of it. */
  readonly takesInterrupt?: boolean;
}

/** The settings of a run, as every SDK of Pulumi's takes them. */
export const configEnv = (config: Config): NodeJS.ProcessEnv => ({
  PULUMI_CONFIG: JSON.stringify(Object.fromEntries([...config].map(([key, { value }]) => [key, value]))),
  PULUMI_CONFIG_SECRET_KEYS: JSON.stringify([...config].filter(([, { secret }]) => secret).map(([key]) => key)),
});
