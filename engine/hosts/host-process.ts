import type { Ambient } from "../ambient";
import { childEnv } from "../program/child";
import { EngineError } from "../errors";
import type { Project } from "../project/project";

/** A provider as a process, before anybody speaks with it. */
export interface HostProcess {
  /** Rejects when the host ends before it says where it listens. */
  readonly port: Promise<number>;
  /** SIGINT, and SIGKILL for one that does not obey. */
  stop(): Promise<void>;
  kill(): void;
}

/** What starts a provider, and what it is called where it fails. */
export interface HostCommand {
  readonly what: string;
  /** Node, if left out. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly lifeline?: boolean;
}

export interface HostProcessOptions {
  readonly project: Project;
  /** What providers may speak to; the host itself does not. */
  readonly engineAddress: string;
  readonly env: NodeJS.ProcessEnv;
  readonly ambient: Ambient;
  readonly onLine: (line: string, from: "stdout" | "stderr") => void;
}

const graceMs = 5_000;

export function startHostProcess(host: HostCommand, options: HostProcessOptions): HostProcess {
  const { project, engineAddress } = options;
  const { what, command, args, lifeline = false } = host;
  let announce!: (port: string) => void;
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  let seen = false;
  const child = options.ambient.start({
    ...(command !== undefined && { command }),
    args: [...args, engineAddress],
    lifeline,
    cwd: project.programDir,
    env: childEnv(options.env, host.env),
    onLine: (line, from) => {
      // The first line is the handshake; all that follows is what providers print.
      if (seen || from === "stderr") return options.onLine(line, from);
      seen = true;
      announce(line.trim());
    },
  });
  const died = child.exited.then((code): never => {
    throw new EngineError("provider", `the ${what} ended with code ${code} before it was ready`);
  });
  const port = Promise.race([announced, died]).then((text) => {
    if (/^\d+$/.test(text)) return Number(text);
    throw new EngineError("provider", `the ${what} said ${JSON.stringify(text)} in place of its port`);
  });
  port.catch(() => undefined); // a host that nobody came to need may fail unheard
  died.catch(() => undefined);
  return {
    port,
    kill: () => child.signal("SIGKILL"),
    stop: async () => {
      child.signal("SIGINT");
      const cancel = options.ambient.after(graceMs, () => child.signal("SIGKILL"));
      await child.exited;
      cancel();
    },
  };
}
