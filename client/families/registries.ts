import {
  type Delegation,
  type DelegationCreate,
  delegations,
  registries,
  type Registry,
  type RegistryCreate,
} from "../../api/registries";
import type { Clock } from "../clock";
import { delegationBy } from "../reads/sources";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** Credentials for container registries. User name and password are write-only. */ // section 7, R-10
export class Registries {
  /** Delegated pull access to repositories of an external cloud's registry. */
  readonly delegations: Delegations;

  constructor(
    private readonly call: Call,
    clock: Clock,
  ) {
    this.delegations = new Delegations(call, clock);
  }

  /** Every credential; not paginated. */
  async list(options?: CallOptions): Promise<Registry[]> {
    return (await this.call(registries.list, { params: {}, ...options })).registries;
  }

  /**
   * Stores a credential: name and user name 1 to 191 characters, password 1 to 16,384. It is not tried out.
   * There is no update: to change one, make another with a new name and delete this one.
   *
   * @throws BadRequestError when the name is taken.
   */
  create(body: RegistryCreate, options?: CallOptions): Promise<Registry> {
    return this.call(registries.create, { params: {}, body, ...options });
  }

  /** One credential's id and name. @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Registry> {
    return this.call(registries.get, { params: { id }, ...options });
  }

  /**
   * Deletes a credential; templates and endpoints that use it lose it silently.
   * One that is already gone counts as deleted.
   *
   * @throws BadRequestError while a pod uses it.
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(registries.delete, { params: { id }, ...options }));
  }
}

export class Delegations {
  constructor(
    private readonly call: Call,
    private readonly clock: Clock,
  ) {}

  /** Every delegation; not paginated. */
  async list(options?: CallOptions): Promise<Delegation[]> {
    return (await this.call(delegations.list, { params: {}, ...options })).delegations;
  }

  /** One delegation, found in the list: the platform has no address for one. @throws NotFoundError after half a minute */
  get(id: string, options?: CallOptions): Promise<Delegation> {
    return delegationBy(() => this.list(options), id, this.clock, options?.signal);
  }

  /** Registers a delegation for the repository with the ARN `resource`. */
  create(body: DelegationCreate, options?: CallOptions): Promise<Delegation> {
    return this.call(delegations.create, { params: {}, body, ...options });
  }

  /** Revokes a delegation. One that is already gone counts as revoked. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(delegations.delete, { params: { id }, ...options }));
  }
}
