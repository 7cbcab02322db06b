import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../client";
import type { Notify } from "../host/notify";
import type { Settings } from "../host/settings";
import { backendKey } from "./journal/backend";
import { answers } from "../host/engine";
import { Journal } from "./journal/journal";
import { Creates, type CreateContext } from "./creates";
import { isAlive, thisProcess } from "./journal/owner";
import {
  existingMachineKey,
  findPlace,
  journalPlace,
  machineKey,
  type OpenPlace,
  openPlace,
  scopeOf,
  scopesIn,
} from "./journal/place";
import type { Secrets } from "./journal/seal";
import { endWell } from "../host/shutdown";
import { fileStorage, memoryStorage } from "./journal/storage";

/** How long a new object may be missing from lists; `COMPUTE_SETTLE_SECONDS` says otherwise. */
const defaultListLagMs = 30_000;

type Env = Readonly<Record<string, string | undefined>>;

/** For a provider process: the journal is in this user's files. Opens nothing before the first use. */
export function openCreates(settings: Settings, clock: Clock, env: NodeJS.ProcessEnv, notify: Notify): Creates {
  const project = env.PULUMI_NODEJS_PROJECT ?? "";
  const creates = new Creates(clock, async () => {
    const backend = await backendKey(env, process.cwd(), project);
    return {
      ...createContext(openJournal(settings, env, project), backend, listLagMs(env)),
      ...(settings.apiUrl !== undefined && { address: settings.apiUrl }),
    };
  });
  endWell(creates, notify);
  return creates;
}

/** The journal of one project on one platform, with the keys of this account. */
export function openJournal({ apiKey, apiUrl }: Settings, env: Env, project: string): Journal {
  const place = openPlace(journalPlace(env));
  return journalAt(place, { apiKey, machineKey: machineKey(env, place) }, apiUrl, project);
}

/** The same for somebody who only looks, and forgets entries at most: neither folder nor key come into being. */
export function lookIntoJournal({ apiKey, apiUrl }: Settings, env: Env, project: string): Journal {
  const place = findPlace(journalPlace(env));
  if (!place) return new Journal(memoryStorage(), { apiKey });
  return journalAt(place, { apiKey, machineKey: existingMachineKey(env, place) }, apiUrl, project);
}

function journalAt({ root, isHome }: OpenPlace, secrets: Secrets, apiUrl: string | undefined, project: string) {
  const scope = scopeOf(apiUrl ?? "", project);
  const others = () => scopesIn(root).filter((other) => other !== scope);
  const storageOf = (name: string) => fileStorage(join(root, name));
  return new Journal(storageOf(scope), secrets, isHome, () => others().map(storageOf));
}

/** For uses of the providers that need not outlive this process. */
export function rememberNothing({ apiKey }: Settings, clock: Clock): Creates {
  const journal = new Journal(memoryStorage(), { apiKey });
  return new Creates(clock, async () => createContext(journal, "nowhere", defaultListLagMs));
}

function createContext(journal: Journal, backend: string, listLagMs: number): CreateContext {
  return {
    journal,
    backend,
    newId: () => randomBytes(8).toString("hex"),
    process: thisProcess(),
    isAlive,
    isEngineThere: () => answers(process.argv[2]),
    listLagMs,
  };
}

function listLagMs({ COMPUTE_SETTLE_SECONDS: seconds }: NodeJS.ProcessEnv): number {
  return seconds && Number(seconds) >= 0 ? Number(seconds) * 1_000 : defaultListLagMs;
}
