import { delegations } from "../../api/registries";
import { notFound } from "../kernel/refusal";
import { operations } from "../kernel/route";
import { arnRule, createDelegation } from "./rules";

export const delegationOperations = operations(
  delegations,
  {
    list: ({ store }) => ({ delegations: store.delegations.newestFirst().map(({ record }) => record) }),
    create: ({ body, store }) => createDelegation(store, body),
    delete: ({ params, store }) => {
      if (!store.delegations.delete(params.id)) throw notFound("delegation");
    },
  },
  { rules: { create: arnRule } },
);
