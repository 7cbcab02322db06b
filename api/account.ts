import * as z from "zod";
import { creates, deletes, endpoint, reads, updates } from "./endpoint";
import { timestamp } from "./shared";

/** One authorized_keys line. */ // U-2
export const sshKey = z.string().regex(/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/);

/** The account's public keys. */ // U-1
export const SshKeys = z.looseObject({ keys: z.array(z.string()) });
export type SshKeys = z.infer<typeof SshKeys>;

/** Largest secret value: strictly under this many bytes of UTF-8. */ // U-11
export const secretValueLimitBytes = 16_777_216;
/** Longest description in bytes of UTF-8. */ // U-11
export const descriptionLimitBytes = 65_535;

const bytes = (text: string) => Buffer.byteLength(text, "utf8");
const value = z
  .string()
  .min(1)
  .refine((text) => bytes(text) < secretValueLimitBytes, {
    params: { rule: "maxBytes", want: secretValueLimitBytes - 1 },
  });
const description = z.string().refine((text) => bytes(text) <= descriptionLimitBytes, {
  params: { rule: "maxBytes", want: descriptionLimitBytes },
});

/** A stored secret; the value is never returned. */ // U-15, U-16
export const Secret = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable().optional(),
  createdAt: timestamp,
  valueLastUpdatedAt: timestamp.nullable().optional(),
});
export type Secret = z.infer<typeof Secret>;

/** What a secret is created from. */ // U-11
export const SecretCreate = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(191)
    .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/),
  value,
  description: description.optional(),
});
export type SecretCreate = z.infer<typeof SecretCreate>;

/** Rotates the value and/or edits the description; at least one member. */ // U-13, A-84
export const SecretUpdate = z
  .strictObject({ value: value.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { params: { rule: "minProperties", got: 0, want: 1 } });
export type SecretUpdate = z.infer<typeof SecretUpdate>;

export const sshKeys = {
  /** The registered keys, each one authorized_keys line. */
  list: endpoint({ ...reads, id: "U-1", path: "/v2/account/ssh-keys", response: SshKeys }),
  replace: endpoint({
    ...updates,
    id: "U-2",
    method: "PUT",
    path: "/v2/account/ssh-keys",
    body: z.strictObject({ keys: z.array(sshKey) }),
    response: SshKeys,
  }),
};

export const secrets = {
  /** Every secret, or the one of that name, whatever its case. Never a value. */ // U-16
  list: endpoint({
    ...reads,
    id: "U-10",
    path: "/v2/account/secrets",
    query: z.strictObject({ name: z.string().optional() }),
    response: z.looseObject({ secrets: z.array(Secret) }),
  }),
  /**
   * Stores a secret: name 1 to 191 characters and for ever, value under 16 MiB, description to 65,535 bytes.
   * @throws ConflictError when the name is taken.
   */
  create: endpoint({
    ...creates,
    id: "U-11",
    path: "/v2/account/secrets",
    refusals: [409],
    body: SecretCreate,
    response: Secret,
  }),
  /** One secret, without its value. @throws NotFoundError */
  get: endpoint({ ...reads, id: "U-12", path: "/v2/account/secrets/:id", response: Secret }),
  /**
   * Rotates the value, edits the description, or both; a container sees a new value at its next boot.
   * With both, an error may leave the value already rotated.
   */ // U-18, U-19
  update: endpoint({ ...updates, id: "U-13", path: "/v2/account/secrets/:id", body: SecretUpdate, response: Secret }),
  /** Deletes a secret. @remarks One that is already gone counts as deleted. */
  delete: endpoint({ ...deletes, id: "U-14", path: "/v2/account/secrets/:id" }),
};
