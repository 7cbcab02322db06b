import {
  type V1NetworkVolume,
  type V1NetworkVolumeCreate,
  v1NetworkVolumes,
  type V1NetworkVolumeUpdate,
} from "../../../api/v1/network-volumes";
import { absentIsDeleted } from "../../errors/api-errors";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

/** Network volumes in version 1: `dataCenterId` instead of `dataCenter`, no `type`. */ // V-18, O-35
export class V1NetworkVolumes {
  constructor(private readonly call: Call) {}

  /** Deletes a volume with its data. A volume that is already gone counts as deleted. */ // O-30
  delete(networkVolumeId: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(v1NetworkVolumes.delete, { params: { networkVolumeId }, ...options }));
  }

  /** Every volume. */ // O-31
  list(options?: CallOptions): Promise<V1NetworkVolume[]> {
    return this.call(v1NetworkVolumes.list, { params: {}, ...options });
  }

  /** Makes a volume of up to 4000 GB. */ // O-32
  create(body: V1NetworkVolumeCreate, options?: CallOptions): Promise<V1NetworkVolume> {
    return this.call(v1NetworkVolumes.create, { params: {}, body, ...options });
  }

  /** One volume. @throws NotFoundError */ // O-33
  get(networkVolumeId: string, options?: CallOptions): Promise<V1NetworkVolume> {
    return this.call(v1NetworkVolumes.get, { params: { networkVolumeId }, ...options });
  }

  /** Renames a volume or lets it grow, to more than its present size. */ // O-34
  update(networkVolumeId: string, body: V1NetworkVolumeUpdate, options?: CallOptions): Promise<V1NetworkVolume> {
    return this.call(v1NetworkVolumes.update, { params: { networkVolumeId }, body, ...options });
  }
}
