import { orElse } from "../../values/or-else";
import { ownMember } from "../../values/own-member";
import { BlockList, isIP, isIPv4 } from "node:net";
import { ConfigurationError } from "../errors/errors";
import { isLoopback } from "./address";

/** Proxies by what they are asked for, as the environment writes them. */
export interface Proxies {
  /** For addresses that begin with `https://`. */
  readonly https?: string | undefined;
  /** For addresses that begin with `http://`. */
  readonly http?: string | undefined;
  /** Hosts that are reached without a proxy, as in `NO_PROXY`. */
  readonly no?: string | undefined;
}

/** One proxy, ready to be asked. */
export interface Proxy {
  readonly url: URL;
  /** Scheme, host and port: what messages may hold. */
  readonly shown: string;
  /** Of `Proxy-Authorization`. */
  readonly authorization?: string;
  /** The ways in which somebody might quote the credentials. */
  readonly secrets: readonly string[];
}

/** The proxies of an environment, by the rules of curl: the lower case wins, and an empty value counts as none. */
export function proxiesIn(env: Readonly<Record<string, string | undefined>>): Proxies {
  const value = (name: string) => ownMember(env, name) || ownMember(env, name.toUpperCase()) || undefined;
  const [https, http] = ["https_proxy", "http_proxy"].map((name) => value(name) ?? value("all_proxy"));
  return { https, http, no: value("no_proxy") };
}

/**
 * The proxy through which a host is reached; undefined where it is reached without one, as this machine always is.
 *
 * @throws ConfigurationError for a proxy that can't be one; never with its value, which may hold a password.
 */
export function proxyFor(url: URL, { https, http, no = "" }: Proxies): Proxy | undefined {
  const value = url.protocol === "https:" ? https : http;
  if (!value || isLoopback(url) || isExcepted(url, no)) return undefined;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (!proxy?.hostname || !/^https?:$/.test(proxy.protocol)) {
    const variable = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
    throw new ConfigurationError(
      "proxies",
      `The proxy for ${url.host}, from ${variable} or ALL_PROXY, is not an address that begins with http:// or https://. ` +
        `Nothing was sent. Correct the variable, or name ${url.hostname} in NO_PROXY.`,
    );
  }
  // URL leaves out the port 80, so that one has to look whether it was written.
  if (proxy.port === "" && proxy.protocol === "http:" && !/:80(?:\/|$)/.test(text)) proxy.port = "1080";
  return { url: proxy, shown: proxy.origin, ...credentialsOf(proxy) };
}

function credentialsOf({ username, password }: URL): Pick<Proxy, "authorization" | "secrets"> {
  if (username === "" && password === "") return { secrets: [] };
  const encoded = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  const secrets = [decoded(password), password, encoded].filter((secret) => secret !== "");
  return { authorization: `Basic ${encoded}`, secrets };
}

/** A part of an address without its percent encoding, or as it stands if it has none. */
export const decoded = (text: string): string => orElse(text, () => decodeURIComponent(text));

/** Whether `NO_PROXY` names the host: `*`, a domain with all below it, an address, or a range of addresses. */
function isExcepted(url: URL, no: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return no.split(/[\s,]+/).some((entry) => {
    if (entry === "" || entry === "*") return entry === "*";
    const [, name = entry, ofPort = port] = /^([^:]+|\[[^\]]+\]):(\d+)$/.exec(entry) ?? [];
    return ofPort === port && isNamed(host, bare(name.toLowerCase()));
  });
}

function isNamed(host: string, name: string): boolean {
  if (isIP(host) === 0) {
    const domain = name.replace(/^\*?\./, "");
    return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
  }
  const [network = "", bits] = name.split("/");
  if (isIP(network) !== isIP(host)) return false;
  const family = isIPv4(host) ? "ipv4" : "ipv6";
  const length = bits === undefined ? (isIPv4(host) ? 32 : 128) : Number(bits);
  if (!(length >= 0 && length <= (isIPv4(host) ? 32 : 128))) return false;
  const range = new BlockList();
  range.addSubnet(network, length, family);
  return range.check(host, family);
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
