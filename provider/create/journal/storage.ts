import { appendFileSync, closeSync, existsSync, fdatasyncSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { ifThere, makeFolder, syncDirectory } from "../../../files";
import { NotPrivateError, openToAppend, readPrivateFile, requirePrivateFolder } from "../../../files/private";
import { JournalNotPrivateError } from "../errors";

/** Where journal entries live: small named texts that survive the process. */
export interface Storage {
  names(): Promise<string[]>;
  /** Undefined when there is none of that name. */
  read(name: string): Promise<string | undefined>;
  /** Appends, making the entry if need be; when it returns, the text survives a crash, unless it need not last. */
  append(name: string, text: string, isLasting?: boolean): Promise<void>;
  /** Removing what is gone does nothing. */
  remove(name: string): Promise<void>;
}

/** No entry of ours comes near it; what is larger was not written by us. */
const largestEntryBytes = 1 << 20;

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
      try {
        rmdirSync(directory);
      } catch {
        // Other entries are in it, or another process was first.
      }
    },
  };
}

/** @throws JournalNotPrivateError where others could have written it. */
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

/** For tests and for runs in virtual time: survives a provider, not a process. */
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
