import { commandVariable, wordedLater } from "../../disk/command";
import type { Ambient } from "../ambient";
import { childEnv } from "../program/child";
import { EngineError } from "../errors";
import type { Project } from "../project/project";

/** A provider's process before the first call. */
export type HostProcess = ReturnType<typeof startHostProcess>;

/** The command that starts a provider, and its name in errors. */
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
  /** The engine's address for providers; the host itself does not use it. */
  readonly engineAddress: string;
  readonly env: NodeJS.ProcessEnv;
  readonly ambient: Ambient;
  readonly onLine: (line: string, from: "stdout" | "stderr") => void;
}

const graceMs = 5_000;

export function startHostProcess(host: HostCommand, options: HostProcessOptions) {
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
    // Whoever shows their messages words the commands in them.
    env: childEnv({ ...options.env, [commandVariable]: wordedLater }, host.env),
    onLine: (line, from) => {
      // The first line is the handshake; the rest is output of providers.
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
    /** Rejects if the host ends before it prints its port. */
    port,
    kill: (): void => child.signal("SIGKILL"),
    /** Sends SIGINT, then SIGKILL if the process does not end. */
    stop: async (): Promise<void> => {
      child.signal("SIGINT");
      const cancel = options.ambient.after(graceMs, () => child.signal("SIGKILL"));
      await child.exited;
      cancel();
    },
  };
}
