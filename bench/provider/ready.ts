import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { once } from "node:events";
import { join } from "node:path";
import { pluginFile } from "./project";

/** How long each kind of provider takes from its start to the line that says where it listens; the quickest of some. */
export async function readiness(repeats: number): Promise<string[]> {
  const sdk = createRequire(join(process.cwd(), "package.json"));
  const host = sdk.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const best = new Map<string, number>();
  for (let round = 0; round < repeats; round++)
    for (const [what, script] of [
      ["plugin", pluginFile],
      ["host of dynamic resources", host],
    ] as const)
      best.set(what, Math.min(best.get(what) ?? Number.POSITIVE_INFINITY, await start(script)));
  return [...best].map(([what, ms]) => `ready to serve: ${what} ${ms.toFixed(0)} ms`);
}

async function start(script: string): Promise<number> {
  const at = performance.now();
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const ms = performance.now() - at;
  child.kill("SIGKILL");
  await once(child, "exit");
  return ms;
}
