import { jsonIn } from "../../values/json";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { timeLimit } from "../../client/clock";
import { makeFolder } from "../../disk";
import { noHome, stateHome } from "../../disk/home";
import { CommandFailure, type Io } from "../io";

const Running = z.object({ apiUrl: z.string(), pid: z.int().positive() });
export type Running = z.infer<typeof Running>;

/** The folder in which this user's emulators register: beside the journal, where nobody else can write. */
function folderOf({ env }: Pick<Io, "env">): string | undefined {
  const state = stateHome(env);
  return state && join(state, "pulumi-compute-platform", "emulators");
}

/** Registers an emulator that has printed its address. @returns a function that removes the note. */
export async function noteRunning(io: Io, line: string): Promise<() => Promise<void>> {
  const running = Running.parse(JSON.parse(line));
  const folder = folderOf(io);
  if (folder === undefined) return async () => undefined;
  const file = join(folder, `${running.pid}.json`);
  makeFolder(folder, 0o700);
  await writeFile(file, JSON.stringify(running), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** The running emulators; notes of killed ones are removed. @throws CommandFailure if emulators can't register here. */
export async function runningEmulators(io: Io): Promise<Running[]> {
  const folder = folderOf(io);
  if (folder === undefined)
    throw new CommandFailure(noHome("the notes of emulators that run", "XDG_STATE_HOME, or end its process yourself"));
  const files = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const running = Running.safeParse(await readFile(file, "utf8").then(jsonIn, () => undefined));
      if (running.success && (await answers(running.data))) return [running.data];
      await rm(file, { force: true });
      return [];
    }),
  );
  return found.flat();
}

/** Process ids are reused, so only a process that answers as an emulator counts. */
async function answers({ apiUrl }: Running): Promise<boolean> {
  try {
    // It may require a control token (401); no other server has this page.
    const { status } = await fetch(`${apiUrl}/_emulator/settings`, { signal: timeLimit(2_000) });
    return status === 200 || status === 401;
  } catch {
    return false;
  }
}
