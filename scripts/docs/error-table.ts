/** One error as the reference page tells it. The code is stable; `tests/scripts` compares this table with the sources. */
export interface ErrorEntry {
  readonly code: string;
  /** The class in `pulumi-compute-platform/client`, or where else it comes from. */
  readonly name: string;
  readonly cause: string;
  /** What has happened on the platform by then. */
  readonly done: string;
  readonly fix: string;
}

const nothing = "Nothing.";

/** What the platform answered. */
export const answers: readonly ErrorEntry[] = [
  {
    code: "bad_request",
    name: "BadRequestError",
    cause:
      "400: a rule between fields is broken, the hardware is not free in the data centers allowed, or what is to be deleted is in use. The platform's sentence says which (A-20).",
    done: nothing,
    fix: "Correct the program; or allow more data centers or another GPU type; or remove what still uses it.",
  },
  {
    code: "unauthenticated",
    name: "AuthenticationError",
    cause:
      "401: no API key, or one that is wrong, expired or disabled (A-21). Refresh and destroy use the key of the last `up`: after a rotation they meet the old one.",
    done: nothing,
    fix: "Set the new key (`compute:apiKey` or `COMPUTE_API_KEY`) and run `up` once; then refresh or destroy.",
  },
  {
    code: "payment_required",
    name: "PaymentRequiredError",
    cause: "402: the balance does not cover an hour, or the spending cap is reached (A-22, P-17, P-19).",
    done: nothing,
    fix: "Add balance, or stop something that costs. No other placement will succeed.",
  },
  {
    code: "forbidden",
    name: "PermissionError",
    cause: "403: the key may not do this, or the account may not use this pool of hardware (A-23).",
    done: nothing,
    fix: "Use a key with that grant, or other hardware.",
  },
  {
    code: "not_found",
    name: "NotFoundError",
    cause: "404: it does not exist, or this key cannot see it (A-24).",
    done: nothing,
    fix: "In a stack: `refresh` takes it out of the state, `up` makes it again. A `templateId`: check it.",
  },
  {
    code: "conflict",
    name: "ConflictError",
    cause:
      "409: not valid for the present status, the pod is locked, it belongs to a cluster, or the name is taken (A-26).",
    done: nothing,
    fix: "Wait for another status, unlock it, go through the cluster, or choose another name.",
  },
  {
    code: "too_large",
    name: "TooLargeError",
    cause: "413: the request is above 102,400 bytes, perhaps only after its template was filled in (P-3).",
    done: nothing,
    fix: "Make `env` or the command smaller; put large values into a volume or the image.",
  },
  {
    code: "unprocessable",
    name: "UnprocessableError",
    cause: "422: the platform's schema does not allow it (A-28); each place is listed.",
    done: nothing,
    fix: "Correct the places listed. Inside a stack `check` finds these first: please report one that it missed.",
  },
  {
    code: "rate_limited",
    name: "RateLimitError",
    cause: "429: a rate window is used up for longer than the limiter may wait (A-29).",
    done: nothing,
    fix: "Try again later, run with less `--parallel`, or ask for a higher quota.",
  },
  {
    code: "server_error",
    name: "ServerError",
    cause: "5xx: a fault behind the interface that outlasted the retries (A-30).",
    done: "Unknown: it may have been carried out.",
    fix: "Run the operation again; a create is looked up before it is repeated.",
  },
  {
    code: "api_error",
    name: "ApiError",
    cause: "Any other status.",
    done: "Nothing is known to have been done.",
    fix: "Check the configured addresses; the platform's sentence is in the message.",
  },
];

/** Where no answer could be used. */
export const calls: readonly ErrorEntry[] = [
  {
    code: "connection",
    name: "ConnectionError",
    cause: "The connection was refused, reset or cut off.",
    done: "The message says whether the request was sent. If so, it may have been carried out.",
    fix: "Check the address and the network, then run the operation again.",
  },
  {
    code: "timeout",
    name: "TimeoutError",
    cause: "No connection, no answer, or no end of the answer in time.",
    done: "As for `connection`.",
    fix: "Run the operation again; a create is looked up before it is repeated.",
  },
  {
    code: "response_shape",
    name: "ResponseShapeError",
    cause: "A success whose body is not what the contract says. The message names the field.",
    done: "What was asked for.",
    fix: "Check that the address is the platform's, and not a proxy's. Update the package; report it if it persists.",
  },
  {
    code: "invalid_request",
    name: "InvalidRequestError",
    cause: "The request does not match the contract; all places are listed.",
    done: "Nothing was sent.",
    fix: "Correct the places listed.",
  },
  {
    code: "configuration",
    name: "ConfigurationError",
    cause: "An address or the API key is missing, or cannot be right.",
    done: nothing,
    fix: "The message lists all the ways to set it: stack configuration, environment, option of the client.",
  },
  {
    code: "job_failed",
    name: "JobFailedError",
    cause: "A serverless job ended FAILED, CANCELLED or TIMED_OUT (J-12). The error carries the job.",
    done: "The job ran as far as it says; its result, if any, is kept for a while (J-36).",
    fix: "Read `job.error`. `retry()` queues a failed or timed-out job again; submit a cancelled one anew.",
  },
];

/** Waiting, and the life of a resource. */
export const resources: readonly ErrorEntry[] = [
  {
    code: "wait_timeout",
    name: "WaitTimeoutError",
    cause: "It did not become ready within the time given.",
    done: "It exists, and is in the state with this reason.",
    fix: "Run `up` again: it goes on waiting. Or raise `timeouts`, or ask for less with `waitFor`.",
  },
  {
    code: "wait_failed",
    name: "WaitFailedError",
    cause: "It cannot become ready any more: it went to ERROR, EXITED or TERMINATED, or is gone.",
    done: "It exists, unless it is gone, and is in the state with this reason.",
    fix: "Look at its logs. A wrong image or credential shows as ERROR. Then change the program and run `up`.",
  },
  {
    code: "data_loss_refused",
    name: "DataLossRefusedError",
    cause: "The change needs a new resource, and the old one holds data that would be destroyed.",
    done: nothing,
    fix: 'Put the field back; or make a second resource, copy the data, and drop this one; or set `dataLoss: "allow"`.',
  },
  {
    code: "initialization",
    name: "InitializationError",
    cause:
      "Something went wrong after the platform had made or changed the resource: it went to ERROR, ended, did not become ready in time, or a later call failed. The reason follows.",
    done: "The resource exists and is in the state; a pod bills.",
    fix: "Mend the reason and run `up` again: it goes on from there, even if nothing differs. Or `destroy`.",
  },
  {
    code: "no_capacity",
    name: "NoCapacityError",
    cause:
      "None of the alternatives could be placed, and as far as the catalog tells for lack of capacity (A-20, P-14, M-53). The message lists each with the platform's sentence and what the catalog shows.",
    done: nothing,
    fix: "Allow more data centers, add alternatives to `gpu`, `cpu` or `compute`, or give it time with `waitForCapacity`.",
  },
  {
    code: "alternatives_refused",
    name: "AlternativesRefusedError",
    cause: "None of several alternatives was taken, and the catalog does not show lack of capacity: a rule is broken.",
    done: nothing,
    fix: "Correct what the platform's sentences name, or choose other hardware.",
  },
  {
    code: "hardware_forbidden",
    name: "HardwareForbiddenError",
    cause: "403 for each of several alternatives: the key or the account may not use them (A-23).",
    done: nothing,
    fix: "Check that the key may create, ask for access to this hardware, or choose other hardware.",
  },
  {
    code: "name_taken",
    name: "NameTakenError",
    cause: "Another registry credential bears the name, and names are unique (R-15).",
    done: nothing,
    fix: "Choose another name, leave `name` out, delete the other one, or take it over with `adopt`.",
  },
  {
    code: "in_use",
    name: "InUseError",
    cause:
      "A volume or credential is still used by something that this run does not delete (R-12, V-16). The message names the pods.",
    done: "It was not deleted.",
    fix: "Delete what uses it, or point it at something else, and run the same again. In a replacement, leave the option `deleteBeforeReplace` out: users are pointed at the new one before the old one goes.",
  },
  {
    code: "stored_key_refused",
    name: "StoredKeyError",
    cause:
      "401 for the API key that the engine handed over. Refresh and destroy use the configuration that the last `up` stored, so after a rotation they meet the old key.",
    done: nothing,
    fix: "Run `pulumi up` once with the new key, or add `--run-program` to refresh or destroy.",
  },
  {
    code: "pod_locked",
    name: "LockedError",
    cause:
      "The pod is locked, has to be stopped, and the program does not unlock it (P-46); or the platform refused to delete a locked pod.",
    done: "It was not stopped, or not deleted.",
    fix: 'Set `locked: false` together with `desiredStatus: "EXITED"`; lock it again afterwards. Before a delete: `locked: false` and `up` first.',
  },
  {
    code: "create_unresolved",
    name: "UnresolvedCreateError",
    cause: "The answer to a create was lost, and what became of it could not be found out in time.",
    done: "It may exist. Nothing was repeated.",
    fix: "Run `up` again on the same machine: it looks for the object before it makes another.",
  },
  {
    code: "create_ambiguous",
    name: "AmbiguousCreateError",
    cause:
      "The answer to a create was lost, and an object bears the name that the program gave. Of a credential nothing tells whether this create made it.",
    done: "It may be yours; it was not adopted.",
    fix: "If it is yours, adopt it by its id; if nobody wants it, delete it. Names left out cannot be ambiguous.",
  },
  {
    code: "made_otherwise",
    name: "MadeOtherwiseError",
    cause: "An interrupted run made the object, and the program has been edited since.",
    done: "The object is in the state as what it is. Nothing was changed.",
    fix: "Run `preview`: it shows what `up` would do about it, with every refusal in force.",
  },
  {
    code: "attempt_misfit",
    name: "AttemptMisfitError",
    cause: "The journal names an object as made by an interrupted run, and its name or creation time is another.",
    done: nothing,
    fix: "Adopt the object if it is yours; otherwise forget the attempt with `compute doctor --delete`.",
  },
  {
    code: "journal_not_private",
    name: "JournalNotPrivateError",
    cause: "Other users can write to the folder of the journal, or to a file in it.",
    done: nothing,
    fix: "Take away everybody else's right to write (`chmod go-w`), or set COMPUTE_JOURNAL_DIR to a folder of your own.",
  },
  {
    code: "engine_gone",
    name: "EngineGoneError",
    cause: "The engine was killed while its provider still had creates to begin.",
    done: nothing,
    fix: "Run `up` again.",
  },
  {
    code: "adopt_refused",
    name: "AdoptRefusedError",
    cause:
      "`adopt` names an object that does not exist, that several fit, that another resource has, or that differs from the program in a way that no update changes.",
    done: nothing,
    fix: "Do what the message says: correct the id or name, or declare the argument as the object has it.",
  },
  {
    code: "lookup_failed",
    name: "LookupError",
    cause: "A data source was asked for an object in a way that fits none or several.",
    done: nothing,
    fix: "Give exactly one of `id` and `name`; give the `id` where several bear the name.",
  },
];

/** The local engine's own. They are thrown as `EngineError`. */
export const engine: readonly ErrorEntry[] = [
  {
    code: "unsupported",
    name: "EngineError",
    cause: "Program, project or state ask for something that the local engine does not do; the message names it.",
    done: nothing,
    fix: "Use the Pulumi CLI for it; it takes over the stack as it is.",
  },
  {
    code: "locked",
    name: "EngineError",
    cause: "Another process works on the stack, or was killed while it did.",
    done: nothing,
    fix: "Wait for it; if it is dead, `compute cancel` (or `pulumi cancel`).",
  },
  {
    code: "passphrase",
    name: "EngineError",
    cause: "The passphrase is missing or wrong.",
    done: nothing,
    fix: "Set `PULUMI_CONFIG_PASSPHRASE` or `PULUMI_CONFIG_PASSPHRASE_FILE`.",
  },
  {
    code: "project",
    name: "EngineError",
    cause: "Pulumi.yaml, the stack's configuration or the state file is missing or malformed.",
    done: nothing,
    fix: "The message names the file and the place.",
  },
  {
    code: "invalid",
    name: "EngineError",
    cause:
      "The program asks for something that makes no sense: a URN twice, a failed check, the removal of something protected.",
    done: "What was done before the message.",
    fix: "Correct the program; run `up` again.",
  },
  {
    code: "state",
    name: "EngineError",
    cause: "The state does not hold together, or would not after this step; it is not written.",
    done: "The state file is as it was.",
    fix: "`compute stack export`, repair, `compute stack import`. Backups are next to the state file.",
  },
  {
    code: "provider",
    name: "EngineError",
    cause: "The provider host could not be started, ended, or broke its protocol.",
    done: "The message says which step was running.",
    fix: "Install the package where the program is. Run `refresh`, then `up`.",
  },
  {
    code: "terminated",
    name: "EngineError",
    cause: "The caller gave up on a running operation (a second Ctrl-C).",
    done: "Steps that had ended are in the state; those that were running are there as pending and may still complete.",
    fix: "Run `refresh`, then `up`.",
  },
];
