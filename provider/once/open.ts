import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../client/clock";
import { digestWith } from "./digest";
import { Journal } from "./journal";
import { Once } from "./once";
import { isAlive, thisProcess } from "./owner";
import { digestKey, journalPlace, openPlace, scopeOf } from "./place";
import { fileStorage } from "./storage";

export interface Opening {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How long a new object may be missing from lists; `COMPUTE_SETTLE_SECONDS` says otherwise. */
const defaultSettleMs = 30_000;

/** For a provider process: the journal is in this user's files. Opens nothing before the first use. */
export function openOnce({ apiUrl, apiKey, clock, env }: Opening): Once {
  const seconds = Number(env["COMPUTE_SETTLE_SECONDS"] || Number.NaN);
  return new Once(clock, async () => {
    const root = await openPlace(journalPlace(env));
    const digest = digestWith(await digestKey(root));
    const scope = scopeOf(apiUrl, env["PULUMI_NODEJS_PROJECT"] ?? "");
    return {
      journal: new Journal(fileStorage(join(root, scope))),
      digest,
      account: digest(apiKey),
      newId: () => randomBytes(8).toString("hex"),
      process: thisProcess(),
      isAlive,
      settleMs: seconds >= 0 ? seconds * 1_000 : defaultSettleMs,
    };
  });
}
