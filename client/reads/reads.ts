import type { Secret } from "../../api/account";
import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import type { ServerlessEndpoint } from "../../api/serverless";
import type { Template } from "../../api/templates";
import type { Clock } from "../clock";
import { CoalescedReads } from "./coalesce";
import { sources } from "./sources";
import type { Call } from "../http/transport";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads of single objects at the price of a list: any number of them at once, or within 15 s, cost one request a page
 * of 1,000, and one more for each object that the list lacks. Alone, a read is a plain get.
 * An answer may be 15 s old, yet never older than this client's last write.
 */
export class Reads {
  readonly #pods: CoalescedReads<Pod>;
  readonly #clusters: CoalescedReads<Cluster>;
  readonly #networkVolumes: CoalescedReads<NetworkVolume>;
  readonly #registries: CoalescedReads<Registry>;
  readonly #templates: CoalescedReads<Template>;
  readonly #endpoints: CoalescedReads<ServerlessEndpoint>;
  readonly #secrets: CoalescedReads<Secret>;
  readonly #delegations: CoalescedReads<Delegation>;

  constructor(call: Call, clock: Clock) {
    const from = sources(call, "foreground");
    this.#pods = new CoalescedReads(from.pod, clock);
    this.#clusters = new CoalescedReads(from.cluster, clock);
    this.#networkVolumes = new CoalescedReads(from.networkVolume, clock);
    this.#registries = new CoalescedReads(from.registry, clock);
    this.#templates = new CoalescedReads(from.template, clock);
    this.#endpoints = new CoalescedReads(from.endpoint, clock);
    this.#secrets = new CoalescedReads(from.secret, clock);
    this.#delegations = new CoalescedReads(from.delegation, clock);
  }

  /** A pod, also a member of a cluster. @throws NotFoundError: only this means that it is gone. */
  pod(id: string, { signal }: ReadOptions = {}): Promise<Pod> {
    return this.#pods.read(id, signal);
  }

  /** A cluster. @throws NotFoundError: only this means that it is gone. */
  cluster(id: string, { signal }: ReadOptions = {}): Promise<Cluster> {
    return this.#clusters.read(id, signal);
  }

  /** A network volume. @throws NotFoundError: only this means that it is gone. */
  networkVolume(id: string, { signal }: ReadOptions = {}): Promise<NetworkVolume> {
    return this.#networkVolumes.read(id, signal);
  }

  /** A registry credential. @throws NotFoundError: only this means that it is gone. */
  registry(id: string, { signal }: ReadOptions = {}): Promise<Registry> {
    return this.#registries.read(id, signal);
  }

  /** A template of the account. @throws NotFoundError: only this means that it is gone. */
  template(id: string, { signal }: ReadOptions = {}): Promise<Template> {
    return this.#templates.read(id, signal);
  }

  /** A serverless endpoint. @throws NotFoundError: only this means that it is gone. */
  endpoint(id: string, { signal }: ReadOptions = {}): Promise<ServerlessEndpoint> {
    return this.#endpoints.read(id, signal);
  }

  /** A secret of the account, without its value. @throws NotFoundError: only this means that it is gone. */
  secret(id: string, { signal }: ReadOptions = {}): Promise<Secret> {
    return this.#secrets.read(id, signal);
  }

  /** A delegation of a registry, for which only the list can be asked. @throws NotFoundError: the list lacks it. */
  delegation(id: string, { signal }: ReadOptions = {}): Promise<Delegation> {
    return this.#delegations.read(id, signal);
  }

  /** Forgets what was read, e.g. after something was changed by other means. Every write of this client does it. */
  drop(): void {
    const resources = [this.#pods, this.#clusters, this.#networkVolumes, this.#registries];
    const others = [this.#templates, this.#endpoints, this.#secrets, this.#delegations];
    for (const reads of [...resources, ...others]) reads.drop();
  }
}
