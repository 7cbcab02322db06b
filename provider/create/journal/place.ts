import { createHash, randomBytes } from "node:crypto";
import { accessSync, constants, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ifThere } from "../../../files";
import { JournalNotPrivateError, JournalUnusableError } from "../errors";
import { requirePrivateFolder } from "./private-files";
import { addressDigest } from "../../state/sighting";

type Env = Readonly<Record<string, string | undefined>>;

const folder = "pulumi-compute-platform";

/** Where this user's journals are, one folder for each platform and project. */
export interface Place {
  readonly root: string;
  /** The user named the folder, so that another one would be a surprise. */
  readonly isChosen: boolean;
}

/** `COMPUTE_JOURNAL_DIR`, else `$XDG_STATE_HOME/pulumi-compute-platform`, else the same below `~/.local/state`. */
export function journalPlace(env: Env): Place {
  const chosen = env["COMPUTE_JOURNAL_DIR"];
  if (chosen) return { root: chosen, isChosen: true };
  const state = env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state");
  return { root: join(state, folder), isChosen: false };
}

/** A journal's folder, ready for use. */
export interface OpenPlace {
  readonly root: string;
  /** In the user's own home, where only this user can have put entries without marks. */
  readonly isHome: boolean;
}

/**
 * Makes the folder, or finds another where the home can't be written: one below the temporary folder outlives a
 * process, though not a reboot.
 *
 * @throws JournalNotPrivateError where others can write to the only folder that there is.
 * @throws JournalUnusableError where no folder can be made or written.
 */
export function openPlace(place: Place): OpenPlace {
  try {
    return firstUsable(place, (directory) => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  } catch (error) {
    if (error instanceof JournalNotPrivateError) throw error;
    throw new JournalUnusableError(place.root, error);
  }
}

/**
 * The folder that `openPlace` would use, for somebody who only looks: makes nothing.
 *
 * @returns undefined where there is no such folder, and so no journal.
 * @throws JournalNotPrivateError where others can write to it.
 */
export function findPlace(place: Place): OpenPlace | undefined {
  try {
    return firstUsable(place, () => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function firstUsable({ root, isChosen }: Place, prepare: (directory: string) => void): OpenPlace {
  const other = join(tmpdir(), `${folder}-${process.getuid?.() ?? "user"}`);
  let failure: unknown;
  for (const directory of isChosen ? [root] : [root, other]) {
    try {
      prepare(directory);
      accessSync(directory, constants.W_OK);
      requirePrivateFolder(directory);
      return { root: directory, isHome: !isChosen && directory === root };
    } catch (error) {
      // Of two failures the one that says more: that a folder is not there is the least.
      if (failure === undefined || (error as NodeJS.ErrnoException).code !== "ENOENT") failure = error;
    }
  }
  throw failure;
}

/** The folder of one platform and project, whose address may be a secret. Stacks share it: entries tell them apart. */
export function scopeOf(apiUrl: string, project: string): string {
  return createHash("sha256")
    .update(`${addressDigest(apiUrl)}\n${project}`)
    .digest("hex")
    .slice(0, 20);
}

/** The folders of all platforms and projects. */
export const scopesIn = (root: string): string[] =>
  (ifThere(() => readdirSync(root, { withFileTypes: true })) ?? [])
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{20}$/.test(entry.name))
    .map(({ name }) => name);

/**
 * The secret of this machine by which an entry is still believed after the API key was changed: made once, readable by
 * this user only, and not in the folder of the journal, so that whoever copies a journal does not copy it too. A journal
 * in a folder that the user chose does without: that folder may well go from machine to machine.
 */
export function machineKey(env: Env, { isHome }: OpenPlace): Buffer | undefined {
  if (!isHome) return undefined;
  const path = keyPath(env);
  try {
    return storedKey(path) ?? newKey(path);
  } catch {
    // A home that can be read only: entries are believed by the API key alone.
    return undefined;
  }
}

/** The secret of this machine, where there is one already: for somebody who only looks. */
export const existingMachineKey = (env: Env, { isHome }: OpenPlace): Buffer | undefined =>
  isHome ? storedKey(keyPath(env)) : undefined;

const keyPath = (env: Env): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), folder, "journal.key");

function newKey(path: string): Buffer | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}-${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, randomBytes(32), { mode: 0o600, flag: "wx", flush: true });
  try {
    // Linking fails where another process was first, and then its key is the key.
    linkSync(draft, path);
  } catch {
    // Read below, if it is there.
  } finally {
    rmSync(draft, { force: true });
  }
  return storedKey(path);
}

function storedKey(path: string): Buffer | undefined {
  try {
    requirePrivateFolder(dirname(path));
    const stored = readFileSync(path);
    return stored.length === 32 ? stored : undefined;
  } catch {
    return undefined;
  }
}
