import type { Secret, secrets, sshKeys } from "../../api/account";
import { choices } from "../kernel/choices";
import { timestampOf } from "../world/clock";
import type { Routes } from "../kernel/route";
import { settleAll } from "../pods/lifecycle";
import type { StoredSecret } from "../world/records";
import { conflict, notFound } from "../kernel/refusal";
import type { Store } from "../world/store";

export const sshKeyRoutes: Routes<typeof sshKeys> = {
  list: ({ store }) => ({ keys: [...store.sshKeys] }),
  replace: ({ body, store }) => {
    store.sshKeys = body.keys;
    return { keys: body.keys };
  },
};

export function requireSecret({ id }: Readonly<Record<string, string>>, store: Store): StoredSecret {
  const found = store.secrets.get(id ?? "");
  if (!found) throw notFound("secret");
  return found;
}

/** Names that start with the reserved prefix, in any case, are refused with the schema's own violations (U-11). */
export const secretNameRule = ({ name }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof name === "string" && name.toUpperCase().startsWith(choices.secretPrefix)
    ? [`$.name: names starting with '${choices.secretPrefix}' are reserved`]
    : [];

const isNamed = (name: string) => (secret: StoredSecret) => secret.record.name.toLowerCase() === name.toLowerCase();

export const secretRoutes: Routes<typeof secrets> = {
  list: ({ query, store }) => {
    const all = store.secrets.newestFirst();
    const wanted = query.name === undefined ? all : all.filter(isNamed(query.name));
    return { secrets: wanted.map(({ record }) => record) };
  },
  create: ({ body, store }) => {
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
  },
  get: ({ params, store }) => requireSecret(params, store).record,
  update: ({ params, body, store }) => {
    const secret = requireSecret(params, store);
    const record = {
      ...secret.record,
      ...(body.description !== undefined && { description: body.description || null }),
      ...(body.value !== undefined && { valueLastUpdatedAt: timestampOf(store.now()) }),
    };
    return put(store, { ...secret, value: body.value ?? secret.value, record });
  },
  delete: ({ params, store }) => {
    settleAll(store);
    store.secrets.delete(requireSecret(params, store).id);
  },
};

/** What booted before keeps the value it booted with (U-18). */
function put(store: Store, secret: StoredSecret): Secret {
  settleAll(store);
  return store.secrets.set(secret).record;
}
