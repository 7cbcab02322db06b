import { settingVariables } from "../settings/variables";
import { afterUnknownOutcome, CallError, notThePlatform, type Outcome } from "./errors";

export interface ApiErrorDetails {
  readonly status: number;
  /** The platform's name for the status, such as `Conflict`. */ // section 1.3
  readonly title?: string | undefined;
  /** The platform's sentence; for people, never to decide by. */
  readonly detail: string;
  /** One entry per violation, each starting with a JSON path. */ // section 1.3
  readonly errors?: readonly string[];
  readonly requestId?: string;
  /** Something on the way answered in place of the platform, which says nothing about the object. */
  readonly isForeign?: boolean;
  /** What `Retry-After` asked for. */
  readonly retryAfterMs?: number;
}

/**
 * The platform answered with another error status.
 *
 * @done Probably nothing.
 * @fix Check the configured addresses; the message has the platform's answer.
 */
export class ApiError extends CallError {
  readonly code: string = "api_error";
  readonly status: number;
  /** The platform's name for the status, such as `Conflict`; undefined where it sent none, as on the queue. */
  readonly title: string | undefined;
  /** The platform's sentence; for people, never to decide by. */
  readonly detail: string;
  readonly errors: readonly string[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    request: string,
    { status, title, detail, errors = [], requestId, retryAfterMs, isForeign = false }: ApiErrorDetails,
  ) {
    const list = errors.length === 0 ? "" : ` [${errors.join("; ")}]`;
    const id = requestId === undefined ? "" : ` (request ${requestId})`;
    super(
      request,
      `${request} failed with ${status}: ${detail.replace(/\.$/, "")}${list}${id}. ${advice(request, { status, isForeign })}`,
    );
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  get outcome(): Outcome {
    return mayHaveDoneIt(this.status) ? "unknown" : "refused";
  }

  /** A 429 did nothing, and passes when its window does. */
  override get mayPass(): boolean {
    return mayHaveDoneIt(this.status) || this.status === 429;
  }
}

/**
 * 400: the request breaks a rule, the hardware is not available in the allowed data centers, or the object to be deleted is
 * in use. The platform's message says which.
 *
 * @fix Correct the program, allow more data centers or another GPU type, or remove what uses the object.
 */
export class BadRequestError extends ApiError {
  override readonly code = "bad_request";
}
/**
 * 401: the API key is missing, wrong, expired or disabled.
 *
 * @fix Set the new key (`compute:apiKey` or `COMPUTE_API_KEY`) and run `up` once before `refresh` or `destroy`, which
 *   use the key of the last `up`.
 */
export class AuthenticationError extends ApiError {
  override readonly code = "unauthenticated";
}
/**
 * 402: the account balance does not cover one hour, or the spending cap is reached.
 *
 * @fix Add balance, or stop a billed object.
 */ // A-22, P-17, P-19
export class PaymentRequiredError extends ApiError {
  override readonly code = "payment_required";
}
/**
 * 403: the key may not do this, or the account may not use this hardware.
 *
 * @fix Use a key with the permission, or choose other hardware.
 */
export class PermissionError extends ApiError {
  override readonly code = "forbidden";
}
/**
 * 404: the object does not exist, or this key cannot see it. The answer of a gateway is an `ApiError`: it says nothing about
 * the object.
 *
 * @fix Run `refresh`, which removes it from the state, and `up`, which creates it again. Check a `templateId`.
 */
export class NotFoundError extends ApiError {
  override readonly code = "not_found";
}
/**
 * 409: the action is not valid in the pod's status, the pod is locked or belongs to a cluster, or the name is taken.
 *
 * @fix Wait for the status, unlock the pod, change the cluster, or choose another name.
 */
export class ConflictError extends ApiError {
  override readonly code = "conflict";
}
/**
 * 413: the request is larger than 102,400 bytes, possibly after the template was applied.
 *
 * @fix Make `env` or the command smaller; put large values into a volume or the image.
 */ // P-3, A-27
export class TooLargeError extends ApiError {
  override readonly code = "too_large";
}
/**
 * 422: the request does not match the platform's schema. The message lists every place.
 *
 * @fix Correct the places. If the preview of a stack did not find them, please report it.
 */
export class UnprocessableError extends ApiError {
  override readonly code = "unprocessable";
}
/**
 * 429: the rate limit is exhausted for longer than the client may wait.
 *
 * @fix Try again later, with a lower `--parallel`, or ask for a higher quota.
 */
export class RateLimitError extends ApiError {
  override readonly code = "rate_limited";
}
/**
 * 5xx: the platform kept failing through all retries.
 *
 * @done Unknown: the request may have been carried out.
 * @fix Run the operation again: a create is looked up before it is repeated.
 */
export class ServerError extends ApiError {
  override readonly code = "server_error";
}

type ApiErrorClass = new (request: string, details: ApiErrorDetails) => ApiError;

const known: Readonly<Record<number, { type: ApiErrorClass; advice: string | ((request: string) => string) }>> = {
  400: { type: BadRequestError, advice: (request) => `This request had no effect.${correction(request)}` },
  401: {
    type: AuthenticationError,
    advice: `This request had no effect. Correct the API key, which is apiKey or ${settingVariables.apiKey}.`,
  },
  402: { type: PaymentRequiredError, advice: "This request had no effect. Add balance or stop something that costs." },
  403: { type: PermissionError, advice: "This request had no effect. Use a key with this grant, or other hardware." },
  404: { type: NotFoundError, advice: "It does not exist, or this key can't see it." },
  405: { type: ApiError, advice: "This request had no effect. Check the configured addresses." },
  409: { type: ConflictError, advice: "This request had no effect. Wait for another status, or choose another name." },
  413: { type: TooLargeError, advice: "This request had no effect. Make the request smaller." },
  422: { type: UnprocessableError, advice: "This request had no effect. Correct the request." },
  429: { type: RateLimitError, advice: "This request had no effect. Try again later, or ask for a higher quota." },
};

/** A fault behind the interface, or a request that took too long: what became of it is open. */
const mayHaveDoneIt = (status: number) => status >= 500 || status === 408;

/** Only the platform knows that an object is gone. */
const knownOf = ({ status, isForeign }: Pick<ApiErrorDetails, "status" | "isForeign">) =>
  status === 404 && isForeign ? undefined : known[status];

function advice(request: string, details: Pick<ApiErrorDetails, "status" | "isForeign">): string {
  const { status } = details;
  if (mayHaveDoneIt(status)) return afterUnknownOutcome(request);
  if (status < 400) return `Redirects are not followed: ${notThePlatform}.`;
  const { advice: said = "Nothing is known to have been done." } = knownOf(details) ?? {};
  return typeof said === "string" ? said : said(request);
}

/** What can be done about a broken rule, by the request: only a deletion meets what is in use, and few objects have a place. */
function correction(request: string): string {
  if (request.startsWith("DELETE ")) return " Remove what uses the object.";
  if (/^POST \S+\/(?:cancel|retry)\//.test(request)) return "";
  const isPlaced = /^(?:POST|PATCH) (?:\/v\d)?\/(?:pods|clusters|network-?volumes|serverless)\b/.test(request);
  return ` Correct the request${isPlaced ? ", or choose another placement" : ""}.`;
}

export function apiError(request: string, details: ApiErrorDetails): ApiError {
  const type = knownOf(details)?.type ?? (details.status >= 500 ? ServerError : ApiError);
  return new type(request, details);
}

/** The answer to a request; undefined where the platform has no such object for this key (404). */
export async function unlessAbsent<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}

/** What is gone counts as deleted: a delete whose answer was lost and that is sent again meets a 404. */ // A-24, P-47
export async function absentIsDeleted(deletion: Promise<unknown>): Promise<void> {
  await unlessAbsent(deletion);
}
