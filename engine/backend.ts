import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ambient } from "./ambient";
import { EngineError, messageOf, unsupported } from "./errors";
import { readIfThere, writeWhole } from "./files";

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
  const files = await listFiles(join(root, ".pulumi", "stacks", project));
  return files.map((path) => basename(path, ".json")).sort();
}

export function backendRoot(url: string, projectDir: string): string {
  if (!url.startsWith("file://")) throw unsupported(`the backend ${url.split("://")[0]}://…, only file://`);
  const path = url.slice("file://".length);
  if (path.startsWith("~")) return join(userInfo().homedir, path.slice(1));
  return path.startsWith("/") ? fileURLToPath(url) : resolve(projectDir, path);
}

export function openBackend(root: string, project: string, stack: string, ambient: Ambient): Backend {
  const base = join(root, ".pulumi");
  const file = join(base, "stacks", project, `${stack}.json`);
  const locks = join(base, "locks", "organization", project, stack);
  const stamp = () => `${ambient.now()}${String(ambient.bytes(4).readUInt32BE() % 1_000_000).padStart(6, "0")}`;
  const own = join(locks, `${ambient.uuid()}.json`);

  return {
    file,
    load: async () => {
      for (const packed of [`${file}.gz`, `${file}.zst`])
        if (await exists(packed)) throw unsupported(`compressed states (${packed})`);
      return readIfThere(file);
    },
    save: async (text) => {
      if (!(await exists(root)))
        throw new EngineError("project", `unable to open state directory ${root}: it is not there`);
      const meta = join(base, "meta.yaml");
      if (!(await exists(meta))) await writeWhole(meta, "version: 1\n");
      const before = await readIfThere(file);
      if (before !== undefined) await writeWhole(`${file}.bak`, before);
      await writeWhole(file, text);
    },
    record: async (history, checkpoint) => {
      const at = stamp();
      const entry = join(base, "history", project, stack, `${stack}-${at}`);
      await writeWhole(`${entry}.history.json`, JSON.stringify(history));
      await writeWhole(`${entry}.checkpoint.json`, checkpoint);
      await writeWhole(join(base, "backups", project, stack, `${stack}.${at}.json`), checkpoint);
    },
    lock: async () => {
      if (!(await exists(root)))
        throw new EngineError("project", `unable to open state directory ${root}: it is not there`);
      await mkdir(locks, { recursive: true });
      const holder = { pid: process.pid, username: userInfo().username, hostname: hostname() };
      await writeWhole(own, JSON.stringify({ ...holder, timestamp: new Date(ambient.now()).toISOString() }));
      const others = (await listFiles(locks)).filter((path) => path !== own);
      if (others.length > 0) {
        await rm(own, { force: true });
        throw new EngineError("locked", await describeLocks(others));
      }
      return () => rm(own, { force: true });
    },
    unlock: async () => {
      const all = await listFiles(locks);
      await Promise.all(all.map((path) => rm(path, { force: true })));
      return all.length;
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory);
    return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).map((name) => join(directory, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

async function describeLocks(paths: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    paths.map(async (path) => {
      try {
        const text = await readIfThere(path);
        const { username, hostname: host, pid, timestamp } = JSON.parse(text ?? "{}") as Record<string, unknown>;
        return `  ${path}: created by ${String(username)}@${String(host)} (pid ${String(pid)}) at ${String(timestamp)}`;
      } catch (error) {
        return `  ${path}: unreadable (${messageOf(error)})`;
      }
    }),
  );
  return (
    `the stack is currently locked by ${paths.length} lock(s). Either wait for the other process(es) to end or ` +
    `delete the lock file with the command \`cancel\`.\n${lines.join("\n")}`
  );
}
