import { join } from "node:path";
import type { Settings } from "../../host/settings";
import { Journal } from "./journal";
import {
  existingMachineKey,
  findPlace,
  journalPlace,
  machineKey,
  type OpenPlace,
  openPlace,
  scopeOf,
  scopesIn,
} from "./place";
import type { Secrets } from "./seal";
import { fileStorage, memoryStorage } from "./storage";

/** Beside the folders of the projects: an object goes from hand to hand whatever the platform's address and the project are called. */
const folderOfHolders = "holders";

export type Env = Readonly<Record<string, string | undefined>>;

/** The journal of one project on one platform, with the keys of this account. */
export function openJournal({ apiKey, apiUrl }: Settings, env: Env, project: string): Journal {
  const place = openPlace(journalPlace(env));
  return journalAt(place, { apiKey, machineKey: machineKey(env, place) }, apiUrl, project);
}

/** Opens the journal for somebody who only looks, or forgets entries at most: makes neither the folder nor a key. */
export function lookIntoJournal({ apiKey, apiUrl }: Settings, env: Env, project: string): Journal {
  const place = findPlace(journalPlace(env));
  if (!place) return new Journal(memoryStorage(), { apiKey });
  return journalAt(place, { apiKey, machineKey: existingMachineKey(env, place) }, apiUrl, project);
}

function journalAt({ root }: OpenPlace, secrets: Secrets, apiUrl: string | undefined, project: string) {
  const scope = scopeOf(apiUrl ?? "", project);
  const others = () => scopesIn(root).filter((other) => other !== scope);
  const storageOf = (name: string) => fileStorage(join(root, name));
  return new Journal(storageOf(scope), secrets, () => others().map(storageOf), storageOf(folderOfHolders));
}
