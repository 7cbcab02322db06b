import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import { Refusal } from "./refusal";

/** Pages that hold nothing of the emulator's state: a link on any site may lead to them. */
const openPages = new Set(["/_emulator", "/_emulator/", "/v1/docs"]);

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Whether only this machine reaches an address. */
export function isLoopback(address: string): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(bare) !== 0 && loopback.check(bare, isIPv4(bare) ? "ipv4" : "ipv6");
}

/**
 * Keeps web pages out. A browser on this machine reaches the emulator for any page that it shows, so a request counts only
 * if it names the emulator by a name of its own (a page can make its own name point here) and was not sent by a page of
 * another origin. Other clients send no `Origin`, and need none.
 */
export class Guard {
  private readonly names: ReadonlySet<string>;
  /** `Host` as it was written last, once it was found to be right: nearly every request repeats it. */
  private known: string | undefined;

  /** @param names Names and addresses the emulator answers to, besides those of this machine's loopback. */
  constructor(names: readonly string[]) {
    this.names = new Set(["localhost", ...names.map(withoutBrackets)].map((name) => name.toLowerCase()));
  }

  /** Why this request is not answered; nothing when it is. */
  check({ headers, method, url = "", socket }: IncomingMessage): Refusal | undefined {
    const { host, origin } = headers;
    if (host === undefined || host !== this.known) {
      if (!this.isOwn(host, socket.localAddress)) return foreignHost(host);
      this.known = host;
    }
    const site = headers["sec-fetch-site"];
    const isFromPage = site !== undefined && site !== "same-origin" && site !== "none";
    if (origin !== undefined && !isSameHost(origin, host)) return foreignPage;
    if (isFromPage && !isVisit(method, url, headers)) return foreignPage;
    return undefined;
  }

  private isOwn(host: string | undefined, reachedAt: string | undefined): boolean {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (this.names.has(name) || isLoopback(name)) return true;
    // Listening on all addresses: the one that this connection came to. A page's name is never an address.
    return isIP(name) !== 0 && name === reachedAt?.replace(/^::ffff:(?=\d+\.)/i, "");
  }
}

/** The name in a `Host` header, without port and brackets, in lower case. */
function nameIn(host = ""): string | undefined {
  const [, name] = /^(\[[\da-f:.]+\]|[^:/?#@[\]\\\s]+)(?::\d{0,5})?$/i.exec(host) ?? [];
  return name === undefined ? undefined : withoutBrackets(name).toLowerCase();
}

const withoutBrackets = (name: string) => name.replace(/^\[|\]$/g, "");

/** A page of the emulator itself: the same name and port; https where something in front of it speaks that. */
const isSameHost = (origin: string, host = "") => /^https?:\/\/(.*)$/.exec(origin)?.[1] === host.toLowerCase();

/** Somebody follows a link to a page, in a window of its own. */
const isVisit = (method: string | undefined, url: string, headers: IncomingMessage["headers"]) =>
  method === "GET" &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  openPages.has(url.split("?")[0] ?? "");

const foreignHost = (host: string | undefined) =>
  new Refusal(
    403,
    `the emulator does not answer to the host ${JSON.stringify((host ?? "").slice(0, 100))}: use localhost, or start it with --allow-host NAME`,
  );
const foreignPage = new Refusal(403, "the emulator does not answer to web pages of another origin");
