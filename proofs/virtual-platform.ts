import type { HttpBindings } from "@hono/node-server";
import { createClient, type Client, type ClientOptions } from "../client";
import { Accounts } from "../emulator/accounts";
import { EmulatorClock } from "../emulator/store/clock";
import { defaultSettings, type Settings } from "../emulator/store/settings";
import type { Store } from "../emulator/store/store";
import { DirectDispatcher, type Handle, type Traffic } from "./direct-dispatcher";
import type { PlatformClock } from "./virtual-clock";

export const apiUrl = "https://platform.test";
export const apiKey = "prove-key";

export interface VirtualPlatform {
  readonly store: Store;
  readonly dispatcher: DirectDispatcher;
  /** Somebody else with the same rights, whose traffic is good. */
  stranger(): Client;
  close(): void;
}

/** An emulated platform and a client of it in one process and one virtual time. */
export function virtualPlatform(
  clock: PlatformClock,
  traffic: Traffic,
  random: () => number,
  settings: Partial<Settings>,
): VirtualPlatform {
  const emulatorClock = new EmulatorClock({ now: () => clock.now() });
  const merged = { ...defaultSettings, ...settings };
  const accounts = new Accounts({ clock: emulatorClock, seed: "prove", settings: merged, apiKey });
  const handle = handleOf(accounts, apiUrl);
  const dispatcher = new DirectDispatcher(handle, clock, traffic);
  const close = () => {
    void dispatcher.close();
    accounts.close();
    emulatorClock.close();
  };
  const calm: Traffic = { fate: () => "ok", latencyMs: () => 100 };
  const stranger = () => clientOn(new DirectDispatcher(handle, clock, calm), clock, random);
  return { store: accounts.main, dispatcher, stranger, close };
}

/** Hands requests to an emulator's router without a socket. */
export function handleOf(accounts: Accounts, origin: string): Handle {
  return async (incoming, outgoing) => {
    // The router asks for no more of a request than these, and a whole one takes longer to make than to answer.
    const request = { url: origin + incoming.url, method: incoming.method } as Request;
    await accounts.fetch(request, { incoming, outgoing } satisfies HttpBindings);
  };
}

/** A client as a new process would make it, with a limiter and caches of its own. */
export function clientOn(
  dispatcher: DirectDispatcher,
  clock: PlatformClock,
  random: () => number,
  isAwaited?: () => Promise<boolean>,
): Client {
  return clientWith({ apiKey, apiUrl, queueUrl: `${apiUrl}/queue` }, dispatcher, clock, random, undefined, isAwaited);
}

/** A client with settings of its own. */
export function clientWith(
  settings: Pick<ClientOptions, "apiKey" | "apiUrl" | "queueUrl">,
  dispatcher: DirectDispatcher,
  clock: PlatformClock,
  random: () => number,
  cancelled?: AbortSignal,
  isAwaited?: () => Promise<boolean>,
): Client {
  return createClient({ ...settings, clock, random, dispatcher }, cancelled, isAwaited);
}
