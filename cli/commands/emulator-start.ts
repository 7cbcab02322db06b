import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import * as z from "zod";
import { CommandFailure, type Io } from "../io";
import { commandScript } from "../../disk/command";

const Started = z.object({ apiUrl: z.string(), apiKey: z.string() });
export interface Started extends z.infer<typeof Started> {
  readonly end: () => Promise<void>;
}

/** The speed of its clock: a pod runs within a few seconds. */
export const speed = 10;

/** Starts an emulator that outlives this process; `compute emulator stop` ends it. @throws CommandFailure */
export async function startBehind({ env }: Pick<Io, "env">): Promise<Started> {
  const options = ["--port", "0", "--api-key", "emulator-key", "--speed", String(speed)];
  const child = spawn(process.execPath, [commandScript(), "emulator", ...options], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env,
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), once(child, "exit").then(() => [])])) as [string?];
  if (line === undefined) throw new CommandFailure("The emulator did not start; `compute emulator` says why.");
  lines.close();
  child.stdout.destroy();
  child.unref();
  const end = async () => {
    child.ref();
    child.kill();
    await once(child, "exit");
  };
  return { ...Started.parse(JSON.parse(line)), end };
}
