import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { cliContender, localContender } from "../engine/contenders";
import { type Measured, measure, quickest } from "./measure";
import { makePodProject, type Platform } from "./project";

/** The same pods from a program in Python, by the local engine and, where it is on the PATH, by the CLI. */
export async function pythonRows(counts: readonly number[], repeats: number, platform: Platform): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-python-"));
  try {
    const environment = path.join(folder, "venv");
    const script = path.join(process.cwd(), "scripts", "build", "python.mjs");
    const { stdout } = spawnSync(process.execPath, [script, "--with-wheel", environment], { encoding: "utf8" });
    const { missing } = JSON.parse(stdout) as { missing?: string };
    if (missing !== undefined) return [`Programs in Python were not timed: ${missing}.`];
    const rows: string[] = [];
    for (const open of [localContender, cliContender])
      for (const count of counts) {
        let best: Measured | undefined;
        for (let round = 0; round < repeats; round++) {
          const now = await measure(open, makePodProject(count, platform, { python: environment }));
          if (now) best = quickest(best, now);
        }
        if (!best) continue;
        const seconds = best.ms.map((ms) => `${(ms / 1000).toFixed(2)} s`);
        rows.push(`| ${[best.name, count, ...seconds].join(" | ")} |`);
      }
    const head = [
      "| engine | pods, in Python | up | preview | refresh | destroy |",
      "| --- | --: | --: | --: | --: | --: |",
    ];
    return [...head, ...rows];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
