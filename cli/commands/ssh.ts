import { Option } from "commander";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import { quoted } from "../../values/shell";
import { several } from "../parsers";
import type { Login } from "./ssh-login";
import { addStateFlags, loadStackWithKeys, type StateFlags } from "../state/load-stack";

interface Flags extends StateFlags {
  readonly print?: boolean;
  readonly option?: string[];
  /** True if no file is named. */
  readonly config?: string | true;
}

export const registerSsh: Register = (program, io) => {
  addStateFlags(
    program
      .command("ssh")
      .argument("[pod]", "the pod's name in the program or its id, or a cluster's for its entry node")
      .argument("[command...]", "the command to run there, after --"),
  )
    .description("log in to a pod or a cluster of the stack with your ssh, or run a command there")
    .addOption(sshOption())
    .option("--print", "print the command instead of running it")
    .option(
      "--config [file]",
      "write all pods and clusters of the stack as hosts for ~/.ssh/config and for editors; - prints them",
    )
    .action(async (name: string | undefined, command: string[], flags: Flags) => {
      if (flags.config !== undefined && name !== undefined)
        throw new CommandFailure("--config writes all pods and clusters of the stack: leave out the name.");
      const stack = await loadStackWithKeys(io, flags);
      if (flags.config !== undefined) {
        const { writeHosts } = await import("./ssh-config.js");
        return writeHosts(io, stack, flags, flags.config === true ? undefined : flags.config);
      }
      const { loginTo, reachableBySsh } = await import("./ssh-login.js");
      const { resource, pod } = await reachableBySsh(io, flags, stack, name);
      const login = loginTo(resource, pod, flags.option ?? [], command);
      if (flags.print) return writeLine(io.stdout, ["ssh", ...login.args].map(quoted).join(" "));
      await run(io, login);
    });
};

export const sshOption = (): Option =>
  new Option("-o, --option <setting>", "an option for ssh, as in -o ForwardAgent=yes").argParser(several);

/** The exit code of ssh if it can't connect or is cut off; any other is that of the remote command. */
const sshFailed = 255;

export async function run(io: Io, { args, to }: Login): Promise<void> {
  let code: number;
  try {
    code = await io.run("ssh", args);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new CommandFailure("There is no ssh on the PATH. Install an SSH client, or pass --print for the command.");
  }
  if (code === sshFailed) throw new CommandFailure(`ssh could not log in to ${to}, or was cut off.`, code);
  if (code !== 0) throw new CommandFailure(`ssh ended with exit code ${code}.`, code);
}
