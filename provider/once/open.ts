import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../client";
import type { Notify } from "../notify";
import type { Settings } from "../settings";
import { backendKey } from "./backend";
import { answers } from "./engine";
import { Journal } from "./journal";
import { Once, type Surroundings } from "./once";
import { isAlive, thisProcess } from "./owner";
import { journalPlace, machineKey, openPlace, scopeOf } from "./place";
import { endWell } from "./shutdown";
import { fileStorage, memoryStorage } from "./storage";

/** How long a new object may be missing from lists; `COMPUTE_SETTLE_SECONDS` says otherwise. */
const defaultSettleMs = 30_000;

type Env = Readonly<Record<string, string | undefined>>;

/** For a provider process: the journal is in this user's files. Opens nothing before the first use. */
export function openOnce(settings: Settings, clock: Clock, env: NodeJS.ProcessEnv, notify: Notify): Once {
  const project = env.PULUMI_NODEJS_PROJECT ?? "";
  const once = new Once(clock, async () => {
    const backend = await backendKey(env, process.cwd(), project);
    return surroundings(openJournal(settings, env, project), backend, settleMs(env));
  });
  endWell(once, notify);
  return once;
}

/** The journal of one project on one platform, with the keys of this account. */
export function openJournal({ apiKey, apiUrl }: Settings, env: Env, project: string): Journal {
  const place = openPlace(journalPlace(env));
  const secrets = { apiKey, machineKey: machineKey(env, place) };
  return new Journal(fileStorage(join(place.root, scopeOf(apiUrl ?? "", project))), secrets, place.isHome);
}

/** For uses of the providers that need not outlive this process. */
export function rememberNothing({ apiKey }: Settings, clock: Clock): Once {
  const journal = new Journal(memoryStorage(), { apiKey });
  return new Once(clock, async () => surroundings(journal, "nowhere", defaultSettleMs));
}

function surroundings(journal: Journal, backend: string, settleMs: number): Surroundings {
  return {
    journal,
    backend,
    newId: () => randomBytes(8).toString("hex"),
    process: thisProcess(),
    isAlive,
    isEngineThere: () => answers(process.argv[2]),
    settleMs,
  };
}

function settleMs({ COMPUTE_SETTLE_SECONDS: seconds }: NodeJS.ProcessEnv): number {
  return seconds && Number(seconds) >= 0 ? Number(seconds) * 1_000 : defaultSettleMs;
}
