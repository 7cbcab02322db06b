import { request, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { buildConnector as Connectors } from "undici";
import type { Proxy } from "../settings/proxies";
import { buildConnector, errors as undici } from "./undici";

export type Connector = Connectors.connector;

/** The names in a certificate, in its maker's words. */
export interface Certificate {
  readonly name: string;
  readonly issuer: string;
  readonly until: string;
}

/** A certificate that was not accepted; `code` says why. */
export class UntrustedError extends Error {
  constructor(
    readonly code: string,
    readonly certificate: Certificate | undefined,
    cause: Error,
  ) {
    super(code, { cause });
  }
}

/** No tunnel: the proxy refused it with a status, or was not reached, which the cause explains. */
export class TunnelError extends Error {
  constructor(
    readonly status?: number,
    cause?: Error,
  ) {
    super(status === undefined ? "the proxy can't be reached" : `the proxy answered ${status}`, { cause });
  }
}

/** Opens connections to hosts, those over TLS through a tunnel where there is a proxy for the host. */
export function connector(timeoutMs: number, proxyTo: (origin: string) => Proxy | undefined): Connector {
  const open = tellingCertificates(buildConnector({ timeout: timeoutMs }));
  return (options, callback) => {
    const proxy = options.protocol === "https:" ? proxyTo(`https://${options.host}`) : undefined;
    if (!proxy) return open(options, callback);
    openTunnel(open, proxy, options, timeoutMs).then(
      (httpSocket) => open({ ...options, httpSocket } as typeof options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** Captures the certificate early: when Node reports a rejected one, the socket no longer has it. */
function tellingCertificates(open: Connector): Connector {
  return (options, callback) => {
    let shown: Certificate | undefined;
    const socket = open(options, (...[error, opened]) => {
      if (error) callback(untrusted(error, shown) ?? error, null);
      else callback(null, opened);
    }) as unknown as TLSSocket;
    if (options.protocol === "https:") socket.prependOnceListener("secure", () => (shown = shownBy(socket)));
    return socket;
  };
}

/** The error codes of OpenSSL and Node for certificates. */
const ofCertificate = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|ERR_TLS_CERT_|PATH_LENGTH_)/;

function untrusted(error: Error, certificate: Certificate | undefined): UntrustedError | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !ofCertificate.test(code)) return undefined;
  return new UntrustedError(code, certificate, error);
}

function shownBy(socket: TLSSocket): Certificate | undefined {
  // Empty where the host showed none.
  const {
    subject,
    issuer,
    subjectaltname,
    valid_to: until,
  } = socket.getPeerCertificate() as Partial<ReturnType<TLSSocket["getPeerCertificate"]>>;
  if (!subject || !issuer || until === undefined) return undefined;
  const names = subjectaltname?.replaceAll("DNS:", "").replaceAll("IP Address:", "");
  return { name: short(names ?? subject.CN), issuer: short(issuer.CN ?? issuer.O), until };
}

const short = (text: string | string[] | undefined) => [text ?? ""].flat().join(", ").slice(0, 100);

/** Asks the proxy for a connection to the host. @throws TunnelError, ConnectTimeoutError */
async function openTunnel(
  open: Connector,
  { url, authorization }: Proxy,
  target: Parameters<Connector>[0],
  timeoutMs: number,
): Promise<Duplex> {
  const socket = await connectionTo(open, url);
  const path = `${new URL(`https://${target.host}`).hostname}:${target.port || 443}`;
  const headers = { host: path, ...(authorization && { "proxy-authorization": authorization }) };
  return new Promise((resolve, reject) => {
    const asked = request({ method: "CONNECT", path, headers, createConnection: () => socket });
    const fail = (error: Error) => {
      clearTimeout(timer);
      asked.destroy();
      reject(error);
    };
    // eslint-disable-next-line no-restricted-globals -- a socket's time is real time
    const timer = setTimeout(() => fail(new undici.ConnectTimeoutError()), timeoutMs);
    asked.on("error", (cause) => fail(new TunnelError(undefined, cause)));
    asked.once("connect", ({ statusCode = 0 }, tunnel, head) => {
      if (statusCode < 200 || statusCode > 299) return fail(new TunnelError(statusCode));
      clearTimeout(timer);
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
    });
    asked.end();
  });
}

function connectionTo(open: Connector, { protocol, hostname, host, port }: URL): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    open({ protocol, hostname: hostname.replace(/^\[|\]$/g, ""), host, port }, (...[error, socket]) => {
      if (socket) resolve(socket);
      else reject(error instanceof undici.ConnectTimeoutError ? error : new TunnelError(undefined, error ?? undefined));
    });
  });
}

/** A proxy's answer in our own words, because a proxy may answer anything. */
export const answerOf = (status: number) => `answered ${status} (${STATUS_CODES[status] ?? "no known status"})`;
