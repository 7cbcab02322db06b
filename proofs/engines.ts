import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { type Ambient, type EngineEvent, type InlineProgram, LocalStack } from "../engine";

export type EngineName = "local" | "cli";
export type Operation = "up" | "preview" | "refresh" | "destroy";

/** The end of an operation, with everything that was said. */
export interface Ended {
  readonly result: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

/** The place in which an engine runs, and the settings of the program and of the provider host. */
export interface EngineOptions {
  readonly projectDir: string;
  readonly backendUrl: string;
  readonly stack: string;
  readonly passphrase: string;
  /** A separate folder for the CLI's settings. */
  readonly home: string;
  readonly env: Record<string, string>;
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** The project's program as a function, for the local engine: to start a process for each run takes longer than the run. */
  readonly program?: InlineProgram | undefined;
  /** Goes with `program`. */
  readonly projectName?: string;
  /** For the local engine: where its providers are, if not in processes of their own. */
  readonly ambient?: Ambient | undefined;
}

/** Runs one operation on one stack. */
export type Operate = (operation: Operation) => Promise<Ended>;

/** The number of steps that the local engine takes at once. */
const parallel = "16";

/** The engines of this machine: ours always, the CLI where `pulumi` is on the PATH. */
export function enginesHere(): EngineName[] {
  // Given by name: where a test has an environment of its own, that is meant.
  return spawnSync("pulumi", ["version"], { env: process.env }).status === 0 ? ["local", "cli"] : ["local"];
}

export async function localEngine({ home: _, onEvent, program, ambient, ...about }: EngineOptions): Promise<Operate> {
  const stack = await LocalStack.open({ ...about, ...(program && { program }), ...(ambient && { ambient }) });
  return (operation) => stack[operation](onEvent ? { onEvent } : {});
}

/** The CLI with a new stack. */
export async function cliEngine(options: EngineOptions): Promise<Operate> {
  const { projectDir, backendUrl, stack, passphrase, home } = options;
  const env = {
    ...process.env,
    ...options.env,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_BACKEND_URL: backendUrl,
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
  const run = async (...args: string[]): Promise<Ended> => {
    const settings = { cwd: projectDir, env, maxBuffer: 1 << 28 };
    const all = [...args, "--stack", stack, "--non-interactive"];
    return promisify(execFile)("pulumi", all, settings).then(
      ({ stdout, stderr }) => ({ result: "succeeded", diagnostics: [{ message: stdout }, { message: stderr }] }),
      ({ stdout, stderr, message }: { stdout?: string; stderr?: string; message: string }) => ({
        result: "failed",
        diagnostics: [stdout, stderr, message].flatMap((text) => (text ? { message: text } : [])),
      }),
    );
  };
  const { result, diagnostics } = await run("stack", "select", "--create");
  if (result !== "succeeded") throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return (operation) =>
    operation === "preview"
      ? run("preview", "--parallel", parallel)
      : run(operation, "--yes", "--skip-preview", "--parallel", parallel);
}
