import type { Surface } from "../../api/endpoint";
import { ConfigurationError } from "../errors/errors";
import { withoutTrailing } from "../text";
import type { SetIn } from "./advice";
import type { Addresses, ClientOptions } from "./options";
import { allowEnvironmentKey, allowHttp, settingVariables } from "./variables";

export interface Address {
  readonly origin: string;
  /** Path before the endpoint's own, without a trailing slash. */
  readonly prefix: string;
}

const settings: Record<Surface, { option: "apiUrl" | "baseUrl" | "queueUrl"; serves: string }> = {
  api: { option: "apiUrl", serves: "the platform's API" },
  base: { option: "baseUrl", serves: "the platform's version 1 API" },
  queue: { option: "queueUrl", serves: "the job queue" },
};

/** @throws ConfigurationError naming every way to set a missing address, or why the key must not be sent there. */
export function addressOf(surface: Surface, addresses: Addresses): Address {
  const { option, serves } = settings[surface];
  const text = addresses[option];
  const fail = (what: string) => new ConfigurationError(option, what);
  if (text === undefined || text === "")
    throw fail(
      addresses.setIn === "provider"
        ? `The address of ${serves} is not set. Give the Provider \`${option}\`, or set the environment variable ${settingVariables[option]}.`
        : `The address of ${serves} is not set. Set \`${option}\`: for a stack with \`pulumi config set compute:${option} <address>\`, ` +
            `or in the environment with ${settingVariables[option]}.`,
    );
  if (!URL.canParse(text)) throw fail(`${option} is not a URL, such as https://api.example.com.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw fail(`${option} must start with https:// or http://.`);
  if (url.protocol === "http:" && !isLoopback(url) && !listed(text, addresses.allowHttp ?? []))
    throw fail(
      `${option} begins with http://, and ${url.host} is not this machine: the API key would cross the network in the clear. ` +
        `Nothing was sent. Use https://. If the network is to be trusted, set the environment variable ` +
        `${allowHttp}=${url.host}${addresses.setIn ? "" : ", or pass `allowHttp` to createClient"}.`,
    );
  if (url.username !== "" || url.password !== "") throw fail(`${option} must not hold credentials; use apiKey.`);
  if (url.search !== "" || url.hash !== "") throw fail(`${option} must not have a query or a fragment.`);
  const reason = addresses.withheld?.[option];
  if (reason !== undefined) throw fail(reason);
  const prefix = withoutTrailing(url.pathname, "/");
  if (surface === "base" && !prefix.endsWith("/v1")) throw fail(`${option} must end in /v1.`);
  if (surface !== "base" && prefix.endsWith("/v2")) throw fail(`${option} must leave out the final /v2.`);
  return { origin: url.origin, prefix };
}

/** @throws ConfigurationError unless the text is a pattern for addresses of ports. */
export function checkPortUrl(pattern: string): void {
  const address = pattern.replaceAll("{podId}", "pod").replaceAll("{port}", "80");
  if (pattern.includes("{podId}") && /^https?:[^{}]*$/i.test(address) && URL.canParse(address)) return;
  throw new ConfigurationError(
    "portUrl",
    "portUrl is not an address with {podId} and {port} in it, such as https://{podId}-{port}.ports.example.com.",
  );
}

/** @throws ConfigurationError naming every way to set the key; never the key itself. */
export function checkKey({
  apiKey,
  setIn,
  keylessHost,
}: Pick<ClientOptions, "apiKey" | "setIn" | "keylessHost">): string {
  if (apiKey === undefined || apiKey === "")
    throw new ConfigurationError(
      "apiKey",
      setIn === "provider"
        ? "The API key is not set. Give the Provider `apiKey`, or set the environment variable COMPUTE_API_KEY."
        : "The API key is not set. Set `apiKey`: for a stack with `pulumi config set --secret compute:apiKey`, " +
            `or in the environment with COMPUTE_API_KEY${keylessHost === undefined ? "" : ` together with ${allowEnvironmentKey}=${keylessHost}, without which it is not sent to this address`}.`,
    );
  const stray = strayIn(apiKey);
  if (stray !== undefined)
    throw new ConfigurationError(
      "apiKey",
      `The API key holds ${stray}. It comes from ${setIn === "provider" ? "the Provider" : "compute:apiKey in a stack"}, ` +
        "or from COMPUTE_API_KEY in the environment.",
    );
  return apiKey;
}

/** What no key holds, and a header can't. */
function strayIn(apiKey: string): string | undefined {
  if (/[\r\n]/.test(apiKey)) return "a line end";
  if (/[\x00-\x1f\x7f]/.test(apiKey)) return "a control character";
  if (apiKey.includes(" ")) return "a space";
  return /^[\x21-\x7e]+$/.test(apiKey) ? undefined : "a character outside ASCII";
}

/** The header of an authorized request. @throws ConfigurationError for a form that there is not. */ // A-2, A-3
export function authorizationOf(
  surface: Surface,
  apiKey: string,
  { queueAuth = "bearer", setIn }: { readonly queueAuth?: string | undefined; readonly setIn?: SetIn | undefined } = {},
): string {
  if (surface !== "queue") return `Bearer ${apiKey}`;
  if (queueAuth !== "bearer" && queueAuth !== "bare")
    throw new ConfigurationError(
      "queueAuth",
      "`queueAuth`, the form of authorization on the queue, must be bearer (the default) or bare. It comes from " +
        `${setIn === "provider" ? "the Provider" : "compute:queueAuth in a stack"}, or from COMPUTE_QUEUE_AUTH in the environment.`,
    );
  return queueAuth === "bare" ? apiKey : `Bearer ${apiKey}`;
}

/** Host and port as in an address, without the scheme's own port: `api.example.com`, `127.0.0.1:8080`. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/** Scheme, host and port; undefined if the text is not an address. */
export const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Whether a request to this host stays on this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Hosts in a list such as `api.example.com, emulator:8080`. An address stands for its host. */
export const namedHosts = (text: string | undefined): string[] =>
  (text ?? "")
    .split(/[\s,]+/)
    .filter((name) => name !== "")
    .map((name) => (name.includes("://") ? hostOf(name) : name.toLowerCase()));

/** A host is named with its port, unless that is the scheme's own. */
export const listed = (address: string, hosts: readonly string[]): boolean => hosts.includes(hostOf(address));
