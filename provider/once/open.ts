import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../client";
import type { Settings } from "../settings";
import { type Digest, digestWith } from "./digest";
import { Journal } from "./journal";
import { Once, type Surroundings } from "./once";
import { isAlive, thisProcess } from "./owner";
import { digestKey, journalPlace, openPlace, scopeOf } from "./place";
import { endWell } from "./shutdown";
import { answers } from "./engine";
import { fileStorage, memoryStorage, type Storage } from "./storage";

/** How long a new object may be missing from lists; `COMPUTE_SETTLE_SECONDS` says otherwise. */
const defaultSettleMs = 30_000;

/** For a provider process: the journal is in this user's files. Opens nothing before the first use. */
export function openOnce(settings: Settings, clock: Clock, env: NodeJS.ProcessEnv): Once {
  const once = new Once(clock, async () => {
    const root = await openPlace(journalPlace(env));
    const scope = scopeOf(settings.apiUrl ?? "", env.PULUMI_NODEJS_PROJECT ?? "");
    return surroundings(fileStorage(join(root, scope)), digestWith(await digestKey(root)), settings, settleMs(env));
  });
  endWell(once);
  return once;
}

/** For uses of the providers that need not outlive this process. */
export function rememberNothing(settings: Settings, clock: Clock): Once {
  const digest = digestWith(randomBytes(32));
  return new Once(clock, async () => surroundings(memoryStorage(), digest, settings, defaultSettleMs));
}

function surroundings(storage: Storage, digest: Digest, { apiKey }: Settings, settleMs: number): Surroundings {
  return {
    journal: new Journal(storage),
    digest,
    account: digest(apiKey),
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
