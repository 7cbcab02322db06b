import { renameSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

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

/** One file an entry, below one directory, which appears with the first entry and goes with the last. */
export function fileStorage(directory: string): Storage {
  const path = (name: string) => join(directory, name);
  const withDirectory = async (write: () => Promise<void>): Promise<void> => {
    // Another process may remove the empty directory between our mkdir and our write.
    for (let attempt = 1; ; attempt++) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      try {
        return await write();
      } catch (error) {
        if (!isMissing(error) || attempt === 5) throw error;
      }
    }
  };

  return {
    names: async () => (await ifThere(() => readdir(directory))) ?? [],
    read: (name) => ifThere(() => readFile(path(name), "utf8")),
    append: (name, text) =>
      withDirectory(async () => {
        const file = await open(path(name), "a", 0o600);
        try {
          await file.appendFile(text);
          await file.datasync();
        } finally {
          await file.close();
        }
        await syncDirectory(directory);
      }),
    rename: async (from, to) => {
      await ifThere(() => rename(path(from), path(to)));
    },
    renameNow: (from, to) => {
      try {
        renameSync(path(from), path(to));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    remove: async (name) => {
      await ifThere(() => unlink(path(name)));
      await rmdir(directory).catch(() => undefined);
    },
  };
}

/** Makes a new file's name durable too. Where directories can't be synced, the file system does it by itself. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => undefined);
  if (!handle) return;
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}

async function ifThere<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
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
