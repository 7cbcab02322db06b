import * as z from "zod";
import { condition, defineResource, field } from "../../table/resource";
import { keyLine, keyOfLine } from "../shared/key-line";
import { timeoutsField } from "../shared/provider-only";

/** One line of the list, which the platform accepts only as a whole (U-2). */
const SshKeyLine = z.strictObject({ publicKey: keyLine });

const trimmed = (value: unknown): unknown => (isText(value) ? value.trim() : value);
const isText = (value: unknown): value is string => typeof value === "string";

export const sshKey = defineResource({
  kind: "SshKey",
  doc: "One SSH public key of the account. Its line is added to the account's list and taken out again; all other lines stay as they are. A key that is already there is taken over. Pods created afterwards with `startSsh` let its owner in; pods that run are not touched.",
  id: "The key's fingerprint, as `ssh-keygen -lf` shows it.",
  source: "2",
  letsIn: true,
  requests: { create: SshKeyLine, update: SshKeyLine.partial() },
  inputs: {
    publicKey: field(SshKeyLine.shape.publicKey, {
      change: condition({
        effects: ["update", "replace"],
        because: "a new comment only labels the same key anew; any other difference makes it a different key",
        when: (old, next) => (isText(old) && isText(next) && keyOfLine(old) === keyOfLine(next) ? "update" : "replace"),
      }),
      doc: "The key as one authorized_keys line, as it is in the `.pub` file.",
      limits: "one line: type (`ssh-…`, `ecdsa-…` or `sk-…`), key, and a comment if you like",
      rules: ["U-1", "U-2", "U-5"],
      canonical: trimmed,
    }),
    timeouts: timeoutsField,
  },
  outputs: {
    fingerprint: {
      schema: z.string(),
      doc: "The key's fingerprint as `ssh-keygen -lf` shows it. It is the resource's id, too.",
      stable: true,
      rules: ["U-1"],
    },
    comment: {
      schema: z.string(),
      doc: "The comment of the key's line; empty where it has none.",
      rules: ["U-1"],
    },
  },
  maxNameLength: 0,
  rules: [],
  misplaced: { key: "use publicKey", name: "keys have no names on the platform: put it into the key's comment" },
});
