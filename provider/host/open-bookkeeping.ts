import { randomBytes } from "node:crypto";
import { listLagMs } from "../../api/words";
import type { Clock } from "../../client";
import { type Backend, findBackend } from "./backend";
import { Journal } from "../journal/journal";
import { openJournal } from "../journal/open-journal";
import type { OpenedJournal } from "../journal/opened-journal";
import { isAlive, thisProcess } from "../journal/process-identity";
import { memoryStorage } from "../journal/storage";
import { Bookkeeping } from "./bookkeeping";
import { engineAddress, isEngineThere } from "./engine";
import type { Notify } from "./notify";
import { statesOf } from "./read-states";
import type { Settings } from "./settings";
import { endOnInterrupt } from "./shutdown";

/** Opens the bookkeeping of a provider process. Its journal is in this user's files and is opened on first use. */
export function openBookkeeping(settings: Settings, clock: Clock, env: NodeJS.ProcessEnv, notify: Notify): Bookkeeping {
  const project = env.PULUMI_NODEJS_PROJECT ?? "";
  const bookkeeping = new Bookkeeping(clock, async () => {
    const backend = await findBackend(env, process.cwd(), project);
    return { ...opened(openJournal(settings, env), backend, lagMs(env)), ...statesOf(backend, env) };
  });
  endOnInterrupt(bookkeeping, notify);
  return bookkeeping;
}

/** Bookkeeping in memory, for uses of the providers that no later process needs to know about. */
export function bookkeepingInMemory({ apiKey }: Settings, clock: Clock): Bookkeeping {
  const journal = new Journal(memoryStorage(), { apiKey });
  return new Bookkeeping(clock, async () =>
    opened(journal, { key: "nowhere", id: () => "nowhere", isShared: false }, listLagMs),
  );
}

const opened = (journal: Journal, { key, id, isShared }: Backend, lagMs: number): OpenedJournal => ({
  journal,
  backend: key,
  markedBy: id,
  isShared,
  newId: () => randomBytes(8).toString("hex"),
  process: thisProcess(engineAddress()),
  isAlive,
  isEngineThere,
  listLagMs: lagMs,
});

function lagMs({ COMPUTE_SETTLE_SECONDS: seconds }: NodeJS.ProcessEnv): number {
  return seconds && Number(seconds) >= 0 ? Number(seconds) * 1_000 : listLagMs;
}
