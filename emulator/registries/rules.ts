import type { Delegation, Registry, RegistryCreate } from "../../api/registries";
import { badRequest, existing } from "../kernel/refusal";
import type { Dated, Stored } from "../store/collection";
import type { Store } from "../store/store";

/** A credential with the values that are never returned. */
export type StoredRegistry = Registry & Dated & { readonly username: string; readonly password: string };

export type StoredDelegation = Stored & { readonly createdAtMs: number; readonly record: Delegation };

/** Only these two ever leave the platform, through either version. */
export const toRegistry = ({ id, name }: StoredRegistry): Registry => ({ id, name });

export function requireRegistry({ id }: Readonly<Record<string, string>>, store: Store): StoredRegistry {
  return existing(store.registries.get(id ?? ""), "registry");
}

/** Stores a credential; names are unique (R-15, CH-33). Nothing asks the registry whether it is right. */
export function createRegistry(store: Store, body: RegistryCreate): StoredRegistry {
  const isTaken = [...store.registries.values()].some(({ name }) => name === body.name);
  if (isTaken) throw badRequest("a registry with this name already exists");
  return store.registries.set({ ...body, id: store.ids.next("r"), seq: store.nextSeq(), createdAt: store.now() });
}

/** Refused while it is in use; templates and endpoints just lose the reference. */
export function deleteRegistry(store: Store, id: string): void {
  const isUsed = [...store.pods.values()].some(({ registry }) => registry === id);
  if (isUsed) throw badRequest("registry is in use by a pod");
  for (const template of store.templates.values()) {
    if (template.registry === id) store.templates.set({ ...template, registry: null });
  }
  for (const dependent of store.dependents) dependent.forgetRegistry?.(id);
  store.registries.delete(id);
}
