import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Small files that must survive a crash, and folders that others can write to. Every call is synchronous: one that goes
 * to libuv's pool can wait for a thread that nobody wakes (glibc before 2.41 loses wake-ups).
 */

/** For files with secrets, sealed or not. */
export const forOwnerOnly = 0o600;
/** For files that everybody may read, as far as the umask allows. */
export const forEverybody = 0o644;

/** The text of a file, or `undefined` if it does not exist. */
export function readIfThere(path: string): string | undefined {
  return ifThere(() => readFileSync(path, "utf8"));
}

/** Makes a folder and its parents. Node's own recursive form never returns below a folder such as `/proc`. */
export function makeFolder(path: string, mode?: number): void {
  const isThere = (folder: string) => ifThere(() => statSync(folder))?.isDirectory() === true;
  if (isThere(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have been first.
    if (!isThere(path)) throw error;
  }
}

/**
 * Writes a whole file or leaves the old one: to a new file beside it, flushed to disk, then renamed. A crash at any
 * moment leaves one of the two. The temporary name cannot be guessed, and the file must be new, so that nobody who can write to the
 * folder can make us write through a link.
 *
 * @param mode permissions of a new file; an existing file keeps its own. A file for its owner only gets a folder like it.
 */
export function writeWhole(path: string, text: string, mode: number): void {
  const directory = dirname(path);
  makeFolder(directory, mode === forOwnerOnly ? 0o700 : undefined);
  const temporary = temporaryFor(path);
  const kept = permissionsOf(path);
  const file = openSync(temporary, newFileOnly, kept ?? mode);
  try {
    try {
      writeFileSync(file, text);
      if (kept !== undefined) fchmodSync(file, kept);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    // Node's error of a failed write to an open file, as on a full disk, names no path.
    throw Object.assign(error as Error, { path });
  }
  syncDirectory(directory);
}

/** Gives a file a second name, which names the old text after `writeWhole`; copies it on file systems without hard links. */
export function keepBeside(path: string, second: string): void {
  const mode = permissionsOf(path);
  const temporary = temporaryFor(second);
  try {
    // Only the text is kept of a link or of somebody else's file.
    if (mode === undefined) throw new Error("no file of ours");
    linkSync(path, temporary);
  } catch {
    const text = readIfThere(path);
    if (text !== undefined) writeWhole(second, text, mode ?? forOwnerOnly);
    return;
  }
  try {
    renameSync(temporary, second);
  } finally {
    // Renaming a file to a name that it already has does nothing.
    rmSync(temporary, { force: true });
  }
}

/** Removes the temporary files that killed writers of this file left. Nobody may be writing it now. */
export function removeLeftovers(path: string): void {
  const names = ifThere(() => readdirSync(dirname(path))) ?? [];
  for (const name of names)
    if (name.startsWith(prefixOf(path)) && name.endsWith(".tmp")) rmSync(join(dirname(path), name), { force: true });
}

/** The permissions of our file; undefined if it is missing, a link, or somebody else's. */
export function permissionsOf(path: string): number | undefined {
  const stat = ifThere(() => lstatSync(path));
  if (!stat?.isFile() || (process.getuid && stat.uid !== process.getuid())) return undefined;
  return stat.mode & 0o777;
}

const temporaryFor = (path: string): string =>
  join(dirname(path), `${prefixOf(path)}${randomBytes(12).toString("hex")}.tmp`);
const prefixOf = (path: string): string => `.${basename(path)}.`;

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Links are not followed, so that nobody can have us read or write elsewhere. Windows has no such flag, although the type says otherwise. */
export const O_NOFOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const newFileOnly = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** Flushes the rename itself to the disk. Some file systems cannot flush a directory, which is harmless. */
export function syncDirectory(directory: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(directory, "r");
    fsyncSync(handle);
  } catch {
    // See above.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The answer of a file call, or `undefined` if the file does not exist. */
export function ifThere<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A folder and all above it, the nearest first. */
export function parents(folder: string): string[] {
  const own = resolve(folder);
  const above = dirname(own);
  return above === own ? [own] : [own, ...parents(above)];
}
