import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ambient } from "../ambient";
import { EngineError, unsupported } from "../errors";
import { checkProjectName, checkStackName } from "../project/names";
import { refuseLegacy } from "./layout";
import { listFiles, livingHolders, removeLocks, type StackLock, takeLock } from "./lock";
import { requirePrivate } from "./privacy";
import {
  forEverybody,
  forOwnerOnly,
  keepBeside,
  makeFolder,
  permissionsOf,
  readIfThere,
  removeLeftovers,
  writeWhole,
} from "../../disk";
import { accountHome, noHome } from "../../disk/home";

/** The files of one stack, in the layout of the CLI's file backend. */
export type Backend = ReturnType<typeof openBackend>;

/** The folder of a backend's states. */
export const statesFolder = (root: string): string => join(root, ".pulumi", "stacks");

export async function listStacks(root: string, project: string): Promise<string[]> {
  const files = listFiles(join(statesFolder(root), checkProjectName(project)));
  return files.map((path) => basename(path, ".json")).sort();
}

export function backendRoot(url: string, projectDir: string): string {
  if (!url.startsWith("file://")) throw unsupported(`the backend ${url.split("://")[0]}://…, only file://`);
  const path = url.slice("file://".length);
  if (path.startsWith("~")) {
    const home = accountHome();
    if (home === undefined)
      throw new EngineError("project", noHome(`the backend ${url}`, "PULUMI_BACKEND_URL to file:// and a folder"));
    return join(home, path.slice(1));
  }
  return path.startsWith("/") ? fileURLToPath(url) : resolve(projectDir, path);
}

/** @throws EngineError `project` for names that cannot be files, `unsupported` for a backend or stack in the CLI's legacy layout. */
export function openBackend(root: string, project: string, stack: string, ambient: Ambient) {
  checkProjectName(project);
  checkStackName(stack);
  refuseLegacy(root, { project, stack });
  const base = join(root, ".pulumi");
  const file = join(base, "stacks", project, `${stack}.json`);
  const locks = join(base, "locks", "organization", project, stack);
  const stamp = () => `${ambient.now()}${String(ambient.bytes(4).readUInt32BE() % 1_000_000).padStart(6, "0")}`;
  /** Copies of a state have the permissions of the state. */
  const modeOfState = () => permissionsOf(file) ?? forOwnerOnly;
  const requireRoot = () => {
    if (!existsSync(root)) throw new EngineError("project", `unable to open state directory ${root}: it is not there`);
  };
  /** Writes a file that only this user can read, under any umask. */
  const writePrivate = (path: string, text: string, mode: number) => {
    makeFolder(dirname(path), 0o700);
    writeWhole(path, text, mode);
  };
  const requireOwn = () => requirePrivate([base, dirname(dirname(file)), dirname(file), file]);
  const write = (text: string) => {
    requireRoot();
    const meta = join(base, "meta.yaml");
    if (!existsSync(meta)) writePrivate(meta, "version: 1\n", forEverybody);
    keepBeside(file, `${file}.bak`);
    writePrivate(file, text, forOwnerOnly);
  };

  return {
    file,
    load: async (): Promise<string | undefined> => {
      for (const packed of [`${file}.gz`, `${file}.zst`])
        if (existsSync(packed)) throw unsupported(`compressed states (${packed})`);
      requireOwn();
      return readIfThere(file);
    },
    /** Records a finished operation: an entry of `pulumi stack history` with a copy of the checkpoint, and a backup. */
    record: async (history: object, checkpoint: string): Promise<void> => {
      const at = stamp();
      const entry = join(base, "history", project, stack, `${stack}-${at}`);
      writePrivate(`${entry}.history.json`, JSON.stringify(history), modeOfState());
      writePrivate(`${entry}.checkpoint.json`, checkpoint, modeOfState());
      writePrivate(join(base, "backups", project, stack, `${stack}.${at}.json`), checkpoint, modeOfState());
    },
    /** Takes the stack's lock, without which nobody writes the checkpoint. @throws EngineError `locked`. */
    lock: async (): Promise<StackLock> => {
      requireOwn();
      const lock = takeLock({ folder: locks, file, write, requireRoot }, ambient);
      for (const path of [file, `${file}.bak`]) removeLeftovers(path);
      return lock;
    },
    unlock: async () => removeLocks(locks),
    livingHolders: () => livingHolders(locks),
  };
}
