import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { ifThere, syncDirectory } from "../../../files";
import { openToAppend, readPrivateFile, requirePrivateFolder } from "./private-files";

/** Where journal entries live: small named texts that survive the process. */
export interface Storage {
  names(): Promise<string[]>;
  /** Undefined when there is none of that name. */
  read(name: string): Promise<string | undefined>;
  /** Appends, making the entry if need be; when it returns, the text survives a crash. */
  append(name: string, text: string): Promise<void>;
  /** Appends likewise what is of no use after a crash, and waits for no disk. */
  jot(name: string, text: string): Promise<void>;
  /** Renaming what is already renamed does nothing. */
  rename(from: string, to: string): Promise<void>;
  /** Removing what is gone does nothing. */
  remove(name: string): Promise<void>;
}

/**
 * One file an entry, below one directory, which appears with the first entry and goes with the last. Only files of this
 * user's own, in a directory that nobody else can write, count.
 *
 * All calls are synchronous: the files are tiny, and a call that goes to the thread pool can wait for a thread that nobody
 * wakes (glibc before 2.41 loses such wake-ups), with a pod made and its id not yet noted.
 */
export function fileStorage(directory: string): Storage {
  const path = (name: string) => join(directory, name);
  const append = (name: string, text: string, isLasting: boolean): void => {
    // Another process may remove the empty directory between our mkdir and our write.
    for (let attempt = 1; ; attempt++) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      try {
        requirePrivateFolder(directory);
        const isNew = !existsSync(path(name));
        write(path(name), text, isLasting);
        if (isNew && isLasting) syncDirectory(directory);
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === 5) throw error;
      }
    }
  };
  const move = (from: string, to: string): void => ifThere(() => renameSync(path(from), path(to)));

  return {
    names: async () => {
      const names = ifThere(() => readdirSync(directory)) ?? [];
      if (names.length > 0) requirePrivateFolder(directory);
      return names;
    },
    read: async (name) => ifThere(() => readPrivateFile(path(name))),
    append: async (name, text) => append(name, text, true),
    jot: async (name, text) => append(name, text, false),
    rename: async (from, to) => move(from, to),
    remove: async (name) => {
      ifThere(() => unlinkSync(path(name)));
      try {
        rmdirSync(directory);
      } catch {
        // Other entries are in it, or another process was first.
      }
    },
  };
}

function write(path: string, text: string, isLasting: boolean): void {
  const file = openToAppend(path);
  try {
    appendFileSync(file, text);
    if (isLasting) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
}

/** For tests and for runs in virtual time: survives a provider, not a process. */
export function memoryStorage(): Storage & {
  readonly entries: Map<string, string>;
} {
  const entries = new Map<string, string>();
  const move = (from: string, to: string) => {
    const text = entries.get(from);
    if (text === undefined) return;
    entries.delete(from);
    entries.set(to, text);
  };
  const append = async (name: string, text: string) => void entries.set(name, (entries.get(name) ?? "") + text);
  return {
    entries,
    append,
    jot: append,
    names: async () => [...entries.keys()],
    read: async (name) => entries.get(name),
    rename: async (from, to) => move(from, to),
    remove: async (name) => void entries.delete(name),
  };
}
