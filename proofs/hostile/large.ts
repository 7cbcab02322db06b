import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Outcome } from "../proof";
import { largeAnswers, largeInputs, refused } from "./large-inputs";
import { textOf } from "./watched";

/** Of one input: the time that reading it takes, and the memory of the process that does, with all that it loads. */
const mostMs = 3_000;
const mostMb = 300;

const hangMs = 120_000;

/** Feeds each large input to a process of its own. */
export async function feedLarge(progress: (line: string) => void): Promise<Outcome> {
  const counts: Record<string, string> = {};
  const failures: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "hostile-large-"));
  const file = join(folder, "answer.json");
  for (const name of [...Object.keys(largeAnswers), ...Object.keys(largeInputs)]) {
    progress(name);
    const answer = largeAnswers[name]?.();
    if (answer !== undefined) writeFileSync(file, answer);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [__filename, name, file], { timeout: hangMs });
      const { ms, mb } = JSON.parse(stdout) as Measured;
      counts[name] = `${ms} ms, ${mb} MB`;
      if (ms > mostMs) failures.push(`${name}: took ${ms} ms, more than ${mostMs}`);
      if (mb > mostMb) failures.push(`${name}: the process grew to ${mb} MB, more than ${mostMb}`);
    } catch (error) {
      failures.push(`${name}: ${textOf(error)}`);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return { counts, failures };
}

interface Measured {
  readonly ms: number;
  readonly mb: number;
}

/** In that process. Its time is that of its processor: how much else the machine does counts for little. */
async function measure(name: string, file: string): Promise<Measured> {
  const answer = name in largeAnswers ? readFileSync(file) : undefined;
  const before = process.cpuUsage();
  if (answer) refused(answer);
  else await largeInputs[name]!();
  const { user, system } = process.cpuUsage(before);
  return { ms: Math.round((user + system) / 1_000), mb: Math.round(process.resourceUsage().maxRSS / 1_024) };
}

if (require.main === module)
  void measure(process.argv[2]!, process.argv[3]!).then((measured) => {
    process.stdout.write(JSON.stringify(measured));
  });
