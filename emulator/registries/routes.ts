import { registries } from "../../api/registries";
import { operations } from "../kernel/route";
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
