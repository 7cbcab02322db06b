import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Where this user's journals are, one folder for each platform and project. */
export interface Place {
  readonly root: string;
  /** The user named the folder, so that another one would be a surprise. */
  readonly isChosen: boolean;
}

/** `COMPUTE_JOURNAL_DIR`, else `$XDG_STATE_HOME/pulumi-compute-platform`, else the same below `~/.local/state`. */
export function journalPlace(env: Readonly<Record<string, string | undefined>>): Place {
  const chosen = env["COMPUTE_JOURNAL_DIR"];
  if (chosen) return { root: chosen, isChosen: true };
  const state = env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state");
  return { root: join(state, "pulumi-compute-platform"), isChosen: false };
}

/**
 * Makes the folder, or finds another where the home can't be written: one below the temporary folder outlives a
 * process, though not a reboot.
 */
export async function openPlace({ root, isChosen }: Place): Promise<string> {
  const candidates = isChosen
    ? [root]
    : [root, join(tmpdir(), `pulumi-compute-platform-${process.getuid?.() ?? "user"}`)];
  let failure: unknown;
  for (const directory of candidates) {
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await access(directory, constants.W_OK);
      return directory;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The folder of one platform and project. Stacks share it: entries tell them apart by their key. */
export function scopeOf(apiUrl: string, project: string): string {
  return createHash("sha256").update(`${apiUrl}\n${project}`).digest("hex").slice(0, 20);
}

/** The secret under which bodies and keys are digested: made once, readable by this user only. */
export async function digestKey(root: string): Promise<Buffer> {
  const path = join(root, "key");
  const stored = await readFile(path).catch(() => undefined);
  if (stored?.length === 32) return stored;
  const draft = `${path}-${randomBytes(8).toString("hex")}`;
  await writeFile(draft, randomBytes(32), { mode: 0o600, flush: true });
  try {
    // Linking fails where another process was first, and then its key is the key.
    await link(draft, path).catch(() => undefined);
    return await readFile(path);
  } finally {
    await rm(draft, { force: true });
  }
}
