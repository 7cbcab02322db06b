import type { Surface } from "../api/endpoint";
import { ConfigurationError } from "./errors";

/** The three addresses; each is needed only when an operation of its surface is called. */
export interface Addresses {
  /** Prefix before `/v2/…` of the management interface. */
  readonly apiUrl?: string | undefined;
  /** Address of the version 1 surface; ends in `/v1`. */
  readonly baseUrl?: string | undefined;
  /** Prefix before `/v2/{endpointId}/…` of the queue. */
  readonly queueUrl?: string | undefined;
}

/** Where a surface is reached. */
export interface Address {
  readonly origin: string;
  /** Path before the endpoint's own, without a trailing slash. */
  readonly prefix: string;
}

const settings: Record<Surface, { option: keyof Addresses; variable: string; serves: string }> = {
  api: { option: "apiUrl", variable: "COMPUTE_API_URL", serves: "the management interface" },
  base: { option: "baseUrl", variable: "COMPUTE_BASE_URL", serves: "the version 1 surface" },
  queue: { option: "queueUrl", variable: "COMPUTE_QUEUE_URL", serves: "the job queue" },
};

/** @throws ConfigurationError naming every way to set what is missing. */
export function addressOf(surface: Surface, addresses: Addresses): Address {
  const { option, variable, serves } = settings[surface];
  const text = addresses[option];
  const fail = (what: string) => new ConfigurationError(option, what);
  if (text === undefined || text === "")
    throw fail(
      `The address of ${serves} is not set. Set it in one of these places: the option \`${option}\` of createClient, ` +
        `the environment variable ${variable}, or \`pulumi config set compute:${option} <address>\`.`,
    );
  if (!URL.canParse(text)) throw fail(`${option} is not a URL, such as https://api.example.com.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw fail(`${option} must start with https:// or http://.`);
  if (url.username !== "" || url.password !== "") throw fail(`${option} must not hold credentials; use apiKey.`);
  if (url.search !== "" || url.hash !== "") throw fail(`${option} must not have a query or a fragment.`);
  const prefix = url.pathname.replace(/\/+$/, "");
  if (surface === "base" && !prefix.endsWith("/v1")) throw fail(`${option} must end in /v1.`);
  if (surface !== "base" && prefix.endsWith("/v2")) throw fail(`${option} must leave out the final /v2.`);
  return { origin: url.origin, prefix };
}

/** @throws ConfigurationError naming every way to set the key; never the key itself. */
export function checkKey(apiKey: string | undefined): string {
  if (apiKey === undefined || apiKey === "")
    throw new ConfigurationError(
      "apiKey",
      "The API key is not set. Set it in one of these places: the option `apiKey` of createClient, " +
        "the environment variable COMPUTE_API_KEY, or `pulumi config set --secret compute:apiKey <key>`.",
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new ConfigurationError("apiKey", "The API key holds a space, a line end or a character outside ASCII.");
  return apiKey;
}

/** What the environment says: `COMPUTE_API_KEY`, `COMPUTE_API_URL`, `COMPUTE_BASE_URL`, `COMPUTE_QUEUE_URL`. */
export function settingsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Addresses & { apiKey?: string | undefined } {
  return {
    apiKey: env.COMPUTE_API_KEY,
    apiUrl: env.COMPUTE_API_URL,
    baseUrl: env.COMPUTE_BASE_URL,
    queueUrl: env.COMPUTE_QUEUE_URL,
  };
}
