import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { hostname, homedir, userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ambient } from "../ambient";
import { EngineError, messageOf, unsupported } from "../errors";
import { checkProjectName, checkStackName } from "../project/names";
import {
  forEverybody,
  forOwnerOnly,
  keepBeside,
  permissionsOf,
  readIfThere,
  removeLeftovers,
  writeWhole,
} from "../../files";

/** The files of one stack, laid out as the CLI's file backend has them. */
export interface Backend {
  readonly file: string;
  load(): Promise<string | undefined>;
  /** Replaces the checkpoint; the one before stays as `.bak`. */
  save(text: string): Promise<void>;
  /** Writes what ended: an entry of `pulumi stack history`, with a copy of the checkpoint, and a backup. */
  record(history: object, checkpoint: string): Promise<void>;
  /** Takes the stack's lock. @throws EngineError `locked`. @returns how to give it back. */
  lock(): Promise<() => Promise<void>>;
  /** Removes all locks, whoever holds them. @returns how many there were. */
  unlock(): Promise<number>;
}

/** The names of a project's stacks. */
export async function listStacks(root: string, project: string): Promise<string[]> {
  const files = listFiles(join(root, ".pulumi", "stacks", checkProjectName(project)));
  return files.map((path) => basename(path, ".json")).sort();
}

export function backendRoot(url: string, projectDir: string): string {
  if (!url.startsWith("file://")) throw unsupported(`the backend ${url.split("://")[0]}://…, only file://`);
  const path = url.slice("file://".length);
  if (path.startsWith("~")) return join(home(), path.slice(1));
  return path.startsWith("/") ? fileURLToPath(url) : resolve(projectDir, path);
}

/** @throws EngineError `project` for names that cannot be files. */
export function openBackend(root: string, project: string, stack: string, ambient: Ambient): Backend {
  checkProjectName(project);
  checkStackName(stack);
  const base = join(root, ".pulumi");
  const file = join(base, "stacks", project, `${stack}.json`);
  const locks = join(base, "locks", "organization", project, stack);
  const stamp = () => `${ambient.now()}${String(ambient.bytes(4).readUInt32BE() % 1_000_000).padStart(6, "0")}`;
  const own = join(locks, `${ambient.uuid()}.json`);
  /** Copies of a state are for the eyes that may see the state. */
  const modeOfState = () => permissionsOf(file) ?? forOwnerOnly;
  const requireRoot = () => {
    if (!existsSync(root)) throw new EngineError("project", `unable to open state directory ${root}: it is not there`);
  };

  return {
    file,
    load: async () => {
      for (const packed of [`${file}.gz`, `${file}.zst`])
        if (existsSync(packed)) throw unsupported(`compressed states (${packed})`);
      return readIfThere(file);
    },
    save: async (text) => {
      requireRoot();
      const meta = join(base, "meta.yaml");
      if (!existsSync(meta)) writeWhole(meta, "version: 1\n", forEverybody);
      keepBeside(file, `${file}.bak`);
      writeWhole(file, text, forOwnerOnly);
    },
    record: async (history, checkpoint) => {
      const at = stamp();
      const entry = join(base, "history", project, stack, `${stack}-${at}`);
      writeWhole(`${entry}.history.json`, JSON.stringify(history), modeOfState());
      writeWhole(`${entry}.checkpoint.json`, checkpoint, modeOfState());
      writeWhole(join(base, "backups", project, stack, `${stack}.${at}.json`), checkpoint, modeOfState());
    },
    lock: async () => {
      requireRoot();
      mkdirSync(locks, { recursive: true });
      const holder = { pid: process.pid, username: userName(), hostname: hostname() };
      const timestamp = new Date(ambient.now()).toISOString();
      writeWhole(own, JSON.stringify({ ...holder, timestamp }), forEverybody);
      const others = listFiles(locks).filter((path) => path !== own);
      if (others.length > 0) {
        rmSync(own, { force: true });
        throw new EngineError("locked", describeLocks(others));
      }
      for (const path of [file, `${file}.bak`]) removeLeftovers(path);
      return async () => rmSync(own, { force: true });
    },
    unlock: async () => {
      const all = listFiles(locks);
      for (const path of all) rmSync(path, { force: true });
      return all.length;
    },
  };
}

/** As the CLI has it, what the user database says goes before `HOME`. */
function home(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

/** Who we are, for people to read. A user may have no name: containers run with any number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

function listFiles(directory: string): string[] {
  try {
    const names = readdirSync(directory);
    return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).map((name) => join(directory, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function describeLocks(paths: readonly string[]): string {
  const lines = paths.map((path) => {
    try {
      const text = readIfThere(path);
      const { username, hostname: host, pid, timestamp } = JSON.parse(text ?? "{}") as Record<string, unknown>;
      return `  ${path}: created by ${String(username)}@${String(host)} (pid ${String(pid)}) at ${String(timestamp)}`;
    } catch (error) {
      return `  ${path}: unreadable (${messageOf(error)})`;
    }
  });
  return (
    `the stack is currently locked by ${paths.length} lock(s). Either wait for the other process(es) to end or ` +
    `delete the lock file with the command \`cancel\`.\n${lines.join("\n")}`
  );
}
