import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { getOrMake } from "../values/many";
import { type Client, createClient, systemClock } from "../client";
import { withCommandHere } from "../provider/host/called";
import { type Notify, sayingWaits } from "../provider/host/notify";
import { openBookkeeping } from "../provider/host/open-bookkeeping";
import { answers, Calls, engineGone } from "../provider/host/engine";
import { unsentUntil } from "../provider/host/program";
import { endingWith } from "./ending";
import { spellingOf, warningIn } from "./failures";
import type { Spelling } from "./settings-in-code";
import { Verbs } from "./verbs";

/**
 * Starts the provider of this process. The engine's `Cancel` ends waits: for an object to be ready, for capacity, for a
 * lost answer. Running requests are answered first, and their objects are returned to the engine or noted in the journal.
 * After a killed engine this process ends once nothing listens at its address.
 */
export function start(engine: string | undefined, notify: Notify, cancelled: AbortSignal): Verbs {
  setMaxListeners(0, cancelled);
  // Both forms of the package use one journal for a project.
  const env = {
    ...process.env,
    PULUMI_NODEJS_PROJECT: process.env.PULUMI_NODEJS_PROJECT ?? process.env.PULUMI_PROJECT,
  };
  const isEngineThere = () => answers(engine);
  const clients = new Map<string, Client>();
  let known: Promise<Spelling> | undefined;
  const spelling = () => (known ??= spellingOf(process.cwd()));
  const calls = new Calls();
  const verbs = new Verbs({
    env: process.env,
    clock: endingWith(systemClock, cancelled),
    randomBytes,
    // Resources and functions share a client: one limiter, one pool of connections.
    connect: (settings, clock, isSecret, hooks = sayingWaits(notify)) =>
      getOrMake(clients, JSON.stringify(settings), () =>
        createClient({ ...settings, clock, isSecret, hooks }, cancelled, isEngineThere, unsentUntil(cancelled)),
      ),
    openBookkeeping: (settings, clock, say) => openBookkeeping(settings, clock, env, say),
    notify: {
      ...notify,
      warn: async (message, urn) => notify.warn(withCommandHere(warningIn(message, await spelling())), urn),
      info: async (message, urn) => notify.info(withCommandHere(warningIn(message, await spelling())), urn),
    },
    spelling,
    calls,
    signal: cancelled,
    calledOff: cancelled,
  });
  void engineGone(systemClock, calls, isEngineThere).then(() => process.exit(0));
  return verbs;
}
