import { visible } from "./visible";

/** `ErrorOptions`, which programs for ES2020 do not know. */
export interface Cause {
  readonly cause?: unknown;
}

/** Everything this package throws on purpose. Messages quote the platform and are read on terminals. */
export abstract class ComputeError extends Error {
  constructor(message?: string, options?: Cause) {
    super(message === undefined ? message : visible(message), options);
  }

  /** Stable and machine-readable: safe to switch on and to grep for. */
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }

  /** An error without a stack is an answer: its text is the message, without the name of its class. */
  override toString(): string {
    return this.stack === "" ? this.message : super.toString();
  }
}

/** An answer to the program, and no fault: hosts print the stack of an error beside its message, and this one has none. */
export abstract class AnswerError extends ComputeError {
  constructor(message: string, options?: Cause) {
    super(message, options);
    this.stack = "";
  }
}

/**
 * An address or the API key is missing or malformed.
 *
 * @fix The message lists every way to set it.
 */
export class ConfigurationError extends ComputeError {
  readonly code = "configuration";

  /** @param setting name of the option, e.g. `apiUrl`; its value is never kept. */
  constructor(
    readonly setting: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * What became of a request on the platform's side:
 * - `not-sent`: no byte of it left, so it did nothing;
 * - `refused`: the platform answered that it did nothing;
 * - `done`: the platform answered that it did it, but its answer could not be used;
 * - `unknown`: it may have been carried out. A create has to be looked up before it is sent again.
 */ // A-31
export type Outcome = "not-sent" | "refused" | "done" | "unknown";

/** A call that failed. */
export abstract class CallError extends ComputeError {
  abstract readonly outcome: Outcome;

  /** @param request method and path, e.g. `POST /v2/pods`; never a header, a query or a body. */
  constructor(
    readonly request: string,
    message: string,
    options?: Cause,
  ) {
    super(message, options);
  }

  /** Whether the same call may succeed later although nobody changes anything. */
  get mayPass(): boolean {
    return false;
  }
}

/** Whether a failure may pass by itself. An error that explains a call's failure counts as that failure. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CallError) return error.mayPass;
  return error instanceof ComputeError && mayPass(error.cause);
}

/** One reason why a request was not sent. */
export interface RequestIssue {
  /** JSON path from the body (`$.gpu.count`), the query (`$.query.limit`) or the path (`$.path.id`). */
  readonly path: string;
  readonly message: string;
}

/**
 * The request does not match the contract. The message lists every place.
 *
 * @done Nothing was sent.
 * @fix Correct the places listed.
 */ // A-28, A-40
export class InvalidRequestError extends CallError {
  readonly code = "invalid_request";
  readonly outcome = "not-sent";

  constructor(
    request: string,
    readonly issues: readonly RequestIssue[],
  ) {
    const places = issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
    super(request, `${request} was not sent: ${places}. Correct the request and call again.`);
  }
}

const notSent = "Nothing was sent. Check the network and the address, and run this again.";

/** What people can do about a request of which nobody knows what became. */
export function afterUnknownOutcome(request: string): string {
  if (request.startsWith("GET ")) return "It changes nothing. Run this again.";
  // An object that is gone counts as deleted, and one that is as asked changes no more.
  if (/^(?:DELETE|PATCH) /.test(request)) return "The platform may have carried it out. Run this again.";
  return "The platform may have carried it out; look before repeating it.";
}

/**
 * The connection was refused, reset or cut off.
 *
 * @done The message says whether the request was sent; if so, it may have been carried out.
 * @fix Check the address and the network, then run the operation again.
 */
export class ConnectionError extends CallError {
  readonly code: string = "connection";

  /**
   * @param what goes on after the request: `could not reach https://api.example.com (connection refused)`.
   * @param advice what to do, where trying again is not all.
   */
  constructor(
    request: string,
    readonly what: string,
    readonly outcome: "not-sent" | "unknown",
    options?: Cause,
    readonly advice = outcome === "not-sent" ? notSent : afterUnknownOutcome(request),
  ) {
    super(request, `${request} ${what}. ${advice}`, options);
  }

  override get mayPass(): boolean {
    return true;
  }
}

/**
 * The proxy refuses the request: 407 for its user and password, 403 for the host.
 *
 * @done Nothing was sent.
 * @fix Correct `HTTPS_PROXY` or `HTTP_PROXY`, or name the host in `NO_PROXY`: [Proxies](guides/settings.md#proxies).
 */
export class ProxyError extends ConnectionError {
  override readonly code = "proxy";

  /** @param what names the proxy, never its credentials. */
  constructor(request: string, what: string, options?: Cause) {
    const advice =
      "Nothing was sent. Correct the proxy's address with its user and password (HTTPS_PROXY, or HTTP_PROXY for http:// " +
      "addresses), name the host in NO_PROXY, or ask whoever runs the proxy.";
    super(request, what, "not-sent", options, advice);
  }

  override get mayPass(): boolean {
    return false;
  }
}

/**
 * The certificate of the host or proxy is not trusted, has expired or is for another name. The message names its
 * issuer.
 *
 * @done Nothing was sent.
 * @fix For an authority of your own network, set `NODE_EXTRA_CA_CERTS`:
 *   [Certificates](guides/settings.md#certificates).
 */
export class CertificateError extends ConnectionError {
  override readonly code = "certificate";

  /** @param why OpenSSL's word for it, e.g. `CERT_HAS_EXPIRED`. */
  constructor(
    request: string,
    what: string,
    readonly why: string,
    options?: Cause,
  ) {
    super(request, what, "not-sent", options, `Nothing was sent. ${certificateAdvice(why)}`);
  }

  override get mayPass(): boolean {
    return false;
  }
}

function certificateAdvice(why: string): string {
  if (/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/.test(why))
    return "Check this machine's clock; if it is right, only whoever runs the host can renew the certificate.";
  if (/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/.test(why))
    return "Correct the address, or have a certificate issued for this name.";
  return (
    "If the issuer is an authority of your network, set the environment variable NODE_EXTRA_CA_CERTS to a PEM file with " +
    "its certificate, and run this again."
  );
}

/**
 * The engine had exited while a provider process that it started was still about to make a change, or the run was cancelled
 * while a change waited for its turn.
 *
 * @done Nothing was sent.
 * @fix Run the operation again: it continues what the earlier run had begun.
 */
export class UnawaitedError extends CallError {
  readonly code = "unawaited";
  readonly outcome = "not-sent";

  constructor(request: string) {
    super(request, `${request} was not sent: whoever asked for it is gone, or has called it off. Run this again.`);
  }
}

/** Which limit of {@link Timeouts} passed. */
export type TimeoutPhase = "connect" | "headers" | "body" | "total";

/**
 * The connection or the answer did not come in time.
 *
 * @done As for `connection`.
 * @fix Run the operation again: a create is looked up before it is repeated.
 */
export class TimeoutError extends ConnectionError {
  override readonly code = "timeout";

  constructor(
    request: string,
    readonly phase: TimeoutPhase,
    readonly afterMs: number,
    outcome: "not-sent" | "unknown",
    options?: Cause,
    through = "",
  ) {
    const missing: Record<TimeoutPhase, string> = {
      connect: "found no connection",
      headers: "got no answer",
      body: "got no more of the answer",
      total: "was not finished",
    };
    super(request, `${missing[phase]}${through} within ${afterMs / 1_000} s`, outcome, options);
  }
}

/** What to do about an answer that the platform would not give. */
export const notThePlatform = "check the address, and any proxy on the way to it";

/**
 * The platform reported success, but the body does not match the contract. The message names the field.
 *
 * @done The request was carried out.
 * @fix Check that the address is the platform's. Update the package, and report the problem if it persists.
 */
export class ResponseShapeError extends CallError {
  readonly code = "response_shape";
  readonly outcome = "done";

  constructor(request: string, what: string, options?: Cause) {
    super(
      request,
      `${request} succeeded, but its answer ${what}.${/^GET /.test(request) ? "" : " Look at what the platform holds before repeating it."}`,
      options,
    );
  }
}

/**
 * The resource did not become ready within the timeout.
 *
 * @done The resource is in the state.
 * @fix Run `up` to keep waiting, raise `timeouts`, or choose an earlier status with `waitFor`.
 */
export class WaitTimeoutError<T = unknown> extends ComputeError {
  readonly code = "wait_timeout";

  /** What was seen last, and why the last look failed, if it did. */
  readonly seen: string | undefined;

  /**
   * @param last the last value seen; not part of the message, since it may hold environment values.
   * @param says what the message says of that value.
   * @param trouble why the last look failed.
   */
  constructor(
    readonly what: string,
    readonly withinMs: number,
    readonly last: T | undefined,
    says?: string,
    trouble?: Error,
  ) {
    const failed = trouble && `; the last look failed: ${trouble.message.replace(/\.$/, "")}`;
    const seen = failed ? `${says ?? "nothing"}${failed}` : says;
    super(
      `Timed out after ${withinMs / 1_000} s waiting for ${what}${seen === undefined ? "" : `; last seen: ${seen}`}. ` +
        "Nothing was undone. Wait again, or allow more time.",
      { cause: trouble },
    );
    this.seen = seen;
  }
}

/**
 * The resource can't become ready: its status is ERROR, EXITED or TERMINATED, or it is gone.
 *
 * @done The resource is in the state.
 * @fix Read its logs, correct the program (a wrong image or credential leads to ERROR) and run `up`.
 */
export class WaitFailedError<T = unknown> extends ComputeError {
  readonly code = "wait_failed";

  constructor(
    readonly what: string,
    readonly reason: string,
    readonly last: T,
  ) {
    super(`Gave up waiting for ${what}: ${reason}.`);
  }
}

/** A call that may have changed something, and whose answer does not tell. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof CallError && !error.request.startsWith("GET ") && ["unknown", "done"].includes(error.outcome);
