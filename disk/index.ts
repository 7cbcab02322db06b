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

/** For what holds secrets, sealed or not. */
export const forOwnerOnly = 0o600;
/** For what everybody may read; the umask takes away what it does not want. */
export const forEverybody = 0o644;

/** The text of a file, or `undefined` where there is none. */
export function readIfThere(path: string): string | undefined {
  return ifThere(() => readFileSync(path, "utf8"));
}

/**
 * Makes a folder, and those above it. The form of it that Node has never ends below a folder that refuses others by saying that it is
 * not there, as `/proc` does.
 */
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
 * moment leaves one of the two. The new file's name cannot be guessed and it is opened as a new file only, so that
 * nobody who can write to the folder can have us write through a link of theirs.
 *
 * @param mode permissions of a file that was not there; one that was keeps its own.
 */
export function writeWhole(path: string, text: string, mode: number): void {
  const directory = dirname(path);
  makeFolder(directory);
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
    // Node names no path where a write to an open file fails, as on a full disk.
    throw Object.assign(error as Error, { path });
  }
  syncDirectory(directory);
}

/**
 * Gives a file a second name, which it keeps when something else is written whole in its place. Takes as long for a large
 * file as for a small one; where the file system has no second names, it is copied. Nothing is done where there is no file.
 */
export function keepBeside(path: string, second: string): void {
  const mode = permissionsOf(path);
  const temporary = temporaryFor(second);
  try {
    // Of what is a link, or somebody else's, only the text is kept.
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
    // A rename of a file to a name that it has already does nothing.
    rmSync(temporary, { force: true });
  }
}

/** Removes what killed writers of this file have left beside it. Nobody else may be writing it. */
export function removeLeftovers(path: string): void {
  const names = ifThere(() => readdirSync(dirname(path))) ?? [];
  for (const name of names)
    if (name.startsWith(prefixOf(path)) && name.endsWith(".tmp")) rmSync(join(dirname(path), name), { force: true });
}

/** The permissions of a file of ours; undefined where there is none, or a link or something of somebody else's. */
export function permissionsOf(path: string): number | undefined {
  const stat = ifThere(() => lstatSync(path));
  if (!stat?.isFile() || (process.getuid && stat.uid !== process.getuid())) return undefined;
  return stat.mode & 0o777;
}

const temporaryFor = (path: string): string =>
  join(dirname(path), `${prefixOf(path)}${randomBytes(12).toString("hex")}.tmp`);
const prefixOf = (path: string): string => `.${basename(path)}.`;

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Not on every platform, whatever its type says. */
const O_NOFOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const newFileOnly = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** The rename itself must reach the disk too. Not every file system can flush a directory; then nothing is lost by it. */
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

/** What a file call answers, or `undefined` where there is no such file. */
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
