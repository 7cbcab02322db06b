import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Store } from "./store";

export interface StateFile {
  /** Writes what is unsaved. */
  close(): Promise<void>;
}

/**
 * Keeps the store in a file: read now, and written before any change is answered, so that a killed process has lost
 * nothing that it had told anyone. Changes that come while a write is under way share the next one.
 *
 * @throws Error when the file is there but can't be read as a state.
 */
export async function openStateFile(store: Store, path: string): Promise<StateFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text !== undefined) store.load(JSON.parse(text) as Record<string, unknown>);
  await removeLeftovers(path);

  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const save = () => {
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        writing = writeAtomically(path, JSON.stringify(store.dump()));
        return writing;
      });
    return next;
  };
  store.saveWith(save);
  await save();
  return { close: save };
}

/** Half-written files of processes that were killed. One that still runs has a name of its own and keeps its file. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.tmp$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A new file beside the old one, on disk, then in its place: a reader sees one or the other, whole. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
