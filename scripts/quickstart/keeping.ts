import { join } from "node:path";
import { CommandFailure } from "../../cli/io";
import { createProgram } from "../../cli/program";
import { unattendedIo } from "../../proofs/unattended-io";
import type { DriverOptions, Outcome } from "./driver";

/** As long as the example lets a pod idle. */
const idleMs = 30 * 60_000;

/** Two passes of `compute keep` over the stack, half an hour apart on a clock that is moved; answers what the second one says. */
export async function keep({ projectFolder, stack, folder, signal }: DriverOptions): Promise<Outcome> {
  const env = {
    HOME: folder,
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "quickstart",
  };
  const startedMs = performance.now();
  const pass = async (laterMs: number): Promise<Outcome> => {
    let text = "";
    const now = () => Math.round(performance.timeOrigin + startedMs + laterMs);
    const io = unattendedIo({ env, cwd: projectFolder, now, signal, write: (part) => void (text += part) });
    const outcome = (ok: boolean): Outcome => ({ ok, steps: [], messages: [text.trimEnd()] });
    try {
      await createProgram(io).parseAsync(["node", "compute", "keep", "--once", "--stack", stack]);
      return outcome(true);
    } catch (error) {
      // 2: something was done.
      if (error instanceof CommandFailure) return outcome(error.exitCode === 2);
      throw error;
    }
  };
  await pass(0);
  return pass(idleMs);
}
