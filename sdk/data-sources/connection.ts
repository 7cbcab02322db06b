import type { Client } from "../../client";
import { type Ask, Questions } from "../../client/queries/questions";
import { settings } from "../config";
import { perRun } from "../run";

/** What the data sources of one run share for one platform and key. */
interface Connection {
  readonly client: Client;
  readonly questions: Questions;
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
    const client = createClient(found);
    open.set(key, (connection = { client, questions: new Questions(client) }));
  }
  return connection;
}

export const connection = (): Client => connect().client;

/** Asks once in a run for each question. */
export const once: Ask = (question, ask) => connect().questions.once(question, ask);
