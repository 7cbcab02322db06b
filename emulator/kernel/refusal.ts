/** Titles by status (section 1.4). */
export const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The default message of a refusal (section 1.4). */
export const defaultDetails: Readonly<Record<number, string>> = {
  400: "request could not be processed",
  401: "invalid bearer token",
  402: "insufficient balance",
  403: "access denied",
  404: "resource not found",
  405: "The requested method is not allowed for this path.",
  413: "request body exceeds 102400 bytes",
  415: "a request body must be sent with content-type: application/json",
  422: "Request validation failed.",
  429: "rate limit exceeded for the minute window",
  500: "internal error",
};

/** The platform saying no. A handler throws it; the pipeline turns it into the body its surface uses. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    /** For people; no value of the request's own secrets ever goes in here. */
    readonly detail: string,
    /** One entry per violation, each starting with a JSON path. */
    readonly errors?: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** 400: matches the schema but breaks a rule, or can't be placed. */
export const badRequest = (detail: string) => new Refusal(400, detail);
/** 402 (A-22, P-17, P-19). */
export const insufficientBalance = () => new Refusal(402, "insufficient balance");
/** 403. */
export const accessDenied = () => new Refusal(403, "access denied");
/** 404; `kind` as in `pod`. */
export const notFound = (kind = "resource") => new Refusal(404, `${kind} not found`);

export function existing<T>(found: T | undefined, kind: string): T {
  if (found === undefined) throw notFound(kind);
  return found;
}

export const existingIn = <T extends { readonly id: string }>(
  all: readonly T[],
  id: string | undefined,
  kind: string,
) =>
  existing(
    all.find((one) => one.id === id),
    kind,
  );

/** 405. */
export const wrongMethod = (allow: readonly string[]) =>
  new Refusal(405, "The requested method is not allowed for this path.", undefined, { allow: allow.join(", ") });
/** 409. */
export const conflict = (detail: string) => new Refusal(409, detail);
/** 413. */
export const tooLarge = (limitBytes: number) => new Refusal(413, `request body exceeds ${limitBytes} bytes`);
/** 415. */
export const wrongMediaType = () => new Refusal(415, defaultDetails[415] as string);
/** 422. */
export const unprocessable = (errors?: readonly string[]) => new Refusal(422, "Request validation failed.", errors);
