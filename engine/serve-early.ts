import { type Monitor, type MonitorServer, serveMonitor } from "./monitor-server";
import type { Operation } from "./operation";
import type { Work } from "./work";

/** The engine as providers see it while no program runs, or none runs yet: it is there, and takes what they log. */
export interface EarlyEngine {
  readonly server: MonitorServer;
  /** What a program that runs by now speaks to. */
  monitor: Monitor | undefined;
}

/** Provider hosts learn where the engine is as they start, so that it has to be served before them. */
export async function withEngine<Result>(
  work: Work,
  operation: Operation,
  body: (engine: EarlyEngine) => Promise<Result>,
): Promise<Result> {
  const { proto, project, stack, dryRun, parallel } = work.options;
  const listener = listenerOf(operation);
  const now = (): Monitor => engine.monitor ?? listener;
  const server = await serveMonitor(proto, now, { project: project.name, stack, dryRun, parallel });
  const engine: EarlyEngine = { server, monitor: undefined };
  work.engineAddress = server.address;
  try {
    return await body(engine);
  } finally {
    server.close();
  }
}

function listenerOf(operation: Operation): Monitor {
  const refuse = (): Promise<never> => Promise.reject(new Error("no program runs"));
  return {
    register: refuse,
    read: refuse,
    invoke: refuse,
    registerOutputs: refuse,
    programEnded: refuse,
    log: (severity, message, urn) => operation.log(severity, message, urn),
    fail: () => undefined,
  };
}
