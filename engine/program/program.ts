import type { Config } from "../project/config";
import type { Ambient } from "../ambient";
import { type Child, childEnv } from "./child";
import { preload } from "./preload";
import type { Project } from "../project/project";

export interface ProgramOptions {
  readonly project: Project;
  readonly stack: string;
  readonly runner: string;
  readonly address: string;
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, from: "stdout" | "stderr") => void;
  readonly ambient: Ambient;
}

/** Starts the program through the SDK's own runner, as the CLI's language host does. */
export function startProgram(options: ProgramOptions): Child {
  const { project, stack, address } = options;
  const nodeArgs = project.runtimeOptions["nodeargs"];
  return options.ambient.startProgram({
    args: [
      ...preload({ endsWithParent: true }),
      ...(typeof nodeArgs === "string" ? splitArguments(nodeArgs) : []),
      options.runner,
      ...["--monitor", address, "--engine", address, "--organization", "organization", "--project", project.name],
      ...["--root-directory", project.root, "--stack", stack, "--pwd", project.programDir],
      ...(options.dryRun ? ["--dry-run"] : []),
      ...["--parallel", String(options.parallel), project.entryPoint],
    ],
    cwd: project.root,
    env: childEnv(options.env, {
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries([...options.config].map(([key, { value }]) => [key, value]))),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(
        [...options.config].filter(([, { secret }]) => secret).map(([key]) => key),
      ),
      PULUMI_NODEJS_TYPESCRIPT: String(project.runtimeOptions["typescript"] !== false),
      ...tsconfig(project.runtimeOptions["tsconfig"]),
    }),
    onLine: options.onLine,
    lifeline: true,
  });
}

const tsconfig = (path: unknown): NodeJS.ProcessEnv =>
  typeof path === "string" ? { PULUMI_NODEJS_TSCONFIG_PATH: path } : {};

/** `--import tsx --title "a b"` as a shell would split it. */
export function splitArguments(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
