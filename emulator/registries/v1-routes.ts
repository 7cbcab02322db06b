import { v1Registries } from "../../api/v1/registries";
import { v1Operations } from "../kernel/v1-compat";
import type { Store } from "../store/store";
import { createRegistry, deleteRegistry, requireRegistry, toRegistry } from "./rules";

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
