import { InvalidArgumentError } from "commander";
import { createServer } from "node:net";
import { CommandFailure, type Register, writeLine } from "../io";
import { quoted } from "../../values/shell";
import { addStateFlags, loadStackWithKeys, type StateFlags } from "../state/load-stack";
import { run, sshOption } from "./ssh";
import type { Ports } from "./ssh-login";

export const registerForward: Register = (program, io) => {
  addStateFlags(
    program
      .command("forward")
      .argument("<pod>", "the pod's name in the program or its id, or a cluster's for its entry node")
      .argument("<port>", "the remote port, or LOCAL:PORT for a different local port", portsOf),
  )
    .addOption(sshOption())
    .description("make a port of a pod or a cluster reachable on this machine, with your ssh, until Ctrl-C")
    .action(async (name: string, { local, remote }: Ports, flags: StateFlags & { readonly option?: string[] }) => {
      const stack = await loadStackWithKeys(io, flags);
      const { forwardTo, reachableBySsh } = await import("./ssh-login.js");
      const { resource, pod } = await reachableBySsh(io, flags, stack, name);
      const login = forwardTo(resource, pod, { local, remote }, flags.option ?? []);
      if (await isTaken(local))
        throw new CommandFailure(
          `Port ${local} of this machine is taken. Choose another one: \`compute forward ${quoted(name)} PORT:${remote}\`.`,
        );
      const scheme = pod.ports.includes(`${remote}/http`) ? "http://" : "";
      const where = `${scheme}localhost:${local}`;
      const what = `port ${remote} of ${resource.kind} ${name}`;
      writeLine(io.stderr, `Once ssh is connected, ${what} is ${where}, until Ctrl-C.`);
      try {
        await run(io, login);
      } catch (error) {
        // Ctrl-C, which ssh receives too, is the normal end.
        if (!io.signal.aborted) throw error;
      }
    });
};

/** Tells whether another program listens on a port of this machine, which ssh would notice only after the login. */
const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(false)));
  });

function portsOf(text: string): Ports {
  const [, local = "", remote = local] = /^(\d+)(?::(\d+))?$/.exec(text) ?? [];
  const ports = { local: Number(local), remote: Number(remote) };
  const isPort = (port: number) => port >= 1 && port <= 65_535;
  if (local === "" || !isPort(ports.local) || !isPort(ports.remote))
    throw new InvalidArgumentError("Expected a port from 1 to 65535, or two as in 9000:8888.");
  return ports;
}
