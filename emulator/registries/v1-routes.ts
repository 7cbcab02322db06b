import type { v1Registries } from "../../api/v1/registries";
import type { Routes } from "../kernel/route";
import type { StoredRegistry } from "../world/records";
import { v1Routes } from "../kernel/v1-compat";
import { createRegistry, deleteRegistry, requireRegistry } from "./routes";

/** The same credentials as v2's, under the same ids; nothing else ever leaves (R-10, R-16). */
const shown = ({ id, name }: StoredRegistry) => ({ id, name });

export const v1RegistryRoutes: Routes<typeof v1Registries> = v1Routes<typeof v1Registries>({
  create: ({ body: { name, username, password }, store }) => shown(createRegistry(store, { name, username, password })),
  list: ({ store }) =>
    store.registries
      .newestFirst()
      .filter((each) => store.isListed(each))
      .map(shown),
  get: ({ params, store }) => shown(requireRegistry({ id: params.containerRegistryAuthId }, store)),
  delete: ({ params, store }) =>
    deleteRegistry(store, requireRegistry({ id: params.containerRegistryAuthId }, store).id),
});
