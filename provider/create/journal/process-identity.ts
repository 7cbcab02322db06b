import { isProcessAlive, startOfProcess } from "../../../files/process";
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
  return { pid: process.pid, startedAt: startOfProcess(process.pid) ?? "", ...(engine !== undefined && { engine }) };
}

/** The process that made the attempt is still there: an engine that was killed leaves its provider to finish. */
export const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => isProcessAlive(pid, startedAt);
