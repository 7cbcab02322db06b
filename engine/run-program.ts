import type { Child } from "./child";
import type { Config } from "./config";
import type { Deployment } from "./deployment";
import { serveMonitor } from "./monitor-server";
import { startProgram } from "./program";
import type { Project } from "./project";
import type { Proto } from "./proto";

export interface ProgramRun {
  /** Where the provider host finds the engine. */
  readonly address: string;
  /** Runs the program to its end, deletes included. */
  run(): Promise<void>;
  kill(): void;
  close(): void;
}

export interface ProgramRunOptions {
  readonly deployment: Deployment;
  readonly proto: Proto;
  readonly project: Project;
  readonly stack: string;
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
}

/** Exit code of the SDK's runner after it has told the user what is wrong. */
const alreadyTold = 32;

/** Serves the engine to one run of the program. */
export async function openProgramRun(options: ProgramRunOptions): Promise<ProgramRun> {
  const { deployment, proto, project, stack, dryRun, parallel, config, env } = options;
  const info = { project: project.name, stack, dryRun, parallel };
  const server = await serveMonitor(proto, deployment, info);
  let child: Child | undefined;
  return {
    address: server.address,
    run: async () => {
      child = startProgram({
        ...{ project, stack, runner: proto.runner, address: server.address, dryRun, parallel, config, env },
        onLine: (line, from) => deployment.operation.printed(line, from),
      });
      const code = await child.exited;
      // Exit code 0 alone proves nothing: after an abort the program exits so as well (pulumi-engine 1.5).
      if (deployment.operation.failed) return;
      if (code === 0 && deployment.signalled) await deployment.programEnded();
      else if (code === alreadyTold && deployment.operation.hasErrors) deployment.operation.stop();
      else deployment.fail(new Error(`an unhandled error occurred: Program exited with non-zero exit code: ${code}`));
    },
    kill: () => child?.signal("SIGKILL"),
    close: () => server.close(),
  };
}
