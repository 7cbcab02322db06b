import { createClient } from "../../client";
import { CancelledError, endingWith } from "../../plugin/ending";
import { schema } from "../../plugin/schema/schema";
import { listen } from "../../plugin/server";
import { Verbs } from "../../plugin/verbs";
import type { HostContext } from "../../provider/host/session";
import type { Serving } from "./served";

/** The plugin's server, with a provider of its own. */
export async function servePlugin(context: HostContext): Promise<Serving> {
  const cancelled = new AbortController();
  const clock = endingWith(context.clock, cancelled.signal);
  let verbs: Verbs | undefined;
  return listen({
    verbs: async () =>
      (verbs ??= new Verbs({
        ...context,
        clock,
        connect: (settings) => createClient({ ...settings, clock: context.clock }, cancelled.signal),
        signal: cancelled.signal,
      })),
    schema: async () => JSON.stringify(schema()),
    cancel: () => cancelled.abort(new CancelledError()),
  });
}
