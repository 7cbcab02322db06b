import { constants, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { forOwnerOnly, removeLeftovers, writeWhole } from "../../disk";
import { jsonIn } from "../../values/json";
import type { Store } from "./store";

/**
 * Keeps the store in a file: read now, and written before any change is answered, so that a killed process has lost
 * nothing that it had told anyone. Changes of one moment share a write.
 *
 * @returns what writes unsaved changes.
 * @throws Error when the file is there but can't be read as a state.
 */
export async function openStateFile(store: Store, path: string): Promise<() => Promise<void>> {
  const text = await readOwnFile(path);
  if (text !== undefined) store.load(parseState(path, text));
  removeLeftovers(path);

  let next: Promise<void> | undefined;
  const save = () => {
    next ??= setImmediate().then(() => {
      next = undefined;
      // A folder that went is not made again: whoever moved it has the state.
      statSync(dirname(path));
      writeWhole(path, JSON.stringify(store.dump()), forOwnerOnly);
    });
    return next;
  };
  store.saveWith(save);
  await save();
  return save;
}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

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
    // Somebody else may have made it: it holds secrets from now on.
    await file.chmod(forOwnerOnly);
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
