import { appendFileSync, closeSync, existsSync, fdatasyncSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { ifThere, makeFolder, syncDirectory } from "../../disk";
import { NotPrivateError, openToAppend, readPrivateFile, requirePrivateFolder } from "../../disk/private";
import { orElse } from "../../values/or-else";
import { JournalNotPrivateError } from "./errors";

/** The store of journal entries: small named texts that survive the process. */
export interface Storage {
  names(): Promise<string[]>;
  read(name: string): Promise<string | undefined>;
  /** Appends to an entry, which it creates if needed. The text then survives the process and, with `isLasting`, a crash of the machine. */
  append(name: string, text: string, isLasting?: boolean): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Larger files are not ours: no entry comes near this size. */
const largestEntryBytes = 1 << 20;

/**
 * Stores one file for each entry in one directory, which exists only while it has entries. Only files of this user count,
 * in a directory that nobody else can write to.
 *
 * All calls are synchronous, because the files are tiny and a call on the thread pool can hang: glibc before 2.41 loses
 * wake-ups. A pod could then exist without its id in the journal.
 */
export function fileStorage(directory: string): Storage {
  const path = (name: string) => join(directory, name);
  const append = (name: string, text: string, isLasting: boolean): void => {
    // Another process may remove the empty directory between our mkdir and our write.
    for (let attempt = 1; ; attempt++) {
      makeFolder(directory, 0o700);
      try {
        requirePrivateFolder(directory);
        const isNew = !existsSync(path(name));
        write(path(name), text, isLasting);
        if (isNew && isLasting) syncDirectory(directory);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 5) throw error;
      }
    }
  };
  return {
    names: async () => {
      const names = ifThere(() => readdirSync(directory)) ?? [];
      if (names.length > 0) privately(() => requirePrivateFolder(directory));
      return names;
    },
    read: async (name) => ifThere(() => readPrivateFile(path(name), largestEntryBytes)),
    append: async (name, text, isLasting = true) => privately(() => append(name, text, isLasting)),
    remove: async (name) => {
      ifThere(() => unlinkSync(path(name)));
      // It fails if the directory has other entries, or if another process was first.
      orElse(undefined, () => rmdirSync(directory));
    },
  };
}

/** @throws JournalNotPrivateError if others could have written the file. */
export function privately<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw error instanceof NotPrivateError ? new JournalNotPrivateError(error.path, error.why) : error;
  }
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

/** A store for tests and runs in virtual time, which survives a provider but not the process. */
export function memoryStorage(): Storage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    names: async () => [...entries.keys()],
    read: async (name) => entries.get(name),
    append: async (name, text) => void entries.set(name, (entries.get(name) ?? "") + text),
    remove: async (name) => void entries.delete(name),
  };
}
