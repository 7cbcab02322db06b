import * as z from "zod";
import { endpoint } from "./endpoint";
import { noContent, timestamp } from "./shared";

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
  list: endpoint({
    id: "U-1",
    surface: "api",
    method: "GET",
    path: "/v2/account/ssh-keys",
    response: SshKeys,
    status: 200,
    idempotent: true,
  }),
  replace: endpoint({
    id: "U-2",
    surface: "api",
    method: "PUT",
    path: "/v2/account/ssh-keys",
    body: z.strictObject({ keys: z.array(sshKey) }),
    response: SshKeys,
    status: 200,
    idempotent: true,
  }),
};

export const secrets = {
  list: endpoint({
    id: "U-10",
    surface: "api",
    method: "GET",
    path: "/v2/account/secrets",
    query: z.strictObject({ name: z.string().optional() }),
    response: z.looseObject({ secrets: z.array(Secret) }),
    status: 200,
    idempotent: true,
  }),
  create: endpoint({
    id: "U-11",
    refusals: [409],
    surface: "api",
    method: "POST",
    path: "/v2/account/secrets",
    body: SecretCreate,
    response: Secret,
    status: 201,
    idempotent: false,
  }),
  get: endpoint({
    id: "U-12",
    surface: "api",
    method: "GET",
    path: "/v2/account/secrets/:id",
    response: Secret,
    status: 200,
    idempotent: true,
  }),
  update: endpoint({
    id: "U-13",
    surface: "api",
    method: "PATCH",
    path: "/v2/account/secrets/:id",
    body: SecretUpdate,
    response: Secret,
    status: 200,
    idempotent: true,
  }),
  delete: endpoint({
    id: "U-14",
    surface: "api",
    method: "DELETE",
    path: "/v2/account/secrets/:id",
    response: noContent,
    status: 204,
    idempotent: true,
  }),
};
