import type { ProviderSettings } from "../hosts/host";
import type { RawProvider, RunInfo } from "../protocol/provider-verbs";
import type { Unconfigured } from "../hosts/provider-pool";
import { type Child, childEnv } from "./child";
import type { Deployment } from "../run/deployment";
import { type InlineProgram, runInlineProgram } from "./inline-program";
import type { Monitor } from "../protocol/monitor-server";
import type { WorkOptions } from "../run/work";

export interface ProgramRun {
  /** Runs the program to its end, including deletes. */
  run(): Promise<void>;
  kill(): void;
}

/** Exit code of a language's runner after it has told the user what is wrong. */
const alreadyTold = 32;

/** How long a program may take to notice the engine's stop. */
const graceMs = 5_000;

/** Opens a program in this process, which needs no server to reach the engine. */
function openInProcess(deployment: Deployment, { run }: InProcess): ProgramRun {
  const { operation } = deployment;
  const runToEnd = async () => {
    try {
      await Promise.race([run(deployment), operation.whenStopped]);
    } catch (error) {
      deployment.fail(error);
    }
    if (!operation.stopped) await deployment.programEnded();
  };
  return { run: runToEnd, kill: () => undefined };
}

/** The settings of a run for its program and components. */
export const infoOf = ({ project, stack, dryRun, parallel }: WorkOptions): RunInfo => ({
  project: project.name,
  stack,
  dryRun,
  parallel,
});

/** @param address of the engine, which serves the deployment. */
export function openProgramRun(deployment: Deployment, options: WorkOptions, address: string): ProgramRun {
  const { project, session, ambient } = options;
  const { operation } = deployment;
  if (options.inProcess) return openInProcess(deployment, options.inProcess);
  const call = { ...infoOf(options), address, config: session.config };
  let child: Child | undefined;

  const runFile = async () => {
    const toolchain = options.toolchains.toRun();
    const { undelivered, takesInterrupt = false } = toolchain;
    let isLate = false;
    const onLine = (line: string, from: "stdout" | "stderr") => {
      isLate ||= undelivered !== undefined && operation.stopped && from === "stderr" && line.startsWith(undelivered);
      if (!isLate || from === "stdout") operation.printed(line, from);
    };
    const command = toolchain.program(call);
    const env = childEnv(options.env, command.env);
    const started = ambient.startProgram({ ...command, env, cwd: project.root, onLine, lifeline: true });
    child = started;
    // As with the CLI, a provider that can't be notified notices the cancellation by the end of its program.
    void operation.whenCancelled.then(() => started.signal(takesInterrupt ? "SIGINT" : "SIGTERM"));
    void operation.whenStopped
      .then(() => operation.idle())
      .then(() => {
        if (takesInterrupt) started.signal("SIGINT");
        const cancel = ambient.after(graceMs, () => started.signal("SIGKILL"));
        void started.exited.then(cancel, cancel);
      });
    const code = await started.exited;
    // Exit code 0 alone proves nothing: after an abort the program exits so as well (pulumi-engine 1.5).
    if (operation.stopped) return;
    if (code === 0 && deployment.signalled) await deployment.programEnded();
    else if (code === alreadyTold && operation.hasErrors) operation.stop();
    else
      deployment.fail(
        new Error(
          toolchain.explain?.(code) ??
            `The program ended with exit code ${code} before it had declared everything. Look in it for what ends it early, such as a call ` +
              "of exit, and in what it printed for why.",
        ),
      );
  };
  const runFunction = async (program: InlineProgram) => {
    const { programDir } = project;
    const onThrow = (error: unknown) => deployment.fail(error);
    try {
      await runInlineProgram({ ...call, program, programDir, onThrow, stopped: operation.whenStopped });
    } catch (error) {
      if (!operation.stopped) deployment.fail(error);
    }
    if (operation.stopped) return;
    // The SDK treats a broken connection as a normal end. Resources that the program has not declared yet must not be
    // deleted.
    if (deployment.signalled) await deployment.programEnded();
    else deployment.fail(new Error("the program lost its connection to the engine before it had declared everything"));
  };
  return {
    run: () => (options.program ? runFunction(options.program) : runFile()),
    kill: () => child?.signal("SIGKILL"),
  };
}

/** A program and its provider in this process, without gRPC: with it a proof runs thousands of operations a minute. */
export interface InProcess {
  /** Registers the program's resources. A thrown error ends the operation. */
  readonly run: (monitor: Monitor) => Promise<void>;
  /** Starts a provider host, configured. */
  readonly connect: (settings: ProviderSettings) => Promise<RawProvider>;
  /** Starts the plugin of a package. */
  readonly launch: () => Promise<Unconfigured>;
}
