import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { O_NOFOLLOW } from "./index";

/** Somebody else owns, or can write to, one of our folders or files. */
export class NotPrivateError extends Error {
  constructor(
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path} is not private: ${why}`);
  }
}

const othersMayWrite = 0o022;

/** Nobody else can have written it. Windows tells neither owner nor mode, and protects a user's profile itself. */
const isOurs = ({ uid, mode }: Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & othersMayWrite) === 0);

/** @throws NotPrivateError unless it is a real folder of this user's own that nobody else can write. */
export function requirePrivateFolder(path: string): void {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) throw new NotPrivateError(path, "it is not a folder, or only a link to one");
  if (isOurs(stats)) return;
  const isOwn = stats.uid === process.getuid?.();
  throw new NotPrivateError(path, isOwn ? "other users can write to it" : "it belongs to another user");
}

/** The file's text, unless it is somebody else's, a link, or larger than any of our files. @throws if it does not exist. */
export function readPrivateFile(path: string, largestBytes: number): string | undefined {
  const file = openFile(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (file === undefined) return undefined;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || !isOurs(stats) || stats.size > largestBytes) return undefined;
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Opens a file to append to, making it where there is none. @throws NotPrivateError for somebody else's. */
export function openToAppend(path: string): number {
  const file = openFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  if (file === undefined) throw new NotPrivateError(path, "it is a link");
  const stats = fstatSync(file);
  if (stats.isFile() && isOurs(stats)) return file;
  closeSync(file);
  throw new NotPrivateError(path, "it is no file of this user's own, or other users can write to it");
}

/** Undefined for a link. */
function openFile(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags | O_NOFOLLOW, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return undefined;
    throw error;
  }
}
