import * as z from "zod";
import { creates, deletes, endpoint, reads } from "./endpoint";
import { timestamp } from "./shared";

/** A stored credential: username and password are never returned. */
export const Registry = z.looseObject({ id: z.string(), name: z.string() });
export type Registry = z.infer<typeof Registry>;

/** What a credential is created from. There is no update; the name must be unique. */
export const RegistryCreate = z.strictObject({
  name: z.string().min(1).max(191),
  username: z.string().min(1).max(191),
  password: z.string().min(1).max(16_384),
});
export type RegistryCreate = z.infer<typeof RegistryCreate>;

/** Delegated pull access to a repository of an external cloud's registry. */
export const Delegation = z.looseObject({
  id: z.string(),
  delegatorUserId: z.string(),
  awsUser: z.string(),
  repository: z.string(),
  tag: z.string(),
  awsRegion: z.string(),
  createdAt: timestamp,
  name: z.string().nullable().optional(),
  dockerRegistryUri: z.string().optional(),
});
export type Delegation = z.infer<typeof Delegation>;

/** What a delegation is registered from; `resource` is the ARN of the repository. */
export const DelegationCreate = z.strictObject({ resource: z.string(), name: z.string().nullable().optional() });
export type DelegationCreate = z.infer<typeof DelegationCreate>;

export const registries = {
  /** Every credential; not paginated. */
  list: endpoint({
    ...reads,
    id: "R-1",
    path: "/v2/registries",
    response: z.looseObject({ registries: z.array(Registry) }),
  }),
  /**
   * Stores a credential: name and user name 1 to 191 characters, password 1 to 16,384. It is not tried out.
   * There is no update: to change one, make another with a new name and delete this one.
   *
   * @throws BadRequestError when the name is taken.
   */
  create: endpoint({ ...creates, id: "R-2", path: "/v2/registries", body: RegistryCreate, response: Registry }),
  /** One credential's id and name. @throws NotFoundError */
  get: endpoint({ ...reads, id: "R-3", path: "/v2/registries/:id", response: Registry }),
  /**
   * Deletes a credential; templates and endpoints that use it lose it silently.
   *
   * @remarks One that is already gone counts as deleted.
   * @throws BadRequestError while a pod uses it.
   */
  delete: endpoint({ ...deletes, id: "R-4", path: "/v2/registries/:id", refusals: [400] }),
};

/** The literal segment `delegations` wins over `:id` in routing. */
export const delegations = {
  /** Every delegation; not paginated. */
  list: endpoint({
    ...reads,
    id: "R-20",
    path: "/v2/registries/delegations",
    response: z.looseObject({ delegations: z.array(Delegation) }),
  }),
  /** Registers a delegation for the repository with the ARN `resource`. */
  create: endpoint({
    ...creates,
    id: "R-21",
    path: "/v2/registries/delegations",
    body: DelegationCreate,
    response: Delegation,
  }),
  /** Revokes a delegation. @remarks One that is already gone counts as revoked. */
  delete: endpoint({ ...deletes, id: "R-22", path: "/v2/registries/delegations/:id" }),
};
