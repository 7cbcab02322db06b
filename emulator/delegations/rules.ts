import type { Delegation } from "../../api/registries";
import { shown } from "../kernel/checks";
import { timestampOf } from "../store/clock";
import type { Store } from "../store/store";

/** `arn:aws:ecr:<region>:<account>:repository/<name>`, of which only the repository part is asked for. */
const repositoryArn = /^arn:[a-z-]+:ecr:([a-z0-9-]+):(\d+):repository\/([^:\s]+)(?::(\S+))?$/;

/** A `resource` that is no ARN of a repository is refused with the schema's own violations. */
export function arnRule({ resource }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof resource !== "string" || repositoryArn.test(resource)) return [];
  return [`$.resource: ${shown(resource)} does not match pattern '${repositoryArn.source.replaceAll("\\/", "/")}'`];
}

export function createDelegation(
  store: Store,
  body: { readonly resource: string; readonly name?: string | null | undefined },
): Delegation {
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
