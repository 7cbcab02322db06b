import { once } from "node:events";
import { CommandFailure } from "../io";
import type { Register } from "../register";

/** Serves until it is told to stop; prints where it listens as one line of JSON. The emulator knows its own options. */
export const registerEmulator: Register = (program, io) => {
  program
    .command("emulator")
    .description("the platform in one process, to try and test against; see compute emulator --help")
    .helpOption(false)
    .allowUnknownOption()
    .argument("[options...]")
    .action(async (options: string[]) => {
      const { runEmulatorCli } = await import("../../emulator/cli.js");
      const code = await runEmulatorCli(options, {
        out: (text) => io.stdout.write(text),
        error: (text) => io.stderr.write(text),
        env: io.env,
        stop: async () => {
          if (!io.signal.aborted) await once(io.signal, "abort");
        },
      });
      if (code !== 0) throw new CommandFailure("the emulator did not run", code);
    });
};
