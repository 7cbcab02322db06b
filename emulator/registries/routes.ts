import { registries } from "../../api/registries";
import { v1Registries } from "../../api/schemas";
import { operations } from "../kernel/route";
import type { Store } from "../store/store";
import { v1Operations } from "../kernel/v1-compat";
import { createRegistry, deleteRegistry, requireRegistry, toRegistry } from "./rules";

export const registryOperations = operations(
  registries,
  {
    list: ({ store }) => ({ registries: store.listed(store.registries).map(toRegistry) }),
    create: ({ body, store }) => toRegistry(createRegistry(store, body)),
    get: ({ params, store }) => toRegistry(requireRegistry(params, store)),
    delete: ({ params, store }) => deleteRegistry(store, params.id),
  },
  { resource: requireRegistry },
);

const requireNamed = ({ containerRegistryAuthId: id = "" }: Readonly<Record<string, string>>, store: Store) =>
  requireRegistry({ id }, store);

export const v1RegistryOperations = v1Operations(
  v1Registries,
  {
    create: ({ body: { name, username, password }, store }) =>
      toRegistry(createRegistry(store, { name, username, password })),
    list: ({ store }) => store.listed(store.registries).map(toRegistry),
    get: ({ params, store }) => toRegistry(requireNamed(params, store)),
    delete: ({ params, store }) => deleteRegistry(store, requireNamed(params, store).id),
  },
  { resource: requireNamed },
);
