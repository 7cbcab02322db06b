import type { Call } from "../../http/transport";
import { V1Endpoints } from "./endpoints";
import { V1NetworkVolumes } from "./network-volumes";
import { V1Pods } from "./pods";
import { V1Templates } from "./templates";
import type * as z from "zod";
import { v1Billing, type V1BillingRecord } from "../../../api/v1/others";
import type { CallOptions } from "../../http/prepare";
import type { Registry } from "../../../api/registries";
import { v1Registries, type V1RegistryCreate } from "../../../api/v1/registries";
import { absentIsDeleted } from "../../errors/api-errors";

/**
 * The version 1 surface, at `baseUrl`. Deprecated by the platform, which has announced its end: use it only
 * for what version 2 lacks, such as resetting a pod. It acts on the same resources.
 */ // section 14, O-9
export class V1 {
  readonly registries: V1Registries;
  readonly pods: V1Pods;
  readonly networkVolumes: V1NetworkVolumes;
  readonly endpoints: V1Endpoints;
  readonly templates: V1Templates;
  readonly billing: V1Billing;

  constructor(call: Call) {
    this.registries = new V1Registries(call);
    this.pods = new V1Pods(call);
    this.networkVolumes = new V1NetworkVolumes(call);
    this.endpoints = new V1Endpoints(call);
    this.templates = new V1Templates(call);
    this.billing = new V1Billing(call);
  }
}

type BillingRecord = z.infer<typeof V1BillingRecord>;

/** What was spent, in USD, as version 1 tells it. */ // O-40
class V1Billing {
  constructor(private readonly call: Call) {}

  /** Pods. */ // O-40
  pods(options?: CallOptions): Promise<BillingRecord[]> {
    return this.call(v1Billing.pods, { params: {}, ...options });
  }

  /** Serverless endpoints: version 2's `billing.serverless`, not its `billing.endpoints`. */ // B-14
  endpoints(options?: CallOptions): Promise<BillingRecord[]> {
    return this.call(v1Billing.endpoints, { params: {}, ...options });
  }

  /** Network volumes. */ // O-40
  networkVolumes(options?: CallOptions): Promise<BillingRecord[]> {
    return this.call(v1Billing.networkVolumes, { params: {}, ...options });
  }
}

/** Registry credentials under `/containerregistryauth`; the same as in version 2. */
class V1Registries {
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
