import { afterEach } from "@jest/globals";
import { type Client, type ClientOptions, createClient } from "../../client";
import { ManualClock } from "./manual-clock";
import { type Answer, type Script, type ScriptedServer, startScriptedServer } from "./scripted-server";

/**
 * Opens a client of a real server that gives scripted answers. Both are closed after each test of the file.
 *
 * @param keep takes the client of each opening.
 */
export function useScriptedClient(keep: (client: Client) => void, defaults: ClientOptions = {}) {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  return async (
    script: readonly (Answer | Script)[],
    options: ClientOptions = {},
    isAwaited?: () => Promise<boolean>,
  ): Promise<ScriptedServer> => {
    const server = await startScriptedServer(script);
    const { url } = server;
    const addresses = { apiUrl: url, baseUrl: `${url}/v1`, queueUrl: `${url}/queue` };
    const settings = { ...addresses, apiKey: "key", clock: new ManualClock(), ...defaults, ...options };
    const client = createClient(settings, undefined, isAwaited);
    opened.push(client, server);
    keep(client);
    return server;
  };
}

/** The error with which a call fails; undefined if it succeeds. */
export const failureOf = (call: Promise<unknown>): Promise<Error | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
