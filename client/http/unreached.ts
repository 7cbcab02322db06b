import { ownMember } from "../../values/own-member";
import { CertificateError, ConnectionError, ProxyError, TimeoutError } from "../errors/errors";
import type { Proxy } from "../settings/proxies";
import { answerOf, TunnelError, UntrustedError } from "./connect";
import { errors as undici } from "./undici";

/** A request that is to reach a host, maybe through a proxy. */
export interface Way {
  /** Method and path, for errors. */
  readonly label: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly connectMs: number;
  readonly proxy?: Proxy | undefined;
}

/** Whether the proxy reads the request itself; one over TLS passes it in a tunnel. */
const isForwarded = ({ origin, proxy }: Way): boolean => proxy !== undefined && origin.startsWith("http:");

/** Where a request goes first, and how it names its host there. */
export function firstHop(way: Way): Pick<Way, "origin" | "path" | "headers"> {
  const { origin, path, headers, proxy } = way;
  if (!proxy || !isForwarded(way)) return { origin, path, headers };
  const { authorization } = proxy;
  const ofProxy = { host: new URL(origin).host, ...(authorization && { "proxy-authorization": authorization }) };
  return { origin: proxy.url.origin, path: origin + path, headers: { ...headers, ...ofProxy } };
}

/** The proxy's own refusal of a request that it would have passed on. */
export function refusedByProxy(way: Way, status: number): ProxyError | undefined {
  return way.proxy && status === 407 && isForwarded(way)
    ? new ProxyError(way.label, proxyAnswered(way, status))
    : undefined;
}

const proxyAnswered = ({ origin, proxy }: Way, status: number) =>
  `could not reach ${origin}: the proxy ${proxy?.shown} ${answerOf(status)}`;

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name could not be looked up",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
};

/** Whether there was no connection yet that anything could have been sent by. */
export const isUnreached = (error: Error): boolean =>
  error instanceof UntrustedError ||
  error instanceof TunnelError ||
  error instanceof undici.ConnectTimeoutError ||
  (Object.hasOwn(words, reason(error)) && reason(error) !== "ECONNRESET");

/** Nobody was reached: the address says where, which is no secret. */
export function unreached(way: Way, error: Error): ConnectionError {
  const { label, origin, proxy, connectMs } = way;
  const through = proxy ? ` through the proxy ${proxy.shown}` : "";
  if (error instanceof undici.ConnectTimeoutError)
    return new TimeoutError(label, "connect", connectMs, "not-sent", { cause: error }, through);
  const isOfTunnel = error instanceof TunnelError;
  const cause = isOfTunnel && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof UntrustedError) {
    const whose = proxy && (isOfTunnel || isForwarded(way)) ? `the proxy ${proxy.shown}` : new URL(origin).hostname;
    return new CertificateError(
      label,
      `could not reach ${origin}: the certificate of ${whose} ${told(cause)}`,
      cause.code,
      {
        cause,
      },
    );
  }
  if (isOfTunnel && error.status !== undefined) {
    const what = proxyAnswered(way, error.status);
    // A host behind the proxy may come back; a proxy's refusal is permanent.
    return error.status >= 500
      ? new ConnectionError(label, what, "not-sent", { cause })
      : new ProxyError(label, what, { cause });
  }
  const code = reason(cause);
  return new ConnectionError(
    label,
    `could not reach ${origin}${through} (${ownMember(words, code) ?? code})`,
    "not-sent",
    {
      cause,
    },
  );
}

/** The problem with a certificate, and the host that it names. */
function told({ code, certificate }: UntrustedError): string {
  if (!certificate) return `is not trusted (${code})`;
  const { name, issuer, until } = certificate;
  const problem = code === "CERT_HAS_EXPIRED" ? `expired on ${until}` : "is not trusted";
  return `${problem}: it is for "${name}" and issued by "${issuer}" (${code})`;
}

/** A short name for what went wrong below HTTP, e.g. `ECONNREFUSED`. */
export function reason(error: Error): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && code !== "") return code;
  const inner = (error as { errors?: unknown }).errors;
  if (Array.isArray(inner) && inner[0] instanceof Error) return reason(inner[0]);
  return error.cause instanceof Error ? reason(error.cause) : error.message;
}
