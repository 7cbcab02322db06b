import { once } from "node:events";
import { noteRunning, runningEmulators } from "./emulator-running";
import { CommandFailure, type Io, type Register, writeLine } from "../io";

/** Serves until it is stopped; prints its addresses as one line of JSON. The emulator parses its own options. */
export const registerEmulator: Register = (program, io) => {
  program
    .command("emulator")
    .description("run an emulator of the platform, for trials and tests; `emulator stop` ends it")
    .helpOption(false)
    .allowUnknownOption()
    .argument("[options...]")
    .action(async (options: string[]) => {
      const [first, which] = options;
      const asksHelp = options.some((option) => option === "--help" || option === "-h");
      if (first === "stop" && !asksHelp) return stop(io, which);
      return serve(io, asksHelp ? ["--help"] : options);
    });
};

async function serve(io: Io, options: readonly string[]): Promise<void> {
  const { runEmulatorCli } = await import("../../emulator/cli.js");
  const notes: Promise<() => Promise<void>>[] = [];
  const code = await runEmulatorCli(options, {
    out: (text) => {
      io.stdout.write(text);
      // An emulator runs even if it could not register.
      if (text.startsWith("{")) notes.push(noteRunning(io, text).catch(() => () => Promise.resolve()));
    },
    error: (text) => io.stderr.write(text),
    env: io.env,
    stop: async () => {
      if (!io.signal.aborted) await once(io.signal, "abort");
    },
  });
  for (const note of notes) await (await note)();
  // The emulator has printed the reason.
  if (code !== 0) throw new CommandFailure("", code);
}

/** @param which address or process id of one; default: all of this user. */
async function stop(io: Io, which: string | undefined): Promise<void> {
  const running = await runningEmulators(io);
  const meant = running.filter(({ apiUrl, pid }) => which === undefined || which === apiUrl || which === String(pid));
  if (meant.length === 0)
    throw new CommandFailure(
      which === undefined
        ? "You have no emulator running."
        : `You have no emulator running at ${which}. \`compute emulator stop\` without an argument stops all that you have.`,
    );
  for (const { apiUrl, pid } of meant) {
    process.kill(pid, "SIGTERM");
    writeLine(io.stdout, `Stopped the emulator at ${apiUrl} (process ${pid}).`);
  }
}
