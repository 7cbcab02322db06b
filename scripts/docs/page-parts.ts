import type { Resource } from "../../provider/table/resource";

/** The parts of a resource's page beyond its declaration. */
export interface PageParts {
  /** Why a field can't change in place, where nothing more particular is known. */
  readonly whyReplaced: string;
  /** What happens when somebody changes the object behind Pulumi's back; what holds for every kind is on the page they share. */
  readonly drift: readonly (readonly [what: string, found: string, mended: string])[];
  /** Codes that are met with this kind, of those in `errors-page`, beside those of every kind. */
  readonly errors: readonly string[];
  /** Anything about taking over an existing object that holds for this kind alone. */
  readonly adopting: string;
}

export const parts: Readonly<Record<Resource["kind"], PageParts>> = {
  Pod: {
    whyReplaced: "the platform can't change it on an existing pod",
    drift: [
      [
        "stopped, or its process ended",
        "`desiredStatus`: EXITED; nothing with `runToCompletion`, once the pod has run",
        "starts it on the same host",
      ],
      ["in ERROR", "`desiredStatus`: EXITED, with the output `status`: ERROR", "starts it again"],
      [
        "edited: image, command, disk, env, ports, registry, mount path, lock",
        "the argument, if your program sets it",
        "restores your value; the container restarts if the argument requires it",
      ],
      [
        "its persistent disk was enlarged",
        "`mounts.persistent.size`",
        'a disk can\'t shrink, so this would replace the pod and destroy the data: set the new size in your program, or set `dataLoss: "refuse"` beforehand',
      ],
    ],
    errors: [
      ...["no_capacity", "nothing_fits", "alternatives_refused", "hardware_forbidden"],
      ...["payment_required", "initialization"],
      ...["wait_timeout", "wait_failed", "pod_locked", "start_refused", "data_loss_refused"],
    ],
    adopting: "A cluster's members cannot be adopted: adopt the cluster instead.",
  },
  Cluster: {
    whyReplaced: "the platform can't change it on an existing cluster",
    drift: [
      [
        "a member failed",
        "the output `pods`; not drift, because members can't be restarted one by one",
        "nothing; `up --replace URN` replaces the cluster",
      ],
    ],
    errors: [
      ...["no_capacity", "nothing_fits", "alternatives_refused", "hardware_forbidden"],
      ...["payment_required", "initialization"],
      ...["wait_timeout", "wait_failed", "data_loss_refused"],
    ],
    adopting:
      "The platform does not report a cluster's image, command, env, ports and mounts, so they are assumed to match your program.",
  },
  NetworkVolume: {
    whyReplaced: "the platform can't change it on an existing volume",
    drift: [
      ["enlarged", "`size`", "refuses, because shrinking would destroy the data: set the new size in your program"],
      ["deleted", "removed from the state; the data is gone", "creates an empty volume"],
    ],
    errors: ["data_loss_refused", "in_use", "bad_request"],
    adopting: "A `size` smaller than the volume's is refused: set its actual size or a larger one.",
  },
  RegistryCredential: {
    whyReplaced: "the platform can't update credentials",
    drift: [
      ["deleted", "removed from the state", "creates it again and points the pods to it"],
      ["changed in any other way", "nothing: the platform can't update credentials", "nothing"],
    ],
    errors: ["name_taken", "in_use", "bad_request"],
    adopting:
      "The platform never reports the user name and the password, so they are assumed to match your program. A credential can't be renamed: set the name it has, or omit `name`.",
  },
  SshKey: {
    whyReplaced: "another key is another line",
    drift: [
      ["removed from the account", "removed from the state", "adds it again"],
      ["given another comment", "`publicKey`", "restores your line"],
      ["other keys were added or removed", "nothing: they are not this resource's", "nothing"],
    ],
    errors: ["keys_contested", "keys_unconfirmed", "forbidden"],
    adopting:
      "A key that the account has already is taken over: declare it, and nothing is sent. Deleting the resource then removes the key.\n\nSo declare a key in one stack only, and once in its program: a preview refuses a key that two resources declare. A key that another state of the same folder has stays. If the states of two stacks are elsewhere, destroying the stack that declared it last removes the key for both on one machine, and destroying either does so on two. The other stack notices at its next `refresh`, and its next `up` adds the key again. The preview warns only if a run on this machine, with the same API key, added the key for the other stack; keys carry no owner.\n\nThe platform has only one request for keys, which replaces the whole list, and no conditional requests. All changes of one `up` therefore go together; each is read, written, and read again a second or two later, and written again where somebody else's list has taken its place. Two stacks that change keys at the same time end up with both keys. One race remains: somebody reads the list before our write and writes it back more than two seconds later. `refresh` notices a key lost this way, and the next `up` adds it again.",
  },
  AccountSshKeys: {
    whyReplaced: "the list is changed in place",
    drift: [
      [
        "a key was added",
        "`keys`",
        'removes it; refuses where it is the last one of its owner, unless the program says `lockout: "allow"`',
      ],
      ["a key was removed", "`keys`", "adds it again"],
    ],
    errors: ["lockout_refused", "keys_contested", "keys_unconfirmed", "forbidden"],
    adopting:
      "There is always a list, so a create takes over the one that is there: what your program lists as well stays, the rest is removed, and the preview says which keys those are. Deleting the resource removes the keys that it set last and leaves those that others have added since.\n\nThe list is written as `SshKey` writes it, and with the same limits: the platform has no way of changing a list only if nobody else has.",
  },
  Endpoint: {
    whyReplaced: "the platform can't change it on an existing endpoint",
    drift: [
      ["edited: hardware, container, scaling, volumes", "the argument, if your program sets it", "restores your value"],
      [
        "its `workers` were changed, by somebody or by the platform because nobody used it",
        "`workers.min`, `workers.max`, `workers.idleTimeout`, if your program sets `workers`",
        "restores all three",
      ],
      ["workers came and went", "nothing: that is what they are for", "nothing"],
    ],
    errors: ["jobs_left", "jobs_unknown", "variables_unreported", "wait_timeout", "wait_failed", "payment_required"],
    adopting:
      "The platform does not report which template an endpoint was created from, so `templateId` is assumed to match.",
  },
  JobRun: {
    whyReplaced: "a job takes no changes: another one is run",
    drift: [["the platform has dropped its result", "nothing: the state keeps it", "nothing; it is not run again"]],
    errors: ["spent", "run_unclear", "wait_timeout", "initialization", "bad_request", "configuration"],
    adopting:
      "A job that exists can be imported as `ENDPOINT/JOB` for as long as the platform keeps it. Arguments are not reported, so they are assumed to match your program.",
  },
  Template: {
    whyReplaced: "the platform can't change it on an existing template",
    drift: [
      ["edited", "the argument, if your program sets it", "restores your value"],
      ["its registry credential was deleted", "`registry`: null", "sets the credential again"],
    ],
    errors: ["name_taken", "name_moves", "in_use", "bad_request"],
    adopting:
      "Only templates of your own account can be changed and deleted; public templates of others can be read with `Template.get`.",
  },
  Ready: {
    whyReplaced: "nothing of it is on the platform",
    drift: [
      ["a pod that it waits for was stopped, failed or went", "drift of that pod", "mends the pod, and waits for it"],
    ],
    errors: ["pods_not_ready", "initialization"],
    adopting: "",
  },
  AccountSecret: {
    whyReplaced: "the name changes, because secrets can't be renamed",
    drift: [
      [
        "given another value",
        "`valueLastUpdatedAt`, and the fingerprint of the value is gone",
        "sets your value again; the preview says that somebody else has changed it",
      ],
      ["given another description", "`description`, if your program sets it", "restores your description"],
    ],
    errors: ["name_taken", "name_moves", "conflict", "create_ambiguous"],
    adopting:
      "The platform never reports the value, so it is assumed to match your program. A secret can't be renamed: set the name it has. References in `env` start with the platform's prefix; the emulator's is `PLATFORM`.",
  },
  RegistryDelegation: {
    whyReplaced: "the platform can't update delegations",
    drift: [["revoked", "removed from the state", "registers it again"]],
    errors: ["create_ambiguous"],
    adopting:
      "The platform reports the parts of the ARN, from which the provider makes it again; the delegation has to be the one that your program declares, since nothing about it can be changed.",
  },
};

/** Longest line of prose in a page. */
const widest = 120;

/** A paragraph in lines of a readable width; a link, a code and a word stay whole. */
export function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.match(/(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The first rules of the contract that an entry comes from, small at its end; the site makes them a mark that links the first. */
export const rulesOf = (rules: readonly string[] = []): string =>
  rules.length === 0 ? "" : ` <sup>${rules.slice(0, 3).join(", ")}</sup>`;

/** `NetworkVolume` as the names of pages and of examples have it: `network-volume`. */
export const dashed = (kind: string): string => kind.replace(/(?<=[a-z])([A-Z])/g, "-$1").toLowerCase();
