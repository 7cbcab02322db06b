/** One error as the reference page tells it. The code is stable; `tests/scripts` compares this table with the sources. */
export interface ErrorEntry {
  readonly code: string;
  /** The class in `pulumi-compute-platform/client`, or where else it comes from. */
  readonly name: string;
  readonly cause: string;
  /** What has happened on the platform by then. */
  readonly done: string;
  readonly fix: string;
  /** Of the contract. */
  readonly rules?: readonly string[];
}

export const nothing = "Nothing.";

/** What the platform answered. */
export const answers: readonly ErrorEntry[] = [
  {
    code: "bad_request",
    name: "BadRequestError",
    cause:
      "400: the request breaks a rule, the hardware is not available in the allowed data centers, or the object to be deleted is in use. The platform's message says which.",
    done: nothing,
    fix: "Correct the program, allow more data centers or another GPU type, or remove what uses the object.",
    rules: ["A-20"],
  },
  {
    code: "unauthenticated",
    name: "AuthenticationError",
    cause: "401: the API key is missing, wrong, expired or disabled.",
    done: nothing,
    fix: "Set the new key (`compute:apiKey` or `COMPUTE_API_KEY`) and run `up` once before `refresh` or `destroy`, which use the key of the last `up`.",
    rules: ["A-21"],
  },
  {
    code: "payment_required",
    name: "PaymentRequiredError",
    cause: "402: the account balance does not cover one hour, or the spending cap is reached.",
    done: nothing,
    fix: "Add balance, or stop something that is billed.",
    rules: ["A-22", "P-17", "P-19"],
  },
  {
    code: "forbidden",
    name: "PermissionError",
    cause: "403: the key may not do this, or the account may not use this hardware.",
    done: nothing,
    fix: "Use a key with the permission, or choose other hardware.",
    rules: ["A-23"],
  },
  {
    code: "not_found",
    name: "NotFoundError",
    cause: "404: the object does not exist, or this key cannot see it.",
    done: nothing,
    fix: "Run `refresh`, which takes it out of the state, and `up`, which makes it again. Check a `templateId`.",
    rules: ["A-24"],
  },
  {
    code: "conflict",
    name: "ConflictError",
    cause:
      "409: the action is not valid in the pod's status, the pod is locked or belongs to a cluster, or the name is taken.",
    done: nothing,
    fix: "Wait for the status, unlock the pod, change the cluster, or choose another name.",
    rules: ["A-26"],
  },
  {
    code: "too_large",
    name: "TooLargeError",
    cause: "413: the request is larger than 102,400 bytes, maybe after the template was applied.",
    done: nothing,
    fix: "Make `env` or the command smaller; put large values into a volume or the image.",
    rules: ["P-3"],
  },
  {
    code: "unprocessable",
    name: "UnprocessableError",
    cause: "422: the request does not match the platform's schema. The message lists every place.",
    done: nothing,
    fix: "Correct the places. If the preview of a stack did not find them, please report it.",
    rules: ["A-28"],
  },
  {
    code: "rate_limited",
    name: "RateLimitError",
    cause: "429: the rate limit is used up for longer than the client may wait.",
    done: nothing,
    fix: "Try again later, with a lower `--parallel`, or ask for a higher quota.",
    rules: ["A-29"],
  },
  {
    code: "server_error",
    name: "ServerError",
    cause: "5xx: the platform kept failing through all retries.",
    done: "Unknown: the request may have been carried out.",
    fix: "Run the operation again: a create is looked up before it is repeated.",
    rules: ["A-30"],
  },
  {
    code: "api_error",
    name: "ApiError",
    cause: "Any other status.",
    done: "Probably nothing.",
    fix: "Check the configured addresses; the message has the platform's answer.",
  },
];

/** Where no answer could be used. */
export const calls: readonly ErrorEntry[] = [
  {
    code: "connection",
    name: "ConnectionError",
    cause: "The connection was refused, reset or cut off.",
    done: "The message says whether the request was sent; if so, it may have been carried out.",
    fix: "Check the address and the network, then run the operation again.",
  },
  {
    code: "timeout",
    name: "TimeoutError",
    cause: "The connection or the answer did not come in time.",
    done: "As for `connection`.",
    fix: "Run the operation again: a create is looked up before it is repeated.",
  },
  {
    code: "proxy",
    name: "ProxyError",
    cause: "The proxy refuses the request: 407 for its user and password, 403 for the host.",
    done: "Nothing was sent.",
    fix: "Correct `HTTPS_PROXY` or `HTTP_PROXY`, or name the host in `NO_PROXY`: [Proxies](guides/settings.md#proxies).",
  },
  {
    code: "certificate",
    name: "CertificateError",
    cause:
      "The certificate of the host or proxy is not trusted, has expired or is for another name. The message names its issuer.",
    done: "Nothing was sent.",
    fix: "For an authority of your own network, set `NODE_EXTRA_CA_CERTS`: [Certificates](guides/settings.md#certificates).",
  },
  {
    code: "unawaited",
    name: "UnawaitedError",
    cause:
      "The engine had exited while a provider process that it started was still about to make a change, or the run was called off while a change waited for its turn.",
    done: "Nothing was sent.",
    fix: "Run the operation again: it takes up what the earlier run had begun.",
  },
  {
    code: "response_shape",
    name: "ResponseShapeError",
    cause: "The platform reported success, and the body does not match the contract. The message names the field.",
    done: "The request was carried out.",
    fix: "Check that the address is the platform's. Update the package, and report the problem if it persists.",
  },
  {
    code: "invalid_request",
    name: "InvalidRequestError",
    cause: "The request does not match the contract. The message lists every place.",
    done: "Nothing was sent.",
    fix: "Correct the places listed.",
  },
  {
    code: "configuration",
    name: "ConfigurationError",
    cause: "An address or the API key is missing or malformed.",
    done: nothing,
    fix: "The message lists every way to set it.",
  },
  {
    code: "job_failed",
    name: "JobFailedError",
    cause: "A serverless job ended as FAILED, CANCELLED or TIMED_OUT. The error holds the job.",
    done: "The job ran as far as its status says.",
    fix: "Read `job.error`. `retry()` queues a failed or timed-out job again; submit a cancelled one as new.",
    rules: ["J-12", "J-36"],
  },
];
