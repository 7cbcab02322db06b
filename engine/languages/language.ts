import type { ChildOptions } from "../program/child";
import type { HostCommand } from "../hosts/host-process";
import type { Config } from "../project/config";
import type { Project } from "../project/project";
import type { MonitorOfRun } from "../protocol/provider-verbs";

export interface ProgramCall extends MonitorOfRun {
  readonly config: Config;
}

/** A language: how its programs are started, and the messages if that fails. */
export interface Language {
  /** Its name under `runtime` in Pulumi.yaml. */
  readonly runtime: string;
  readonly title: string;
  open(project: Project, env: NodeJS.ProcessEnv): Toolchain;
}

/** The tools of a language for one project. */
export interface Toolchain {
  /** @throws EngineError `project` for a missing part, with the remedy. */
  check(): void;
  /** The folder with the program's own copy of Pulumi's protocol; undefined for languages in which the copy is unusable here. */
  readonly protocolFrom?: string;
  /** Folders with executables of the program's packages, the nearest first. */
  executables(): readonly string[];
  program(call: ProgramCall): Pick<ChildOptions, "command" | "args" | "env">;
  /** The command that starts providers defined in the program's language. */
  dynamicHost(): HostCommand;
  /** Makes the SDK's message about a failed program readable. */
  readonly readable?: (message: string) => string;
  /** Explains an exit code of the program, if it has a meaning. */
  explain?(code: number): string | undefined;
  /** Most programs have such providers, so their host is started early. */
  readonly isDynamic?: boolean;
  /** The beginning of the SDK's output about calls to a stopped engine, which is hidden because the reason is reported already. */
  readonly undelivered?: string;
  /** A program ends silently at SIGINT. */
  readonly takesInterrupt?: boolean;
}

/** The settings of a run as variables for Pulumi's SDKs. */
export const configEnv = (config: Config): NodeJS.ProcessEnv => ({
  PULUMI_CONFIG: JSON.stringify(Object.fromEntries([...config].map(([key, { value }]) => [key, value]))),
  PULUMI_CONFIG_SECRET_KEYS: JSON.stringify([...config].filter(([, { secret }]) => secret).map(([key]) => key)),
});
