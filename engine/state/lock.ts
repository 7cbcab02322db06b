import { existsSync, readdirSync, rmSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import type { Ambient } from "../ambient";
import { EngineError, LostLock, messageOf, StateNotWritten } from "../errors";
import { forEverybody, ifThere, makeFolder, readIfThere, writeWhole } from "../../disk";
import { answersSignals, isProcessAlive, startOfProcess } from "../../disk/process";
import { orElse } from "../../values/or-else";

export interface Locked {
  /** The folder with one file for each lock. */
  readonly folder: string;
  readonly file: string;
  readonly write: (text: string) => void;
  /** @throws EngineError if the folder of the backend is gone, because a lock must not recreate it. */
  readonly requireRoot: () => void;
}

/** The lock of a stack, and the operations reserved to its holder. */
export type StackLock = ReturnType<typeof takeLock>;

/** @throws EngineError `locked`. */
export function takeLock({ folder, file, write, requireRoot }: Locked, ambient: Pick<Ambient, "now" | "uuid">) {
  const own = join(folder, `${ambient.uuid()}.json`);
  const others = () => listFiles(folder).filter((path) => path !== own);
  const release = () => {
    held.delete(release);
    try {
      rmSync(own, { force: true });
    } catch {
      // The run's own outcome matters more.
    }
  };
  /** As in the CLI, checks for other locks before and after taking one, because somebody may do the same at that moment. */
  const takeUnless = (refusal: (others: readonly string[]) => EngineError) => {
    const refuse = (held: readonly string[]) => {
      if (held.length > 0) throw refusal(held);
    };
    requireRoot();
    refuse(others());
    makeFolder(folder, 0o700);
    const startedAt = startOfProcess(process.pid) ?? "";
    const holder = { pid: process.pid, startedAt, username: userName(), hostname: hostname() };
    const timestamp = new Date(ambient.now()).toISOString();
    releaseAtExit(release);
    writeWhole(own, JSON.stringify({ ...holder, timestamp }), forEverybody);
    try {
      refuse(others());
    } catch (error) {
      release();
      throw error;
    }
  };
  takeUnless((held) => new EngineError("locked", describeLocks(held)));

  /** The state as last read or written by this run. */
  let stored = readIfThere(file);
  let lost: LostLock | undefined;
  let isRetaken = false;
  /** A run that holds the lock may have read the state without writing it yet: its next write would lack ours. */
  const retake = () => {
    takeUnless((held) => new LostLock(file, `another run has the lock now:\n${held.map(describeLock).join("\n")}`));
    isRetaken = true;
    if (readIfThere(file) === stored) return;
    release();
    throw new LostLock(file, "another run has written the state since.");
  };
  return {
    /**
     * Replaces the checkpoint; the one before stays as `.bak`.
     *
     * @throws LostLock if somebody removed the lock and another run has taken it or written the state. Later calls then do
     * not write either.
     * @throws StateNotWritten if the file can't be written.
     */
    save: async (text: string): Promise<void> => {
      if (lost) throw lost;
      try {
        if (!existsSync(own)) retake();
      } catch (error) {
        if (error instanceof LostLock) lost = error;
        throw error;
      }
      try {
        write(text);
      } catch (cause) {
        throw new StateNotWritten(file, cause);
      }
      stored = text;
    },
    /** Whether the lock was removed and taken again, because nobody else held it or had written the state. */
    get isRetaken() {
      return isRetaken;
    },
    /** If it can't be removed, for instance on a read-only file system, it stays, and the next run reports it. */
    release: async () => release(),
  };
}

/** The locks of this process that are still held. */
const held = new Set<() => void>();
let isListening = false;

/** Releases a lock when the process exits, even at once after a third Ctrl-C, because nobody else could identify it. */
function releaseAtExit(release: () => void): void {
  held.add(release);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => {
    for (const each of held) each();
  });
}

/** Removes all locks, also those of others. @returns their number. */
export function removeLocks(folder: string): number {
  const all = listFiles(folder);
  for (const path of all) rmSync(path, { force: true });
  return all.length;
}

/** The JSON files in a folder; empty if there is no folder. */
export function listFiles(directory: string): string[] {
  const names = ifThere(() => readdirSync(directory)) ?? [];
  return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).map((name) => join(directory, name));
}

/** The user's name for display. It may be missing, because containers run with any user id. */
const userName = () => orElse(`uid ${process.getuid?.() ?? "unknown"}`, () => userInfo().username);

const describeLocks = (paths: readonly string[]): string =>
  `the stack is currently locked by ${paths.length} lock(s). Either wait for the other process(es) to end or ` +
  `delete the lock file with the command \`compute cancel\`.\n${paths.map(describeLock).join("\n")}`;

function describeLock(path: string): string {
  try {
    const holder = holderOf(path);
    const alive = isAlive(holder);
    const state =
      alive === undefined ? "" : alive ? "; it is still running" : "; it has ended, so that its lock can be removed";
    return `  ${path}: created by ${describeHolder(holder)}${state}`;
  } catch (error) {
    return `  ${path}: unreadable (${messageOf(error)})`;
  }
}

type Holder = Readonly<Record<string, unknown>>;

const holderOf = (path: string): Holder => JSON.parse(readIfThere(path) ?? "{}") as Holder;

const describeHolder = ({ username, hostname: host, pid, timestamp }: Holder): string =>
  `${String(username)}@${String(host)} (pid ${String(pid)}) at ${String(timestamp)}`;

/** The running processes of this machine that hold a lock, in words. */
export function livingHolders(folder: string): string[] {
  const living = (holder: Holder) => (isAlive(holder) === true ? [describeHolder(holder)] : []);
  // What nobody can read, no process of ours has written.
  return listFiles(folder).flatMap((path) => orElse([], () => living(holderOf(path))));
}

/** Tells whether a process has ended but has not been reaped by its parent. */
const isZombie = (pid: number): boolean =>
  startOfProcess(process.pid) !== undefined && startOfProcess(pid) === undefined;

/** Tells whether the process of a lock still runs; undefined if it is on another machine or unknown. */
function isAlive({ hostname: host, pid, startedAt }: Holder): boolean | undefined {
  if (host !== hostname() || typeof pid !== "number") return undefined;
  if (typeof startedAt === "string") return isProcessAlive(pid, startedAt);
  // The CLI notes only the pid, which this process may have now, for instance in a restarted container.
  return pid !== process.pid && answersSignals(pid) && !isZombie(pid);
}
