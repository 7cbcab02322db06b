import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs `work` while every thread of libuv's pool sleeps, as after a lost wake-up, and says whether it came to its end
 * all the same. A pipe that nobody writes to is what the threads wait for.
 */
export async function endsWithoutPool(work: () => Promise<unknown>): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), "stuck-pool-"));
  const pipe = join(directory, "pipe");
  execFileSync("mkfifo", [pipe]);
  const threads = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);
  const stuck = Array.from({ length: threads }, () => open(pipe, "r"));
  try {
    const end = work().then(() => true);
    return await Promise.race([end, turns(1_000).then(() => false)]);
  } finally {
    const writer = openSync(pipe, "r+");
    for (const handle of await Promise.all(stuck)) await handle.close();
    closeSync(writer);
    rmSync(directory, { recursive: true });
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
}
