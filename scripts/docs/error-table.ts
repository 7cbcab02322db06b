import { type ErrorEntry, nothing } from "./client-errors";

/** Waiting, and the life of a resource. */
export const resources: readonly ErrorEntry[] = [
  {
    code: "wait_timeout",
    name: "WaitTimeoutError",
    cause: "The resource did not become ready within the timeout.",
    done: "The resource is in the state.",
    fix: "Run `up` to keep waiting, raise `timeouts`, or wait for less with `waitFor`.",
  },
  {
    code: "wait_failed",
    name: "WaitFailedError",
    cause: "The resource can't become ready: its status is ERROR, EXITED or TERMINATED, or it is gone.",
    done: "The resource is in the state.",
    fix: "Read its logs, correct the program (a wrong image or credential leads to ERROR) and run `up`.",
  },
  {
    code: "data_loss_refused",
    name: "DataLossRefusedError",
    cause: "The change would replace the resource and destroy its data.",
    done: nothing,
    fix: 'Undo the change; or create a second resource, copy the data and remove this one; or set `dataLoss: "allow"`.',
  },
  {
    code: "initialization",
    name: "InitializationError",
    cause: "The resource was created or changed, and then failed or was late. The message gives the reason.",
    done: "The resource is in the state, and a pod is billed.",
    fix: "Fix the cause and run `up`, which goes on from there, or run `destroy`.",
  },
  {
    code: "replacement_unready",
    name: "ReplacementUnreadyError",
    cause:
      "A run with `--continue-on-error` replaced the resource, could not make the new object ready, and went on to delete the old one.",
    done: "The old object was not deleted. Both are in the state, and billed.",
    fix: "Correct what the new object failed with and run `up`, which deletes the old one once the new one is ready.",
  },
  {
    code: "no_capacity",
    name: "NoCapacityError",
    cause:
      "No alternative could be placed, and the catalog shows no stock. The message lists each with the platform's answer and its stock.",
    done: nothing,
    fix: "Allow more data centers, add alternatives, or keep trying with `waitForCapacity`.",
    rules: ["A-20", "P-14", "M-53"],
  },
  {
    code: "nothing_fits",
    name: "NothingFitsError",
    cause:
      "The catalog has no hardware that meets the program's need. The message says which member of it excludes how many types, and what comes closest.",
    done: nothing,
    fix: "Ask for less, allow a higher cost, or name the hardware by its id. A preview warns of it.",
    rules: ["K-10", "K-11"],
  },
  {
    code: "not_in_catalog",
    name: "NotInCatalogError",
    cause:
      "A GPU type, pool, CPU flavor or data center of the program does not exist. The message names the argument, what was probably meant, and those that exist.",
    done: nothing,
    fix: "Correct the id. A preview warns of it.",
    rules: ["CH-14", "P-14", "E-47", "V-14"],
  },
  {
    code: "unknown_reference",
    name: "UnknownReferenceError",
    cause: "The registry credential or the volume that the program names does not exist, or this key can't see it.",
    done: nothing,
    fix: "Correct the id that the message names.",
  },
  {
    code: "template_unfit",
    name: "TemplateUnfitError",
    cause:
      "The template that `templateId` names does not exist, or is serverless for a pod or a cluster, or not serverless for an endpoint.",
    done: nothing,
    fix: "Correct the id. A preview warns of it.",
    rules: ["P-36", "C-21", "E-33"],
  },
  {
    code: "credential_held",
    name: "CredentialHeldError",
    cause:
      "A pod, cluster or endpoint has a registry credential only through its template, and the program has that credential replaced, which no update of the template would reach.",
    done: "Nothing in a preview. An `up` without one has made the new credential, which stays in the state.",
    fix: "Give a pod or an endpoint the credential as its own `registry`; replace a cluster in the same `up` with `--replace`.",
    rules: ["P-34", "R-12", "R-14", "C-22"],
  },
  {
    code: "alternatives_refused",
    name: "AlternativesRefusedError",
    cause: "The platform refused every alternative although the catalog shows stock, so the request breaks a rule.",
    done: nothing,
    fix: "Correct what the answers name, or choose other hardware.",
  },
  {
    code: "hardware_forbidden",
    name: "HardwareForbiddenError",
    cause: "403 for every alternative: the key or the account may not use this hardware.",
    done: nothing,
    fix: "Ask for access, use another key, or choose other hardware.",
    rules: ["A-23"],
  },
  {
    code: "name_taken",
    name: "NameTakenError",
    cause:
      "Another registry credential, template or secret of the account has this name, and their names are unique. It may be the one that this very resource is to replace.",
    done: nothing,
    fix: "Choose another name, omit `name`, delete the other one, or manage it with `adopt`. A resource that is replaced needs the option `deleteBeforeReplace: true`, one that was renamed `aliases`.",
    rules: ["R-15", "T-24", "U-11"],
  },
  {
    code: "name_moves",
    name: "NameMovesError",
    cause:
      "Resources of the program exchange unique names, or an `AccountSecret` is to get a name that another one still has.",
    done: nothing,
    fix: "Run `up` twice, as the message says: first let go of the name, and then give it to the other resource.",
    rules: ["T-24", "U-11"],
  },
  {
    code: "pods_not_ready",
    name: "NotReadyError",
    cause:
      "Of the pods that a `Ready` or a `Fleet` waits for, some failed, ended, are gone or are late. The message names them.",
    done: "The pods are in the state and billed.",
    fix: "Read `compute logs`, correct the program, and run `up`, which starts, creates and waits again.",
  },
  {
    code: "rollout_stopped",
    name: "RolloutStoppedError",
    cause:
      "As many pods of a rollout as `maxUnavailable` allows did not come back after their change. The message names them, with their last log lines.",
    done: "The pods before this one were changed; this one was not.",
    fix: "Read `compute logs`, correct the program, and run `up`, which goes on with the rest.",
  },
  {
    code: "jobs_left",
    name: "JobsLeftError",
    cause: "The endpoint that is to be deleted or replaced has queued or running jobs.",
    done: "It was not deleted; a replacement is refused in the preview.",
    fix: 'Wait for the jobs and run the command again. To cancel them, set `jobLoss: "allow"` and run `up`, after which the endpoint can be deleted too.',
    rules: ["E-5"],
  },
  {
    code: "jobs_unknown",
    name: "JobsUnknownError",
    cause:
      "A QUEUE endpoint is to be deleted or replaced, and neither it nor `compute:queueUrl` says where to ask for unfinished jobs.",
    done: "It was not deleted.",
    fix: 'Set `COMPUTE_QUEUE_URL` and run the command again, or set `compute:queueUrl` and run `up` first. To go on without asking, set `jobLoss: "allow"` and run `up`.',
    rules: ["E-5"],
  },
  {
    code: "in_use",
    name: "InUseError",
    cause:
      "What is to be deleted is used by pods, clusters or endpoints that this run does not delete. The message names them.",
    done: "It was not deleted.",
    fix: "Delete those or point them to something else, in their own stack first, and run the command again without `--target` and `deleteBeforeReplace`. A cluster keeps the credential of its template: run `pulumi up --replace URN`.",
    rules: ["R-12", "T-22", "V-16", "C-22"],
  },
  {
    code: "stored_key_refused",
    name: "StoredKeyError",
    cause: "401 for the API key of the last `up`, which `refresh` and `destroy` use.",
    done: nothing,
    fix: "Run `pulumi up` once with the new key, or add `--run-program`.",
  },
  {
    code: "not_visible",
    name: "NotVisibleError",
    cause: "404 for an object last seen at another address or with another API key. It may be there and be billed.",
    done: "The object stays in the state.",
    fix: "Set address and key, or the `Provider`, as they were. If the object is really gone, run the command with the `COMPUTE_ACCEPT_MISSING` of the message.",
    rules: ["A-24"],
  },
  {
    code: "still_there",
    name: "StillThereError",
    cause:
      "The object was replaced because the platform said twice that it was gone, and it was there when the old one was to be deleted.",
    done: "The new one was made. The old one was not deleted, and is billed.",
    fix: "To keep it, take its entry out with `pulumi state delete` and use `adopt`. To delete it, run `pulumi refresh`, then `pulumi up`.",
  },
  {
    code: "over_limit",
    name: "LimitError",
    cause:
      "The program sets an argument for the first time on an object that exists, to a value beyond its limit. Whatever the object has already is valid.",
    done: nothing,
    fix: "Keep to the limit that the message names, or set what the object has.",
  },
  {
    code: "changed_meanwhile",
    name: "ChangedMeanwhileError",
    cause:
      "Somebody changed the object since the last read, and now only a replacement that was not planned could match the program.",
    done: nothing,
    fix: "Run `pulumi refresh` and `pulumi preview`, or declare what is there.",
  },
  {
    code: "lockout_refused",
    name: "LockoutRefusedError",
    cause: "The list of `AccountSshKeys` would take away the last key of somebody whose key it did not put there.",
    done: nothing,
    fix: 'Use `SshKey`; or add the key that the message names to `keys`; or set `lockout: "allow"`.',
  },
  {
    code: "keys_contested",
    name: "KeysContestedError",
    cause: "The account's SSH keys were written several times, and somebody else's list took their place each time.",
    done: "The list is as somebody else wrote it last.",
    fix: "Find out who else writes it, and run this again when that is done.",
    rules: ["U-3"],
  },
  {
    code: "keys_unconfirmed",
    name: "KeysUnconfirmedError",
    cause: "The account's SSH keys were written, and something failed before they could be read again.",
    done: "The list may be as the program wants it; the change is noted on this machine.",
    fix: "Fix what the message names and run `up` again; it checks the list before it changes anything.",
    rules: ["U-3"],
  },
  {
    code: "start_refused",
    name: "StartRefusedError",
    cause:
      "The platform refused to start a stopped pod, which starts only on its own host: the host has no free hardware.",
    done: "Earlier changes of the update stay, and the message names them.",
    fix: "Run `up` later, or replace the pod with `triggers` or `pulumi up --replace URN`, which loses its disks.",
    rules: ["P-44", "P-58", "P-63"],
  },
  {
    code: "pod_locked",
    name: "LockedError",
    cause: "The pod is locked, and has to be stopped, changed or deleted.",
    done: "It was not.",
    fix: "Set `locked: false` together with the change; before a delete, run `up` with it.",
    rules: ["P-46"],
  },
  {
    code: "create_unresolved",
    name: "UnresolvedCreateError",
    cause: "The answer to a create was lost, and the provider could not find out in time whether the object exists.",
    done: "The object may exist.",
    fix: "Run `up` on the same machine: it looks for the object before it creates another.",
  },
  {
    code: "run_unclear",
    name: "UnclearRunError",
    cause: "The answer to the submission of a `JobRun` was lost, and nobody can tell whether the job runs.",
    done: "The job may have been submitted once. It is not submitted again for the same arguments.",
    fix: "Look for its traces. To run it, perhaps twice, change `triggers`, or forget the attempt with `compute doctor --delete ID` and run `up`.",
    rules: ["A-31"],
  },
  {
    code: "spent",
    name: "SpentError",
    cause:
      "The job of a `JobRun` ended as FAILED, CANCELLED or TIMED_OUT, or the platform dropped it. The message has the job's error and the last log lines.",
    done: "The job ran as far as its status says. It is not in the state.",
    fix: "Correct the cause and run `up`, which submits the job anew.",
  },
  {
    code: "create_ambiguous",
    name: "AmbiguousCreateError",
    cause:
      "The answer to a create was lost, and an object has the name of your program. The platform doesn't show whether this create made it.",
    done: "It was not adopted.",
    fix: "If it is yours, adopt it by its id; otherwise delete it. Without `name` this can't happen.",
  },
  {
    code: "made_otherwise",
    name: "MadeOtherwiseError",
    cause: "An interrupted run made the object, and the program has been edited since.",
    done: "The object is in the state as it is.",
    fix: "Run `preview`: it shows what `up` would do about it.",
  },
  {
    code: "left",
    name: "LeftError",
    cause:
      "An earlier run made an object for this resource, and no state has it: the run was interrupted, or somebody kept the object on purpose.",
    done: "Nothing was created or changed; the message names the object, what it costs and when it was made.",
    fix: "To keep it, give the resource `adopt: { id }`. If nobody needs it, delete it. To leave it alone, run `compute doctor --let-go ID`. For stacks that only automation runs, set `compute:interrupted` to `take over`.",
    rules: ["A-31"],
  },
  {
    code: "attempt_misfit",
    name: "AttemptMisfitError",
    cause:
      "The journal names an object as made by an interrupted run, and its name or creation time differs, or another resource has taken it over since.",
    done: nothing,
    fix: "Adopt the object if it is yours; otherwise forget the attempt with `compute doctor --delete ID`.",
  },
  {
    code: "attempt_of_other_key",
    name: "OtherKeyError",
    cause:
      "A run with another API key began to create an object for the resource, and nobody can tell with the present key what became of it.",
    done: "Nothing was created.",
    fix: "Set the API key of that run, and `up` takes up what it began. If that key is gone, forget the attempt with `compute doctor --delete ID`.",
    rules: ["A-24", "A-31"],
  },
  {
    code: "journal_not_private",
    name: "JournalNotPrivateError",
    cause: "Other users can write to the journal's folder, or to a file in it.",
    done: nothing,
    fix: "Take that right away (`chmod go-w`), or set COMPUTE_JOURNAL_DIR to a folder of your own.",
  },
  {
    code: "journal_unusable",
    name: "JournalUnusableError",
    cause: "The folder of the journal is a file, or this user can't make or write it.",
    done: nothing,
    fix: "Set COMPUTE_JOURNAL_DIR to a folder that this user can write to.",
  },
  {
    code: "engine_gone",
    name: "EngineGoneError",
    cause: "The engine was killed before the provider had begun this create.",
    done: nothing,
    fix: "Run `up` again.",
  },
  {
    code: "adopt_refused",
    name: "AdoptRefusedError",
    cause:
      "`adopt` names an object that does not exist, a name that is not unique, an object that another resource manages, or one whose difference no update can remove.",
    done: nothing,
    fix: "Do what the message says: correct the id or name, or set the argument to the object's value.",
  },
  {
    code: "had_twice",
    name: "HadTwiceError",
    cause: "Another resource of the program has the object too, or adopts it.",
    done: "Nothing in a preview. In an `up`, the other resource may have adopted and changed the object.",
    fix: "Take one of the two out of the program, or out of the state with `pulumi state delete`. Use `aliases` for another name.",
  },
  {
    code: "import_pending",
    name: "ImportPendingError",
    cause:
      "With `--continue-on-error`, the CLI deletes the object of a resource whose option `import` names another one, also if that import failed.",
    done: "The object was not deleted.",
    fix: "Correct the id, or take the option out, and run `up`.",
  },
  {
    code: "other_kind",
    name: "OtherKindError",
    cause: "An alias gives a resource the state of an object of another kind.",
    done: "Nothing.",
    fix: "Take the alias out. To keep the object, declare it as what it is.",
  },
  {
    code: "adoption_pending",
    name: "AdoptionPendingError",
    cause:
      "The run is to delete an object that another resource adopts and does not have yet, because that one failed or goes second.",
    done: "The object was not deleted.",
    fix: "Correct the adopting resource, take `deleteBeforeReplace` out, and run `up`.",
  },
  {
    code: "import_refused",
    name: "ImportRefusedError",
    cause:
      "`pulumi import` or the option `import` names an object that does not exist, or a pod that belongs to a cluster.",
    done: nothing,
    fix: "Check the id, or import the cluster.",
  },
  {
    code: "cancelled",
    name: "CancelledError",
    cause: "The operation was cancelled while it waited. With dynamic resources such waits go on.",
    done: "What was made until then is in the state.",
    fix: "Run `up` to go on, or `refresh` to see what is there.",
  },
  {
    code: "called_off",
    name: "CalledOffError",
    cause: "The run was called off, or its program ended, before a step had made or changed anything.",
    done: nothing,
    fix: "Run `up` again.",
  },
  {
    code: "lookup_failed",
    name: "LookupError",
    cause: "A data source found no object, or several, for the `id` or `name`.",
    done: nothing,
    fix: "Pass exactly one of the two, and the `id` if the name is not unique.",
  },
];
