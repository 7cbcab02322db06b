import type { Registry } from "../../../api/registries";
import { v1Registries, type V1RegistryCreate } from "../../../api/v1/registries";
import { absentIsDeleted } from "../gone";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

/** Registry credentials under `/containerregistryauth`; the same as in version 2. */
export class V1Registries {
  constructor(private readonly call: Call) {}

  /** Stores a credential. @throws BadRequestError when the name is taken. */ // O-10
  create(body: V1RegistryCreate, options?: CallOptions): Promise<Registry> {
    return this.call(v1Registries.create, { params: {}, body, ...options });
  }

  /** Every credential. */ // O-11
  list(options?: CallOptions): Promise<Registry[]> {
    return this.call(v1Registries.list, { params: {}, ...options });
  }

  /** One credential's id and name. @throws NotFoundError */ // O-12
  get(containerRegistryAuthId: string, options?: CallOptions): Promise<Registry> {
    return this.call(v1Registries.get, { params: { containerRegistryAuthId }, ...options });
  }

  /** Deletes a credential. One that is already gone counts as deleted. @throws BadRequestError while a pod uses it. */ // O-13
  delete(containerRegistryAuthId: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(v1Registries.delete, { params: { containerRegistryAuthId }, ...options }));
  }
}
