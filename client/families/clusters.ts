import { clusters, type Cluster, type ClusterCreate, type ClusterUpdate } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import { absentIsDeleted } from "./gone";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** Sets of identical pods with a network of their own (section 5). */
export class Clusters {
  constructor(private readonly call: Call) {}

  /** Every cluster; not paginated (C-1). */
  async list(options?: CallOptions): Promise<Cluster[]> {
    return (await this.call(clusters.list, { params: {}, ...options })).clusters;
  }

  /**
   * Starts a cluster of 2 to 250 pods in one data center (C-2, C-10, C-25). Never sent twice after a lost answer.
   * It has no status: it is ready when `pods.byStatus.RUNNING` equals `compute.podCount` (C-30).
   *
   * @throws BadRequestError with both `templateId` and container settings (C-21), with neither (C-23), or no capacity.
   */
  create(body: ClusterCreate, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.create, { params: {}, body, ...options });
  }

  /** One cluster (C-3). @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.get, { params: { id }, ...options });
  }

  /** Renames a cluster; nothing else can change (C-4, C-20). @throws NotFoundError */
  update(id: string, body: ClusterUpdate, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.update, { params: { id }, body, ...options });
  }

  /** Deletes a cluster and all its pods (C-5). One that is already gone counts as deleted. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(clusters.delete, { params: { id }, ...options }));
  }

  /** Its pods in full; not paginated (C-6). @throws NotFoundError */
  async pods(id: string, options?: CallOptions): Promise<Pod[]> {
    return (await this.call(clusters.pods, { params: { id }, ...options })).pods;
  }
}
