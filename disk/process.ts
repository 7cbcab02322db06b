import { readFileSync } from "node:fs";
import { orElse } from "../values/or-else";

/** A process's start in clock ticks with the id of the boot, if the system tells: no later process with its number has the same. */
export const startOfProcess = (pid: number): string | undefined =>
  orElse(undefined, () => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  });

/** Whether the process with this noted start still runs. The start is `""` if the system does not tell it. */
export function isProcessAlive(pid: number, startedAt: string): boolean {
  const started = startOfProcess(pid);
  if (started !== undefined) return started === startedAt;
  return startedAt === "" && answersSignals(pid);
}

/** Whether a process has this number; it may be a later one. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
