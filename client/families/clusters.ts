import { type Cluster, type ClusterCreate, clusters, type ClusterUpdate } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** Sets of identical pods with a network of their own. */ // section 5
export class Clusters {
  constructor(private readonly call: Call) {}

  /** Every cluster; not paginated. */ // C-1
  async list(options?: CallOptions): Promise<Cluster[]> {
    return (await this.call(clusters.list, { params: {}, ...options })).clusters;
  }

  /**
   * Starts a cluster of 2 to 250 pods in one data center. Never sent twice after a lost answer.
   * It has no status: it is ready when `pods.byStatus.RUNNING` equals `compute.podCount`.
   *
   * @throws BadRequestError with both `templateId` and container settings, with neither, or no capacity.
   */ // C-2, C-10, C-25, A-31, C-30, C-21, C-23
  create(body: ClusterCreate, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.create, { params: {}, body, ...options });
  }

  /** One cluster. @throws NotFoundError */ // C-3
  get(id: string, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.get, { params: { id }, ...options });
  }

  /** Renames a cluster; nothing else can change. @throws NotFoundError */ // C-4, C-20
  update(id: string, body: ClusterUpdate, options?: CallOptions): Promise<Cluster> {
    return this.call(clusters.update, { params: { id }, body, ...options });
  }

  /** Deletes a cluster and all its pods. One that is already gone counts as deleted. */ // C-5
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(clusters.delete, { params: { id }, ...options }));
  }

  /** Its pods in full; not paginated. @throws NotFoundError */ // C-6
  async pods(id: string, options?: CallOptions): Promise<Pod[]> {
    return (await this.call(clusters.pods, { params: { id }, ...options })).pods;
  }
}
