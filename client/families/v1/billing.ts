import type * as z from "zod";
import { v1Billing, type V1BillingRecord } from "../../../api/v1/others";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

type BillingRecord = z.infer<typeof V1BillingRecord>;

/** What was spent, in USD, as version 1 tells it. */ // O-40
export class V1Billing {
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
