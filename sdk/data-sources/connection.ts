import { getOrMake } from "../../values/many";
import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../client";
import { type Ask, Questions } from "../../client/queries/questions";
import { settings } from "../config";

/** The client and the answers that the data sources of one run share for one platform and key. */
interface Connection {
  readonly client: Client;
  readonly questions: Questions;
}

/** Where no stack runs, as in a script, the whole process counts as one run. */
const outside = {};

/**
 * Something of which each run of a program has its own. One process can run many programs, one after the other or side by
 * side, each with a tenant of its own (the Automation API, the local engine), and nothing of a run may reach another.
 */
function perRun<T>(make: () => T): () => T {
  // What belongs to a run is let go of with its stack.
  const made = new WeakMap<object, { readonly it: T }>();
  return () => {
    const run = pulumi.runtime.getStackResource() ?? outside;
    return getOrMake(made, run, () => ({ it: make() })).it;
  };
}

const connections = perRun(() => new Map<string, Connection>());

/** One client for each platform and key: one connection pool, one limiter. It is made from the provider's settings. */
function connect(): Connection {
  const found = settings();
  return getOrMake(connections(), JSON.stringify(found), () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- programs without data sources need no HTTP client
    const { createClient } = require("../../client") as typeof import("../../client");
    const client = createClient(found);
    return { client, questions: new Questions(client) };
  });
}

export const connection = (): Client => connect().client;

/** Asks once in a run for each question. */
export const once: Ask = (question, ask) => connect().questions.once(question, ask);
