import type { HttpBindings } from "@hono/node-server";
import { createClient, type Client } from "../../client";
import { createApp } from "../../emulator/app";
import { VirtualClock as EmulatorClock } from "../../emulator/clock";
import { defaultUser } from "../../emulator/kernel/keys";
import { createFamilies } from "../../emulator/families";
import { defaultSettings, type Settings } from "../../emulator/settings";
import { Store } from "../../emulator/store";
import { DirectDispatcher, type Traffic } from "./direct-dispatcher";
import type { VirtualClock } from "./virtual-clock";

export const apiUrl = "http://platform.test";
export const apiKey = "prove-key";

export interface DirectWorld {
  readonly store: Store;
  readonly client: Client;
  readonly dispatcher: DirectDispatcher;
  close(): void;
}

/** An emulated platform and a client of it in one process and one virtual time. */
export function directWorld(
  clock: VirtualClock,
  traffic: Traffic,
  random: () => number,
  settings: Partial<Settings>,
): DirectWorld {
  const emulatorClock = new EmulatorClock({ now: () => clock.now() });
  const keys = [{ key: apiKey, grant: "all" as const, user: defaultUser }];
  const store = new Store({ clock: emulatorClock, seed: "prove", settings: { ...defaultSettings, ...settings }, keys });
  const families = createFamilies(store);
  const app = createApp(store, families);
  const dispatcher = new DirectDispatcher(
    async (incoming, outgoing) => {
      const request = new Request(apiUrl + incoming.url, { method: incoming.method ?? "GET" });
      await app.fetch(request, { incoming, outgoing } satisfies HttpBindings);
    },
    clock,
    traffic,
  );
  const close = () => {
    void dispatcher.close();
    families.platform.close();
    emulatorClock.close();
  };
  return { store, client: clientOn(dispatcher, clock, random), dispatcher, close };
}

/** As a new process would make it: with a limiter and caches of its own. */
export function clientOn(dispatcher: DirectDispatcher, clock: VirtualClock, random: () => number): Client {
  return createClient({ apiKey, apiUrl, clock, random, dispatcher });
}
