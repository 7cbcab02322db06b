import {
  type NetworkVolume,
  type NetworkVolumeCreate,
  networkVolumes,
  type NetworkVolumeUpdate,
} from "../../api/network-volumes";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** Storage that outlives the pods that mount it; billed until deleted. */ // section 6, V-17
export class NetworkVolumes {
  constructor(private readonly call: Call) {}

  /** Every volume; not paginated. */ // V-1
  async list(options?: CallOptions): Promise<NetworkVolume[]> {
    return (await this.call(networkVolumes.list, { params: {}, ...options })).networkVolumes;
  }

  /**
   * Makes a volume of 10 to 4096 GB, usable when this returns. Never sent twice after a lost answer.
   *
   * @throws BadRequestError for an unknown data center, or a tier that it does not offer.
   */ // V-2, V-11, V-19, V-14
  create(body: NetworkVolumeCreate, options?: CallOptions): Promise<NetworkVolume> {
    return this.call(networkVolumes.create, { params: {}, body, ...options });
  }

  /** One volume. @throws NotFoundError */ // V-3
  get(id: string, options?: CallOptions): Promise<NetworkVolume> {
    return this.call(networkVolumes.get, { params: { id }, ...options });
  }

  /** Renames a volume or lets it grow; at least one member. @throws BadRequestError when it would shrink. */ // V-4, V-13, V-10
  update(id: string, body: NetworkVolumeUpdate, options?: CallOptions): Promise<NetworkVolume> {
    return this.call(networkVolumes.update, { params: { id }, body, ...options });
  }

  /**
   * Deletes a volume with its data. One that is already gone counts as deleted.
   *
   * @throws BadRequestError while a pod mounts it or an endpoint lists it.
   */ // V-5, V-16
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(networkVolumes.delete, { params: { id }, ...options }));
  }
}
