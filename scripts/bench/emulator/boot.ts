import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { request } from "undici";

export interface Served {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** From the start of the process to the whole first answer, in ms. */
  readonly bootMs: number;
  stop(): Promise<void>;
}

/** Starts the command in a process of its own and waits for its first answer. */
export async function serveInProcess(): Promise<Served> {
  const command = join(__dirname, "..", "..", "..", "cli", "main.js");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, "emulator", "--port", "0", "--no-rate-limit"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { apiUrl, apiKey } = JSON.parse(line) as { apiUrl: string; apiKey: string };
  const answer = await request(`${apiUrl}/v2/pods`, { headers: { authorization: `Bearer ${apiKey}` } });
  await answer.body.text();
  const bootMs = performance.now() - startedAt;
  const stop = async () => {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  };
  return { apiUrl, apiKey, bootMs, stop };
}
