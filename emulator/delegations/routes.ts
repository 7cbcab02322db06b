import { type Delegation, type DelegationCreate, delegations } from "../../api/registries";
import { shown } from "../kernel/checks";
import { notFound } from "../kernel/refusal";
import { operations } from "../kernel/route";
import { timestampOf } from "../store/clock";
import type { Store } from "../store/store";

/** `arn:aws:ecr:<region>:<account>:repository/<name>`, of which only the repository part is asked for. */
const repositoryArn = /^arn:[a-z-]+:ecr:([a-z0-9-]+):(\d+):repository\/([^:\s]+)(?::(\S+))?$/;

/** A `resource` that is no ARN of a repository is refused with the schema's own violations. */
function arnRule({ resource }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof resource !== "string" || repositoryArn.test(resource)) return [];
  return [`$.resource: ${shown(resource)} does not match pattern '${repositoryArn.source.replaceAll("\\/", "/")}'`];
}

function createDelegation(store: Store, body: DelegationCreate): Delegation {
  const [, awsRegion = "", awsUser = "", repository = "", tag = "latest"] = repositoryArn.exec(body.resource) ?? [];
  const id = store.ids.next("d");
  const now = store.now();
  const record = {
    id,
    delegatorUserId: "owner",
    awsUser,
    repository,
    tag,
    awsRegion,
    createdAt: timestampOf(now),
    name: body.name ?? null,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.example.com/${repository}`,
  };
  return store.delegations.set({ id, seq: store.nextSeq(), createdAtMs: now, record }).record;
}

export const delegationOperations = operations(
  delegations,
  {
    list: ({ store }) => ({ delegations: store.listed(store.delegations).map(({ record }) => record) }),
    create: ({ body, store }) => createDelegation(store, body),
    delete: ({ params, store }) => {
      if (!store.delegations.delete(params.id)) throw notFound("delegation");
    },
  },
  { rules: { create: arnRule } },
);
