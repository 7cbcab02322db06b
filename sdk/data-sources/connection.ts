import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../client";

let current: Client | undefined;

/**
 * The client that all data sources of a program share: one connection pool, one limiter. Configuration
 * (`compute:apiKey` …) wins over the environment (`COMPUTE_API_KEY` …), as in the provider.
 */
export function connection(): Client {
  current ??= connect();
  return current;
}

/** Forgets the client, so that the next read looks at the configuration again. */
export function disconnect(): void {
  current = undefined;
}

function connect(): Client {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- programs without data sources need no HTTP client
  const { createClient, settingsFromEnvironment } = require("../../client") as typeof import("../../client");
  const environment = settingsFromEnvironment(process.env);
  return createClient({
    apiKey: setting("apiKey") ?? environment.apiKey,
    apiUrl: setting("apiUrl") ?? environment.apiUrl,
    baseUrl: setting("baseUrl") ?? environment.baseUrl,
    queueUrl: setting("queueUrl") ?? environment.queueUrl,
  });
}

/** Not through `pulumi.Config`, which warns when a secret is read in the clear: it goes to the client and nowhere else. */
const setting = (name: string): string | undefined => pulumi.runtime.getConfig(`compute:${name}`) || undefined;
