import type { delegations, registries } from "../../api/registries";
import { timestampOf } from "../world/clock";
import { shown } from "../kernel/checks";
import type { Routes } from "../kernel/route";
import type { StoredRegistry } from "../world/records";
import { badRequest, notFound } from "../kernel/refusal";
import type { Store } from "../world/store";

/** Only these two ever leave the platform. */
const toRegistry = ({ id, name }: StoredRegistry) => ({ id, name });

export function requireRegistry({ id }: Readonly<Record<string, string>>, store: Store): StoredRegistry {
  const found = store.registries.get(id ?? "");
  if (!found) throw notFound("registry");
  return found;
}

/** Stores a credential; names are unique (R-15, CH-33). Nothing asks the registry whether it is right. */
export function createRegistry(
  store: Store,
  body: { name: string; username: string; password: string },
): StoredRegistry {
  for (const { name } of store.registries.values()) {
    if (name === body.name) throw badRequest("a registry with this name already exists");
  }
  return store.registries.set({ ...body, id: store.ids.next("r"), seq: store.nextSeq(), createdAt: store.now() });
}

/** Refused while a pod uses it; templates and endpoints just lose the reference. */
export function deleteRegistry(store: Store, id: string): void {
  for (const { registry } of store.pods.values()) {
    if (registry === id) throw badRequest("registry is in use by a pod");
  }
  for (const template of store.templates.values()) {
    if (template.registry === id) store.templates.set({ ...template, registry: null });
  }
  for (const dependent of store.dependents) dependent.forgetRegistry?.(id);
  store.registries.delete(id);
}

export const registryRoutes: Routes<typeof registries> = {
  list: ({ store }) => ({
    registries: store.registries
      .newestFirst()
      .filter((each) => store.isListed(each))
      .map(toRegistry),
  }),
  create: ({ body, store }) => toRegistry(createRegistry(store, body)),
  get: ({ params, store }) => toRegistry(requireRegistry(params, store)),
  delete: ({ params, store }) => deleteRegistry(store, params.id),
};

/** `arn:aws:ecr:<region>:<account>:repository/<name>`, of which only the repository part is asked for. */
const repositoryArn = /^arn:[a-z-]+:ecr:([a-z0-9-]+):(\d+):repository\/([^:\s]+)(?::(\S+))?$/;

/** A `resource` that is no ARN of a repository is refused with the schema's own violations. */
export function arnRule({ resource }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof resource !== "string" || repositoryArn.test(resource)) return [];
  return [`$.resource: ${shown(resource)} does not match pattern '${repositoryArn.source.replaceAll("\\/", "/")}'`];
}

export const delegationRoutes: Routes<typeof delegations> = {
  list: ({ store }) => ({ delegations: store.delegations.newestFirst().map(({ record }) => record) }),
  create: ({ body, store }) => {
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
  },
  delete: ({ params, store }) => {
    if (!store.delegations.delete(params.id)) throw notFound("delegation");
  },
};
