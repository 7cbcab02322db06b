import { existsSync, readdirSync, rmSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import type { Ambient } from "../ambient";
import { EngineError, LostLock, messageOf, StateNotWritten } from "../errors";
import { forEverybody, makeFolder, readIfThere, writeWhole } from "../../files";
import { answersSignals, isProcessAlive, startOfProcess } from "../../files/process";

/** The lock of a stack, and what only its holder may do. */
export interface StackLock {
  /**
   * Replaces the checkpoint; the one before stays as `.bak`.
   *
   * @throws LostLock where somebody has removed the lock, and another run has taken it or written the state since. Then no
   *   later call writes either.
   * @throws StateNotWritten where the file can't be written.
   */
  save(text: string): Promise<void>;
  /** Whether somebody removed the lock and it was taken again, because nobody else had it or had written the state. */
  readonly isRetaken: boolean;
  /** Where the lock can't be removed, as on a file system that can only be read by now, it stays, and the next run tells of it. */
  release(): Promise<void>;
}

export interface Locked {
  /** Has one file for each lock. */
  readonly folder: string;
  /** The state. */
  readonly file: string;
  readonly write: (text: string) => void;
  /** @throws EngineError where the folder of the backend is gone: no lock may bring it back. */
  readonly requireRoot: () => void;
}

/** @throws EngineError `locked`. */
export function takeLock(
  { folder, file, write, requireRoot }: Locked,
  ambient: Pick<Ambient, "now" | "uuid">,
): StackLock {
  const own = join(folder, `${ambient.uuid()}.json`);
  const others = () => listFiles(folder).filter((path) => path !== own);
  const release = () => {
    held.delete(release);
    try {
      rmSync(own, { force: true });
    } catch {
      // How the run ended says more.
    }
  };
  /** As the CLI does: looks before, and once more after, since somebody may have done the same meanwhile. */
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

  /** What this run read or wrote last. */
  let stored = readIfThere(file);
  let lost: LostLock | undefined;
  let isRetaken = false;
  /** A run that has the lock may have read the state and not written it yet: whatever it writes lacks what we would write. */
  const retake = () => {
    takeUnless((held) => new LostLock(file, `another run has the lock now:\n${held.map(describeLock).join("\n")}`));
    isRetaken = true;
    if (readIfThere(file) === stored) return;
    release();
    throw new LostLock(file, "another run has written the state since.");
  };
  return {
    save: async (text) => {
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
    get isRetaken() {
      return isRetaken;
    },
    release: async () => release(),
  };
}

/** What is still to be released by this process. */
const held = new Set<() => void>();
let isListening = false;

/** A process that ends at once, as after a third Ctrl-C, leaves no lock: nobody else could tell whose it was. */
function releaseAtExit(release: () => void): void {
  held.add(release);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => {
    for (const each of held) each();
  });
}

/** Removes all locks, whoever holds them. @returns how many there were. */
export function removeLocks(folder: string): number {
  const all = listFiles(folder);
  for (const path of all) rmSync(path, { force: true });
  return all.length;
}

/** The JSON files in a folder; none where there is no folder. */
export function listFiles(directory: string): string[] {
  try {
    const names = readdirSync(directory);
    return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).map((name) => join(directory, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Who we are, for people to read. A user may have no name: containers run with any number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

const describeLocks = (paths: readonly string[]): string =>
  `the stack is currently locked by ${paths.length} lock(s). Either wait for the other process(es) to end or ` +
  `delete the lock file with the command \`cancel\`.\n${paths.map(describeLock).join("\n")}`;

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

/** The processes of this machine that have a lock and still run, each in words. */
export function livingHolders(folder: string): string[] {
  return listFiles(folder).flatMap((path) => {
    try {
      const holder = holderOf(path);
      return isAlive(holder) === true ? [describeHolder(holder)] : [];
    } catch {
      return []; // what nobody can read, no process of ours has written
    }
  });
}

/** A process that has ended and that its parent has not asked for yet does not run. */
const isZombie = (pid: number): boolean =>
  startOfProcess(process.pid) !== undefined && startOfProcess(pid) === undefined;

/** Whether the process that took a lock still runs; undefined where it is on another machine, or the lock tells no process. */
function isAlive({ hostname: host, pid, startedAt }: Holder): boolean | undefined {
  if (host !== hostname() || typeof pid !== "number") return undefined;
  if (typeof startedAt === "string") return isProcessAlive(pid, startedAt);
  // The CLI notes only its number, which this process may have by now, as where a container was started again.
  return pid !== process.pid && answersSignals(pid) && !isZombie(pid);
}
