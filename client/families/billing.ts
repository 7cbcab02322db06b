import type * as z from "zod";
import { billing } from "../../api/billing";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

type Group = typeof billing;
type Options<K extends keyof Group> = CallOptions & z.input<NonNullable<Group[K]["query"]>>;
type Report<K extends keyof Group> = z.output<Group[K]["response"]>;

/**
 * What was spent, in USD, read-only. Times are RFC 3339: `startTime` inclusive and 30 days ago by default,
 * `endTime` exclusive and now by default, both widened to whole buckets; or `lastN` buckets instead of the two.
 */ // section 13
export class Billing {
  constructor(private readonly call: Call) {}

  /** All resources together. */ // B-1
  all({ signal, priority, ...query }: Options<"all"> = {}): Promise<Report<"all">> {
    return this.call(billing.all, { params: {}, query, signal, priority });
  }

  /** Pods: one record for each pod and bucket, or of the one `podId`. */ // B-2, B-13
  pods({ signal, priority, ...query }: Options<"pods"> = {}): Promise<Report<"pods">> {
    return this.call(billing.pods, { params: {}, query, signal, priority });
  }

  /** Serverless endpoints, or the one `serverlessId`. */ // B-3
  serverless({ signal, priority, ...query }: Options<"serverless"> = {}): Promise<Report<"serverless">> {
    return this.call(billing.serverless, { params: {}, query, signal, priority });
  }

  /** The platform's shared public endpoints; your own are under `serverless`. */ // B-4
  endpoints({ signal, priority, ...query }: Options<"endpoints"> = {}): Promise<Report<"endpoints">> {
    return this.call(billing.endpoints, { params: {}, query, signal, priority });
  }

  /** Network volumes, or the one `networkVolumeId`. */ // B-5
  networkVolumes({ signal, priority, ...query }: Options<"networkVolumes"> = {}): Promise<Report<"networkVolumes">> {
    return this.call(billing.networkVolumes, { params: {}, query, signal, priority });
  }

  /** Clusters, or the one `clusterId`. */ // B-6
  clusters({ signal, priority, ...query }: Options<"clusters"> = {}): Promise<Report<"clusters">> {
    return this.call(billing.clusters, { params: {}, query, signal, priority });
  }
}
