import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parents } from "../../disk";
import { homeForProgram } from "../../disk/home";
import { preload } from "../program/preload";
import { checkEntry, entryOf } from "./node-entry";
import { readableFailure } from "./node-failure";
import { configEnv, type Language, type Toolchain } from "./language";
import type { Project } from "../project/project";

/** TypeScript and JavaScript, run by the SDK's own runner as the CLI's language host does it. */
export const nodejs: Language = {
  runtime: "nodejs",
  title: "Node.js",
  open: (project, env) => toolchainOf(project, env),
};

function toolchainOf(project: Project, env: NodeJS.ProcessEnv): Toolchain {
  const { name, root, programDir, entryPoint, runtimeOptions } = project;
  const resolve = (module: string) => createRequire(join(programDir, "package.json")).resolve(module);
  const nodeArgs = runtimeOptions["nodeargs"];
  return {
    // The protocol is loaded first and reports if it is missing.
    check: () => checkEntry(project, env),
    protocolFrom: programDir,
    isDynamic: true,
    undelivered: "failed to deliver log message.",
    readable: (message) => readableFailure(message, programDir, entryOf(project).entry ?? programDir),
    explain: () => (typeof nodeArgs === "string" ? refusedNodeArgs(nodeArgs, programDir) : undefined),
    executables: () => parents(programDir).map((folder) => join(folder, "node_modules", ".bin")),
    program: ({ stack, address, dryRun, parallel, config }) => ({
      args: [
        ...preload({ endsWithParent: true }),
        // The warning about a missing `main`, which the SDK reports itself.
        "--disable-warning=DEP0128",
        ...(typeof nodeArgs === "string" ? splitArguments(nodeArgs) : []),
        resolve(env["PULUMI_LANGUAGE_NODEJS_RUN_PATH"] || "@pulumi/pulumi/cmd/run"),
        ...["--monitor", address, "--engine", address, "--organization", "organization", "--project", name],
        ...["--root-directory", root, "--stack", stack, "--pwd", programDir],
        ...(dryRun ? ["--dry-run"] : []),
        ...["--parallel", String(parallel), entryPoint],
      ],
      env: {
        ...configEnv(config),
        PULUMI_NODEJS_TYPESCRIPT: String(runtimeOptions["typescript"] !== false),
        ...tsconfig(runtimeOptions["tsconfig"]),
        // The SDK's compiler names its cache in the temporary folder by the home.
        HOME: homeForProgram(env),
      },
    }),
    dynamicHost: () => ({
      what: "dynamic provider host",
      args: [...preload({ endsWithParent: true }), resolve("@pulumi/pulumi/cmd/dynamic-provider")],
      env: { PULUMI_CONFIG: "{}", PULUMI_NODEJS_PROJECT: name, PULUMI_PROJECT: name },
      lifeline: true,
    }),
  };
}

/** Node's message if it refuses `nodeargs`, found by running it with them alone. */
function refusedNodeArgs(nodeArgs: string, cwd: string): string | undefined {
  const args = [...splitArguments(nodeArgs), "--eval", ""];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", timeout: 10_000 });
  const [, why] = (status !== 0 && /^(?:\w*Error\b[^\n]*?|\S+): (.*)$/m.exec(stderr)) || [];
  if (why === undefined) return undefined;
  return `Node can't start with \`nodeargs: ${nodeArgs}\` of Pulumi.yaml: ${why}. Correct it, or install what it names.`;
}

const tsconfig = (path: unknown): NodeJS.ProcessEnv =>
  typeof path === "string" ? { PULUMI_NODEJS_TSCONFIG_PATH: path } : {};

/** `--import tsx --title "a b"` as a shell would split it. */
export function splitArguments(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
