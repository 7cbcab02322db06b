import type { Delegation } from "../../../api/registries";
import { free } from "../../cost/pricing";
import { createBody, reported } from "../../table/requests";
import type { Operations } from "../operations";
import { arnOf, registryDelegation } from "./fields";

/** A delegation that somebody registered without a name has none. */
type Named = Delegation & { readonly name: string };
const named = (delegation: Delegation): Named => ({ ...delegation, name: delegation.name ?? "" });

const registryDelegationOperations: Operations<Named> = {
  create: async ({ client }, inputs, name) =>
    named(await client.registries.delegations.create(createBody(registryDelegation, inputs, name))),

  read: async ({ client }, id) => named(await client.reads.delegation(id)),
  get: async ({ client }, id, options) => named(await client.registries.delegations.get(id, options)),
  list: async ({ client }, options) => (await client.registries.delegations.list(options)).map(named),
  observe: (delegation) => ({ ...reported(registryDelegation, delegation), resource: arnOf(delegation) }),
  apply: async () => undefined,
  remove: ({ client }, id) => client.registries.delegations.delete(id),
  delete: ({ client }, id) => client.registries.delegations.delete(id),
};

export const kind = { resource: registryDelegation, operations: registryDelegationOperations, pricing: free };
