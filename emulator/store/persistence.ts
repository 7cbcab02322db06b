import { jsonIn } from "../../values/json";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Store } from "./store";

export interface StateFile {
  /** Writes unsaved changes. */
  close(): Promise<void>;
}

/**
 * Keeps the store in a file: read now, and written before any change is answered, so that a killed process has lost
 * nothing that it had told anyone. Changes that come while a write is under way share the next one.
 *
 * @param random Names files that nobody can guess, so that nobody can lay another file or link in their place.
 * @throws Error when the file is there but can't be read as a state.
 */
export async function openStateFile(
  store: Store,
  path: string,
  random = () => randomBytes(16).toString("hex"),
): Promise<StateFile> {
  const text = await readOwnFile(path);
  if (text !== undefined) store.load(parseState(path, text));
  await removeLeftovers(path);

  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const save = () => {
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        writing = writeAtomically(path, `${path}.${process.pid}.${random()}.tmp`, JSON.stringify(store.dump()));
        return writing;
      });
    return next;
  };
  store.saveWith(save);
  await save();
  return { close: save };
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** The file's text, or nothing if there is no file. Links are not followed, and reading a pipe does not wait. */
async function readOwnFile(path: string): Promise<string | undefined> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    if (error.code === "ELOOP") throw new Error(`the state file ${path} is a symbolic link; name the file itself`);
    throw error;
  });
  if (!file) return undefined;
  try {
    if (!(await file.stat()).isFile()) throw new Error(`the state file ${path} is not a regular file`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

function parseState(path: string, text: string): Record<string, unknown> {
  const value = jsonIn(text);
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new Error(`the state file ${path} is not the JSON of a state`);
}

/** Half-written files of processes that were killed. One that still runs has a name of its own and keeps its file. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)(?:\.[\da-f]{32})?\.tmp$/.exec(name)?.[1] : undefined;
    if (pid === undefined || isRunning(Number(pid))) continue;
    const leftover = join(folder, name);
    if ((await lstat(leftover)).isFile()) await rm(leftover, { force: true });
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
async function writeAtomically(path: string, temporary: string, text: string): Promise<void> {
  // Created by this call or not at all, so that only our own file is removed below.
  const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
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
