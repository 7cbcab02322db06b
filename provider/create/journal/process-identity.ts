import { readFileSync } from "node:fs";
import type { Attempt } from "./attempt";

export type ProcessIdentity = NonNullable<Attempt["owner"]>;

export const isSameProcess = (a: ProcessIdentity, b: ProcessIdentity | undefined): boolean =>
  a.pid === b?.pid && a.startedAt === b.startedAt;

/** Another process that the same engine started, as it does for each explicit provider. */
export const isPeer = (other: ProcessIdentity | undefined, self: ProcessIdentity | undefined): boolean =>
  other?.engine !== undefined && other.engine === self?.engine && !isSameProcess(other, self);

/**
 * This process, told apart from a later one of the same number.
 *
 * @param engine the address of the engine that started it.
 */
export function thisProcess(engine?: string): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? "", ...(engine !== undefined && { engine }) };
}

/** The process that made the attempt is still there: an engine that was killed leaves its provider to finish. */
export function isAlive(identity: ProcessIdentity): boolean {
  const started = startOf(identity.pid);
  if (started !== undefined) return started === identity.startedAt;
  if (identity.startedAt !== "") return false;
  try {
    process.kill(identity.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Start of a process in clock ticks with the id of the boot, where the system tells. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}
