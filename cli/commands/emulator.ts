import { InvalidArgumentError, Option } from "commander";
import { once } from "node:events";
import { resolve } from "node:path";
import { writeLine } from "../io";
import type { Register } from "../register";

interface Flags {
  readonly port: number;
  readonly host?: string;
  readonly apiKey?: string;
  readonly speed?: number;
  readonly seed?: string;
  readonly state?: string;
  readonly rateLimit: boolean;
  readonly streamForm?: "array" | "object";
}

/** Serves until it is told to stop; prints where it listens as one line of JSON. */
export const registerEmulator: Register = (program, io) => {
  program
    .command("emulator")
    .description("the platform in one process, to try and test against")
    .addOption(new Option("--port <n>", "0 for any free one").default(0).argParser(number))
    .option("--host <address>", "where to listen (default: loopback only)")
    .option("--api-key <key>", "the key that may do everything")
    .addOption(new Option("--speed <n>", "its clock runs n times as fast").argParser(number))
    .option("--seed <text>", "ids and passwords follow from it")
    .option("--state <file>", "keep everything in this file")
    .option("--no-rate-limit", "no limits and no rate limit headers")
    .addOption(new Option("--stream-form <form>", "shape of streamed job output").choices(["array", "object"]))
    .action(async (flags: Flags) => {
      const { state, ...options } = flags;
      const { startEmulator } = await import("../../emulator/index.js");
      const emulator = await startEmulator({
        ...options,
        ...(state === undefined ? {} : { stateFile: resolve(io.cwd, state) }),
      });
      const { apiUrl, baseUrl, queueUrl, apiKey } = emulator;
      writeLine(io.stdout, JSON.stringify({ apiUrl, baseUrl, queueUrl, apiKey, pid: process.pid }));
      if (!io.signal.aborted) await once(io.signal, "abort");
      await emulator.close();
    });
};

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError("It is a number from 0 up.");
  return value;
}
