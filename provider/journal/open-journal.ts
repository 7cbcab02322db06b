import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../host/settings";
import { stateHome } from "../../disk/home";
import { ifThere, makeFolder } from "../../disk";
import { requirePrivateFolder } from "../../disk/private";
import { addressDigest } from "../state/sighting";
import { JournalNotPrivateError, JournalUnusableError } from "./errors";
import { Journal } from "./journal";
import { fileStorage, memoryStorage, privately } from "./storage";

type Env = Readonly<Record<string, string | undefined>>;

const folder = "pulumi-compute-platform";

/** The user's folder for the journal. */
export interface Place {
  readonly root: string;
  /** The user named the folder, so no other folder is tried. */
  readonly isChosen: boolean;
}

/** Opens the journal of this user, and creates it if there is none. */
export const openJournal = (settings: Settings, env: Env): Journal => journalIn(openPlace(journalPlace(env)), settings);

/** Opens the journal for a command that only reads it or forgets entries; creates no folder. */
export function lookIntoJournal(settings: Settings, env: Env): Journal {
  const root = findPlace(journalPlace(env));
  return root === undefined ? new Journal(memoryStorage(), settings) : journalIn(root, settings);
}

const journalIn = (root: string, { apiKey, apiUrl }: Settings): Journal =>
  new Journal(fileStorage(join(root, "journal")), {
    apiKey,
    ...(apiUrl !== undefined && { address: addressDigest(apiUrl) }),
  });

/** `COMPUTE_JOURNAL_DIR`, else `$XDG_STATE_HOME/pulumi-compute-platform`, else the same below `~/.local/state`. */
export function journalPlace(env: Env): Place {
  const chosen = env["COMPUTE_JOURNAL_DIR"];
  if (chosen) return { root: chosen, isChosen: true };
  const state = stateHome(env);
  return { root: state === undefined ? temporaryPlace() : join(state, folder), isChosen: false };
}

/**
 * Creates the folder, or one below the temporary folder if the home is not writable, which survives the process but not a
 * reboot.
 *
 * @throws JournalNotPrivateError if others can write to the only folder.
 * @throws JournalUnusableError if no folder can be created or written to.
 */
export function openPlace(place: Place): string {
  try {
    return firstUsable(place, (directory) => makeFolder(directory, 0o700));
  } catch (error) {
    if (error instanceof JournalNotPrivateError) throw error;
    throw new JournalUnusableError(place.root, error);
  }
}

/** The folder that `openPlace` would use; undefined if there is none. @throws JournalNotPrivateError */
const findPlace = (place: Place): string | undefined => ifThere(() => firstUsable(place, () => undefined));

/** Survives the process but not a reboot. */
const temporaryPlace = (): string => join(tmpdir(), `${folder}-${process.getuid?.() ?? "user"}`);

function firstUsable({ root, isChosen }: Place, prepare: (directory: string) => void): string {
  let failure: unknown;
  for (const directory of isChosen ? [root] : [root, temporaryPlace()]) {
    try {
      prepare(directory);
      accessSync(directory, constants.W_OK);
      privately(() => requirePrivateFolder(directory));
      return directory;
    } catch (error) {
      // Of two failures the more informative one is kept; a missing folder says least.
      if (failure === undefined || (error as NodeJS.ErrnoException).code !== "ENOENT") failure = error;
    }
  }
  throw failure;
}
