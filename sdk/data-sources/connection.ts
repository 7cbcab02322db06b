import type { Client } from "../../client";
import { settings } from "../config";
import { perRun } from "../run";

/** What the data sources of one run share for one platform and key. */
interface Connection {
  readonly client: Client;
  /** By what was asked. A program is short: what was true at its start may be told at its end. */
  readonly answers: Map<string, Promise<unknown>>;
}

const connections = perRun(() => new Map<string, Connection>());

/** One client for each platform and key: one connection pool, one limiter. It is made from the provider's settings. */
function connect(): Connection {
  const found = settings();
  const open = connections();
  const key = JSON.stringify(found);
  let connection = open.get(key);
  if (!connection) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- programs without data sources need no HTTP client
    const { createClient } = require("../../client") as typeof import("../../client");
    open.set(key, (connection = { client: createClient(found), answers: new Map() }));
  }
  return connection;
}

export const connection = (): Client => connect().client;

/**
 * Asks once in a run for each question, also when asked again while the first is under way. A failure is not kept.
 *
 * @param question tells apart what one platform and key may be asked.
 */
export function once<T>(question: string, ask: (client: Client) => Promise<T>): Promise<T> {
  const { client, answers } = connect();
  const known = answers.get(question) as Promise<T> | undefined;
  if (known) return known;
  const asked = ask(client).catch((error: unknown) => {
    answers.delete(question);
    throw error;
  });
  answers.set(question, asked);
  return asked;
}
