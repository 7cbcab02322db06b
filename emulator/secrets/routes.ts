import { secrets } from "../../api/account";
import { operations } from "../kernel/route";
import { createSecret, deleteSecret, isNamed, requireSecret, secretNameRule, updateSecret } from "./rules";

export const secretOperations = operations(
  secrets,
  {
    list: ({ query, store }) => {
      const all = store.listed(store.secrets);
      const wanted = query.name === undefined ? all : all.filter(isNamed(query.name));
      return { secrets: wanted.map(({ record }) => record) };
    },
    create: ({ body, store }) => createSecret(store, body),
    get: ({ params, store }) => requireSecret(params, store).record,
    update: ({ params, body, store }) => updateSecret(store, requireSecret(params, store), body),
    delete: ({ params, store }) => deleteSecret(store, requireSecret(params, store)),
  },
  { resource: requireSecret, rules: { create: secretNameRule } },
);
