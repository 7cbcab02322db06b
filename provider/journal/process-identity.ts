import { isProcessAlive, startOfProcess } from "../../disk/process";
import type { Attempt } from "./attempt";

export type ProcessIdentity = NonNullable<Attempt["owner"]>;

export const isSameProcess = (a: ProcessIdentity, b: ProcessIdentity | undefined): boolean =>
  a.pid === b?.pid && a.startedAt === b.startedAt;

/** Tells whether the same engine started another process, as it does for each explicit provider. */
export const isPeer = (other: ProcessIdentity | undefined, self: ProcessIdentity | undefined): boolean =>
  other?.engine !== undefined && other.engine === self?.engine && !isSameProcess(other, self);

/** Tells whether a process other than this one still works on an attempt. */
export const isBusyElsewhere = (
  { owner }: Pick<Attempt, "owner">,
  self: ProcessIdentity | undefined,
  isAlive: (identity: ProcessIdentity) => boolean,
): boolean => owner !== undefined && !isSameProcess(owner, self) && isAlive(owner);

/** The identity of this process, distinct from a later one with the same pid. @param engine the engine's address. */
export function thisProcess(engine?: string): ProcessIdentity {
  return { pid: process.pid, startedAt: startOfProcess(process.pid) ?? "", ...(engine !== undefined && { engine }) };
}

/** Tells whether the process of an attempt still runs: the provider of a killed engine finishes its work. */
export const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => isProcessAlive(pid, startedAt);
