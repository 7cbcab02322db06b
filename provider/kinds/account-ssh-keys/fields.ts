import * as z from "zod";
import { defineResource, field } from "../../table/resource";
import { keyLine } from "../shared/key-line";
import { timeoutsField } from "../shared/provider-only";

/** The whole list at once (U-2). */
const SshKeyLines = z.strictObject({ keys: z.array(keyLine) });

/** A key that is listed twice is one key. */
const eachOnce = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...new Set(value.map((line: unknown) => (typeof line === "string" ? line.trim() : line)))]
    : value;

export const accountSshKeys = defineResource({
  kind: "AccountSshKeys",
  doc: "All SSH public keys of the account. There is one list, so declare this once; keys that the program does not list are removed, which a preview says beforehand. To manage single keys beside those of other people use `SshKey`, and never both for one account. Keys reach only pods created afterwards with `startSsh`.",
  id: "Always `ssh-keys`: an account has one list.",
  source: "2",
  requests: { create: SshKeyLines, update: SshKeyLines.partial() },
  inputs: {
    keys: field(SshKeyLines.shape.keys, {
      change: "update",
      doc: "The account's keys, each one authorized_keys line as it is in a `.pub` file. `[]` removes all.",
      limits: "lines of type (`ssh-…`, `ecdsa-…` or `sk-…`), key, and a comment if you like",
      rules: ["U-1", "U-2", "U-3", "U-5"],
      unordered: true,
      canonical: eachOnce,
    }),
    lockout: field(z.enum(["refuse", "allow"]).optional(), {
      change: "none",
      doc: "Whether the list may take away the last key of somebody whose key this resource did not put there. People are told apart by the comment of their keys; each key without a comment counts as a person. Deleting the resource is not affected.",
      limits: '"refuse" or "allow"; default "refuse"',
      absent: "refuse",
      local: true,
    }),
    timeouts: timeoutsField,
  },
  outputs: {
    applied: {
      schema: z.array(z.string()),
      doc: "The keys as this resource last set them. Deleting the resource removes these and leaves what others have added since.",
      rules: ["U-3"],
    },
  },
  entries: "SshKey",
  letsIn: true,
  maxNameLength: 0,
  rules: [],
  misplaced: { publicKeys: "use keys", sshKeys: "use keys", name: "the list has no name: an account has one" },
});
