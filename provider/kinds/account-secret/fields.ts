import * as z from "zod";
import { SecretCreate, SecretUpdate } from "../../../api/account";
import { fingerprints } from "../../state/state";
import { defineResource, field } from "../../table/resource";
import { adoptField, timeoutsField } from "../shared/provider-only";

export const accountSecret = defineResource({
  kind: "AccountSecret",
  doc: "A value that the platform keeps and puts into containers when they boot: an environment variable of a pod, an endpoint or a template names it, and the value never appears in the program, state or logs of what uses it. A new value is set in place; containers that run keep the old one until they boot again.",
  source: "2",
  requests: { create: SecretCreate, update: SecretUpdate },
  inputs: {
    name: field(SecretCreate.shape.name, {
      change: "replace",
      doc: "The name by which environment variables refer to the secret. Unique in the account, whatever its case. Default: the resource's name in the program and a short suffix.",
      limits:
        "1 to 191 letters, digits, `_`, `.`, `-` and `/`, the first of them a letter or `_`; the platform refuses names that begin with its reserved prefix",
      rules: ["U-10", "U-11"],
      caseless: true,
    }),
    value: field(SecretCreate.shape.value, {
      change: "update",
      doc: "What containers get. Never an output; outputs hold only a fingerprint of it.",
      limits: "string, at least 1 character and less than 16,777,216 bytes",
      rules: ["U-11", "U-13", "U-16", "U-18"],
      secret: true,
      stampedBy: "valueLastUpdatedAt",
    }),
    description: field(SecretCreate.shape.description, {
      change: "update",
      doc: "What the secret is for, in words that everybody who uses the account may read.",
      limits: "string, at most 65,535 bytes",
      rules: ["U-11", "U-13"],
      freeText: true,
      absent: "",
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {
    createdAt: { schema: z.string(), doc: "When the secret was made.", rules: ["U-15"], stable: true },
    valueLastUpdatedAt: {
      schema: z.string().optional(),
      doc: "When the value was last set. A time that this resource did not cause means that somebody else has set another value: the next `up` sets the program's again.",
      rules: ["U-15"],
      remembered: true,
    },
    [fingerprints]: {
      schema: z.record(z.string(), z.string()),
      doc: "A fingerprint of the value that shows whether it changed.",
      secret: true,
    },
  },
  maxNameLength: 191,
  uniqueNames: true,
  rules: [],
  misplaced: { key: "use name", secret: "use value", data: "use value" },
});
