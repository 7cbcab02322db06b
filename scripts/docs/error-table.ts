import { type ErrorEntry, nothing } from "./client-errors";

/** Waiting, and the life of a resource. */
export const resources: readonly ErrorEntry[] = [
  {
    code: "wait_timeout",
    name: "WaitTimeoutError",
    cause: "The resource did not become ready within the timeout.",
    done: "The resource exists and is in the state, together with this error.",
    fix: "Run `up` again to keep waiting. Or raise `timeouts`, or wait for less with `waitFor`.",
  },
  {
    code: "wait_failed",
    name: "WaitFailedError",
    cause: "The resource can no longer become ready: its status is ERROR, EXITED or TERMINATED, or it is gone.",
    done: "The resource is in the state, together with this error; it exists unless it is gone.",
    fix: "Read its logs. A wrong image or credential leads to ERROR. Correct the program and run `up`.",
  },
  {
    code: "data_loss_refused",
    name: "DataLossRefusedError",
    cause: "The change would replace the resource and destroy the data on the old one.",
    done: nothing,
    fix: 'Change the argument back; or create a second resource, copy the data and remove this one; or set `dataLoss: "allow"` to lose the data.',
  },
  {
    code: "initialization",
    name: "InitializationError",
    cause:
      "Something failed after the platform had created or changed the resource: its status became ERROR, its process ended, it did not become ready in time, or a later call failed. The message gives the reason.",
    done: "The resource exists and is in the state. A pod is billed.",
    fix: "Fix the cause and run `up` again: it continues from there, even if your program did not change. Or run `destroy`.",
  },
  {
    code: "replacement_unready",
    name: "ReplacementUnreadyError",
    cause:
      "A run with `--continue-on-error` replaced the resource, could not make the new object ready, and went on to delete the old one.",
    done: "The old object was not deleted. Both are in the state, and both are billed if the resource costs anything.",
    fix: "Correct what the new object failed with and run `up` again. It deletes the old one once the new one is ready.",
  },
  {
    code: "no_capacity",
    name: "NoCapacityError",
    cause:
      "None of the alternatives could be placed, and according to the catalog capacity is the reason. The message lists every alternative with the platform's answer and its current stock.",
    done: nothing,
    fix: "Allow more data centers, add alternatives to `gpu`, `cpu` or `compute`, or keep trying with `waitForCapacity`.",
    rules: ["A-20", "P-14", "M-53"],
  },
  {
    code: "alternatives_refused",
    name: "AlternativesRefusedError",
    cause: "The platform refused every alternative although the catalog shows capacity, so the request breaks a rule.",
    done: nothing,
    fix: "Correct what the platform's answers name, or choose other hardware.",
  },
  {
    code: "hardware_forbidden",
    name: "HardwareForbiddenError",
    cause: "403 for every alternative: the key or the account may not use this hardware.",
    done: nothing,
    fix: "Check that the key may create resources, ask for access to this hardware, or choose other hardware.",
    rules: ["A-23"],
  },
  {
    code: "name_taken",
    name: "NameTakenError",
    cause:
      "Another registry credential, template or secret of the account has this name, and their names are unique. It may be what this very resource has so far, where the engine makes a replacement first (`--replace`, a taint), or that of a resource that was renamed without an alias.",
    done: nothing,
    fix: "Choose another name, omit `name`, delete the other one, or manage it with `adopt`. Where this stack has the other one: give a resource that is replaced the option `deleteBeforeReplace: true`, and one that was renamed `aliases`; a name that another resource is to give up is free from the next `up` on.",
    rules: ["R-15", "T-24", "U-11"],
  },
  {
    code: "name_moves",
    name: "NameMovesError",
    cause:
      "Resources of the program exchange unique names, or an `AccountSecret` is to get a name that another one of the program still has: no order of steps gets there in one run.",
    done: nothing,
    fix: "Run `up` twice, as the message says: first let go of the name, and then give it to the other resource.",
    rules: ["T-24", "U-11"],
  },
  {
    code: "pods_not_ready",
    name: "NotReadyError",
    cause:
      "Of the pods that a `Ready` or a `Fleet` waits for, some failed, ended, are gone, or need longer than `timeouts` allows. The message names them.",
    done: "The pods are in the state, and those that exist are billed.",
    fix: "Look at the logs (`compute logs`), correct the program, and run `up` again: it starts those that stopped, creates those that are gone, and waits again.",
  },
  {
    code: "rollout_stopped",
    name: "RolloutStoppedError",
    cause:
      "Of the pods that roll together, as many as `maxUnavailable` allows did not come back after their change. The message names them, and tells once what they logged last.",
    done: "The pod that the message is about was not changed; those before it were.",
    fix: "Look at what those pods logged (`compute logs` has all of it), correct the program, and run `up` again: it goes on with the rest.",
  },
  {
    code: "jobs_left",
    name: "JobsLeftError",
    cause: "The endpoint that is to be deleted or replaced has queued or running jobs, which would be cancelled.",
    done: "It was not deleted. A replacement is refused in the preview, before another endpoint is made.",
    fix: 'Wait until the jobs are done and run the same command again. To cancel them, set `jobLoss: "allow"` and run `up`: if that `up` replaces the endpoint, the jobs are cancelled with it; afterwards the endpoint can be deleted too.',
    rules: ["E-5"],
  },
  {
    code: "jobs_unknown",
    name: "JobsUnknownError",
    cause:
      "A QUEUE endpoint is to be deleted or replaced, and the address of its queue is not set: nothing tells whether that would cancel jobs.",
    done: "It was not deleted.",
    fix: 'Set `COMPUTE_QUEUE_URL` and run the same command again, or set `compute:queueUrl` and run `up` first. To go on without asking, set `jobLoss: "allow"` and run `up`, after which the endpoint can be deleted too.',
    rules: ["E-5"],
  },
  {
    code: "in_use",
    name: "InUseError",
    cause:
      "A volume, credential or template is still used by pods, clusters or endpoints that this run does not delete. The message names them.",
    done: "It was not deleted.",
    fix: "Delete those or point them to something else, and run the same command again: without `--target` where they belong to this stack, and in their own stack first where they belong to another one. In a replacement, don't use the option `deleteBeforeReplace`, so that they are pointed to the new object before the old one is deleted. A cluster keeps the credential of its template: have the cluster replaced, with `pulumi up --replace URN`. If what uses it was replaced and waits for its own deletion, as can be after a move between the dynamic classes and the plugin, `pulumi up --continue-on-error` deletes that, and the next `up` what it used.",
    rules: ["R-12", "T-22", "V-16", "C-22"],
  },
  {
    code: "stored_key_refused",
    name: "StoredKeyError",
    cause:
      "401 for the API key that the engine passed on. Refresh and destroy use the configuration stored by the last `up`, so after a rotation they send the old key.",
    done: nothing,
    fix: "Run `pulumi up` once with the new key, or add `--run-program` to refresh or destroy.",
  },
  {
    code: "not_visible",
    name: "NotVisibleError",
    cause:
      "404 for an object that state says was last seen at another address, or with another API key. A platform answers 404 for objects of another account too, so it may be there and be billed.",
    done: "Nothing. The object stays in the state.",
    fix: "Set `compute:apiUrl` and `compute:apiKey`, or the provider of the resource, as they were; refresh and destroy use those that the last `up` stored, unless you add `--run-program`. If the object is really gone, set `COMPUTE_ACCEPT_MISSING` to what the message says and run the same again.",
    rules: ["A-24"],
  },
  {
    code: "still_there",
    name: "StillThereError",
    cause:
      "The object was replaced because the platform answered twice that it was gone, and it was there after all when the old one was to be deleted.",
    done: "The new one was made. The old one was not deleted, and is billed.",
    fix: "To keep it, take its entry out of the state with `pulumi state delete` and use `adopt`. To delete it, run `pulumi refresh` and then `pulumi up`.",
  },
  {
    code: "changed_meanwhile",
    name: "ChangedMeanwhileError",
    cause:
      "Somebody changed the object after it was last read, so that now only a replacement could match the program, and the plan did not include one. For example, a disk was grown by hand beyond the size in the program.",
    done: nothing,
    fix: "Run `pulumi refresh` and look at what `pulumi preview` says then; or declare what is there.",
  },
  {
    code: "lockout_refused",
    name: "LockoutRefusedError",
    cause: "The list of `AccountSshKeys` would take away the last key of somebody whose key it did not put there.",
    done: nothing,
    fix: 'Use `SshKey`, which leaves other keys alone; or add the key that the message names to `keys` (deleting the `AccountSshKeys` then removes that key too); or set `lockout: "allow"`.',
  },
  {
    code: "keys_contested",
    name: "KeysContestedError",
    cause:
      "The account's SSH keys were written several times, and each time somebody else's list took their place. The platform knows only the whole list.",
    done: "The list is as somebody else wrote it last.",
    fix: "Find out who else writes it, such as a stack with `AccountSshKeys` or a script, and run this again when it is done.",
    rules: ["U-3"],
  },
  {
    code: "keys_unconfirmed",
    name: "KeysUnconfirmedError",
    cause:
      "The account's SSH keys were written, and something failed before the provider could read them again: the key was withdrawn, the network went away, or the run was cancelled.",
    done: "The list may be as the program wants it. What this run was about to change is noted on this machine.",
    fix: "Mend what the message names, and run `up` again: it looks at the list before it changes anything.",
    rules: ["U-3"],
  },
  {
    code: "start_refused",
    name: "StartRefusedError",
    cause:
      "The platform refused to start a stopped pod: its host has no free hardware, and a pod starts only on its own host.",
    done: "What the update had changed before that stays changed, and the message names it. The pod stays stopped.",
    fix: "Run `up` again later; or replace the pod, which then finds another host: change `triggers`, or run `pulumi up --replace URN`. A replacement loses the container disk and a persistent disk.",
    rules: ["P-44", "P-58", "P-63"],
  },
  {
    code: "pod_locked",
    name: "LockedError",
    cause:
      "The pod is locked and has to be stopped, but the program does not unlock it; or the platform refused to change or delete a locked pod.",
    done: "The pod was not stopped, changed or deleted.",
    fix: "Set `locked: false` together with the change, and lock the pod again afterwards. Before a delete, set `locked: false` and run `up`.",
    rules: ["P-46"],
  },
  {
    code: "create_unresolved",
    name: "UnresolvedCreateError",
    cause:
      "The answer to a create was lost, and the provider could not find out in time whether the object was created.",
    done: "The object may exist. The create was not repeated.",
    fix: "Run `up` again on the same machine: it looks for the object before it creates another one.",
  },
  {
    code: "run_unclear",
    name: "UnclearRunError",
    cause:
      "The answer to the submission of a `JobRun` was lost. The platform does not list jobs and has no idempotency keys, so nobody can tell whether the job runs. Only the journal remembers it: CI has to keep the folder of `COMPUTE_JOURNAL_DIR` between runs.",
    done: "The job may have been submitted once. It is not submitted again for the same arguments.",
    fix: "Look for its traces. To run it, perhaps for the second time, change `triggers` or another argument, or forget the attempt with `compute doctor --delete ID` and run `up`.",
    rules: ["A-31"],
  },
  {
    code: "spent",
    name: "SpentError",
    cause:
      "The job of a `JobRun` ended as FAILED, CANCELLED or TIMED_OUT, or the platform dropped it before it ended. The message has the job's error and the last lines of its worker's log.",
    done: "The job ran as far as its status says. It is not in the state.",
    fix: "Correct the cause and run `up` again: it submits the job anew.",
  },
  {
    code: "create_ambiguous",
    name: "AmbiguousCreateError",
    cause:
      "The answer to a create was lost, and an object has the name that your program gives. For a credential, a secret or a delegation, the platform doesn't show whether this create made it.",
    done: "It may be yours; it was not adopted.",
    fix: "If it is yours, adopt it by its id; if it isn't needed, delete it. If you omit `name`, this can't happen.",
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
    fix: "Adopt the object if it is yours; otherwise forget the attempt with `compute doctor --delete ID`.",
  },
  {
    code: "attempt_taken",
    name: "AttemptTakenError",
    cause:
      "An interrupted run made an object for the resource, and another resource, maybe of another stack, has imported or adopted it since, on this machine.",
    done: nothing,
    fix: "If that resource is to keep the object, forget the attempt with `compute doctor --delete ID`, which deletes nothing then. If no state has it, as after an import that was only previewed, adopt it.",
  },
  {
    code: "attempt_not_visible",
    name: "AttemptNotVisibleError",
    cause:
      "An interrupted run made an object for the resource with another API key, and the platform answers the present key with 404. The object may be in another account.",
    done: nothing,
    fix: "Set the API key of that run: with it `up` takes the object over. If the object is really gone, run the command again with the `COMPUTE_ACCEPT_MISSING` that the message gives.",
    rules: ["A-24", "A-31"],
  },
  {
    code: "journal_not_private",
    name: "JournalNotPrivateError",
    cause: "Other users can write to the folder of the journal, or to a file in it.",
    done: nothing,
    fix: "Take away everybody else's right to write (`chmod go-w`), or set COMPUTE_JOURNAL_DIR to a folder of your own.",
  },
  {
    code: "journal_unusable",
    name: "JournalUnusableError",
    cause: "The folder of the journal is a file, or can't be made or written by this user.",
    done: nothing,
    fix: "Set COMPUTE_JOURNAL_DIR to a folder that the user who runs the program can write to.",
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
      "`adopt` names an object that does not exist, a name that is not unique, an object that another resource manages, or an object whose difference from the program no update can remove.",
    done: nothing,
    fix: "Do what the message says: correct the id or name, or set the argument to the object's value.",
  },
  {
    code: "had_twice",
    name: "HadTwiceError",
    cause:
      "Another resource of the program has the object too, or adopts it: whichever of the two went, would delete it for both.",
    done: "Nothing, in a preview. In an `up`, the other resource may have adopted the object already, and changed it to match its own arguments.",
    fix: "Take one of the two out of the program; if the state has both, `pulumi state delete` takes one out. Use `aliases` to give a resource another name, and `pulumi state move` to move it to another stack.",
  },
  {
    code: "import_pending",
    name: "ImportPendingError",
    cause:
      "With `--continue-on-error`, the CLI deletes the object of a resource for which the option `import` names another one, also where that import has failed.",
    done: "The object was not deleted.",
    fix: "Correct the id that the option names, or take the option out, and run `up` again.",
  },
  {
    code: "other_kind",
    name: "OtherKindError",
    cause: "An alias gives a resource the state of an object of another kind, as of a volume to a pod.",
    done: "Nothing.",
    fix: "Take the alias out of the options of the resource. To keep the object, declare it as what it is.",
  },
  {
    code: "adoption_pending",
    name: "AdoptionPendingError",
    cause:
      "The run is to delete an object that another resource of the program adopts and does not have yet: that one has failed and the run goes on (`--continue-on-error`), or the object is deleted before its replacement is made (`deleteBeforeReplace`).",
    done: "The object was not deleted.",
    fix: "Correct what the adopting resource failed with, take `deleteBeforeReplace` out, and run `up` again.",
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
    cause: "The operation was cancelled while it waited for an object. Only the plugin is told so at the first Ctrl-C.",
    done: "What was made until then is in the state.",
    fix: "Run `up` to go on, or `refresh` to see what is there.",
  },
  {
    code: "lookup_failed",
    name: "LookupError",
    cause: "A data source found no object, or several, for the given `id` or `name`.",
    done: nothing,
    fix: "Pass exactly one of `id` and `name`. Pass the `id` if the name is not unique.",
  },
];
