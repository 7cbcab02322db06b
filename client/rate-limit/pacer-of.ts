import type { Clock } from "../clock";
import { tellWait } from "../http/hooks";
import type { ClientOptions } from "../settings/options";
import { Pacer } from "./pacer";
import { sharedFile } from "./shared-sends";

/** The queue that the options ask for, shared with other processes where they say so; undefined where they ask for none. */
export function pacerOf(options: ClientOptions, clock: Clock, random: () => number): Pacer | undefined {
  const { apiKey, apiUrl, limiter = {}, hooks = {} } = options;
  if (limiter === false) return undefined;
  const { acrossProcesses = false } = limiter;
  const shared =
    acrossProcesses === false
      ? undefined
      : sharedFile({
          account: JSON.stringify([apiKey, apiUrl]),
          writer: random().toString(36).slice(2),
          directory: acrossProcesses === true ? undefined : acrossProcesses.directory,
        });
  return new Pacer(clock, shared, hooks.onWait && ((waiting) => tellWait(hooks, waiting)));
}
