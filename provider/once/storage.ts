import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { openToAppend, readPrivateFile, requirePrivateFolder } from "./private-files";

/** Where journal entries live: small named texts that survive the process. */
export interface Storage {
  names(): Promise<string[]>;
  /** Undefined when there is none of that name. */
  read(name: string): Promise<string | undefined>;
  /** Appends, making the entry if need be; when it returns, the text survives a crash. */
  append(name: string, text: string): Promise<void>;
  /** Renaming what is already renamed does nothing. */
  rename(from: string, to: string): Promise<void>;
  /** The same while the process is ending. */
  renameNow(from: string, to: string): void;
  /** Removing what is gone does nothing. */
  remove(name: string): Promise<void>;
}

/**
 * One file an entry, below one directory, which appears with the first entry and goes with the last. Only files of this
 * user's own, in a directory that nobody else can write, count.
 *
 * All of it is synchronous: an entry is a few hundred bytes, and a call that goes through the thread pool waits behind
 * whatever else is there.
 */
export function fileStorage(directory: string): Storage {
  const path = (name: string) => join(directory, name);
  const append = (name: string, text: string): void => {
    // Another process may remove the empty directory between our mkdir and our write.
    for (let attempt = 1; ; attempt++) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      try {
        requirePrivateFolder(directory);
        write(path(name), text);
        return syncDirectory(directory);
      } catch (error) {
        if (!isMissing(error) || attempt === 5) throw error;
      }
    }
  };
  const move = (from: string, to: string): void => ifThere(() => renameSync(path(from), path(to)));

  return {
    names: settled(() => {
      const names = ifThere(() => readdirSync(directory)) ?? [];
      if (names.length > 0) requirePrivateFolder(directory);
      return names;
    }),
    read: settled((name) => ifThere(() => readPrivateFile(path(name)))),
    append: settled(append),
    rename: settled(move),
    renameNow: move,
    remove: settled((name) => {
      ifThere(() => unlinkSync(path(name)));
      try {
        rmdirSync(directory);
      } catch {
        // Other entries are in it, or it is gone.
      }
    }),
  };
}

/** A call whose failure is a rejection, as that of any other storage. */
const settled =
  <A extends unknown[], R>(call: (...given: A) => R) =>
  (...given: A): Promise<R> =>
    new Promise((resolve) => resolve(call(...given)));

function write(path: string, text: string): void {
  const file = openToAppend(path);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a new file's name durable too. Where directories can't be synced, the file system does it by itself. */
function syncDirectory(directory: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(directory, "r");
    fsyncSync(handle);
  } catch {
    // Windows, and some network file systems.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function ifThere<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
}

/** For tests and for runs in virtual time: survives a provider, not a process. */
export function memoryStorage(): Storage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const move = (from: string, to: string) => {
    const text = entries.get(from);
    if (text === undefined) return;
    entries.delete(from);
    entries.set(to, text);
  };
  return {
    entries,
    names: async () => [...entries.keys()],
    read: async (name) => entries.get(name),
    append: async (name, text) => void entries.set(name, (entries.get(name) ?? "") + text),
    rename: async (from, to) => move(from, to),
    renameNow: move,
    remove: async (name) => void entries.delete(name),
  };
}
