import type { Delegation } from "../../../api/registries";
import { free } from "../../cost/pricing";
import { hidden } from "../../state/state";
import { createBody, reported } from "../../table/requests";
import type { Operations } from "../operations";
import { arnOf, registryDelegation } from "./fields";

/** A delegation may lack a name. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** The platform's answer. */
  readonly told: Delegation;
  /** The registration of this very call. */
  readonly resource?: unknown;
}
const named = (told: Delegation): Named => ({ id: told.id, createdAt: told.createdAt, told, name: told.name ?? "" });

const registryDelegationOperations: Operations<Named> = {
  create: async ({ client }, inputs, name) => ({
    ...named(await client.registries.delegations.create(createBody(registryDelegation, inputs, name))),
    resource: inputs.resource,
  }),

  read: async ({ client }, id) => named(await client.reads.delegation(id)),
  get: async ({ client }, id, options) => named(await client.registries.delegations.get(id, options)),
  list: async ({ client }, options) => (await client.registries.delegations.list(options)).map(named),
  /** A delegation never changes: the state's registration stays, however the platform spells the parts and the default tag. */
  observe: ({ told, resource }, asked) => ({
    ...reported(registryDelegation, told),
    name: told.name === undefined ? asked.name : (told.name ?? ""),
    resource: resource ?? (asked[hidden.declared] && asked.resource) ?? arnOf(told),
  }),
  apply: async () => undefined,
  sendDelete: ({ client }, id) => client.registries.delegations.delete(id),
  delete: ({ client }, id) => client.registries.delegations.delete(id),
};

export const kind = { resource: registryDelegation, operations: registryDelegationOperations, pricing: free };
