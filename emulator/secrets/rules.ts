import type { Secret, SecretCreate, SecretUpdate } from "../../api/account";
import { choices } from "../kernel/choices";
import { conflict, existing } from "../kernel/refusal";
import { advanceAll } from "../pods/lifecycle";
import { timestampOf } from "../store/clock";
import type { Stored } from "../store/collection";
import type { Store } from "../store/store";

/** A secret with its value, which is never returned. */
export type StoredSecret = Stored & { readonly createdAtMs: number; readonly value: string; readonly record: Secret };

export function requireSecret({ id }: Readonly<Record<string, string>>, store: Store): StoredSecret {
  return existing(store.secrets.get(id ?? ""), "secret");
}

/** Names that start with the reserved prefix, in any case, are refused with the schema's own violations (U-11). */
export const secretNameRule = ({ name }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof name === "string" && name.toUpperCase().startsWith(choices.secretPrefix)
    ? [`$.name: names starting with '${choices.secretPrefix}' are reserved`]
    : [];

export const isNamed = (name: string) => (secret: StoredSecret) =>
  secret.record.name.toLowerCase() === name.toLowerCase();

export function createSecret(store: Store, body: SecretCreate): Secret {
  if (store.secrets.newestFirst().some(isNamed(body.name))) throw conflict("a secret with this name already exists");
  const now = store.now();
  const id = store.ids.next("s");
  const stamp = timestampOf(now);
  const record: Secret = {
    id,
    name: body.name,
    description: body.description ?? null,
    createdAt: stamp,
    valueLastUpdatedAt: stamp,
  };
  return put(store, { id, seq: store.nextSeq(), createdAtMs: now, value: body.value, record });
}

export function updateSecret(store: Store, secret: StoredSecret, body: SecretUpdate): Secret {
  const record = {
    ...secret.record,
    ...(body.description !== undefined && { description: body.description || null }),
    ...(body.value !== undefined && { valueLastUpdatedAt: timestampOf(store.now()) }),
  };
  return put(store, { ...secret, value: body.value ?? secret.value, record });
}

export function deleteSecret(store: Store, { id }: StoredSecret): void {
  advanceAll(store);
  store.secrets.delete(id);
}

/** What booted before keeps the value it booted with (U-18). */
function put(store: Store, secret: StoredSecret): Secret {
  advanceAll(store);
  return store.secrets.set(secret).record;
}
