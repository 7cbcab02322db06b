import type { billing } from "../../api/billing";
import type { v1Billing, V1BillingRecord } from "../../api/v1/others";
import type * as z from "zod";
import { amountsWithin, roundUsd, spanOf } from "./amounts";
import { bucketsOf, overlapMs } from "./buckets";
import type { BillingFacts } from "./facts";
import { rangeOf, reportOf, type AmountSources, type RangeQuery } from "./report";
import { allAmounts, clusterAmounts, podAmounts, serverlessAmounts, volumeAmounts } from "./sections";
import type { Routes } from "../kernel/route";
import type { CostSegment } from "../world/ledger";
import type { Store } from "../world/store";

/** The members of a report follow from its section; here they are put under the type the contract gives them. */
type Bill<K extends keyof typeof billing> = z.output<(typeof billing)[K]["response"]>;
const bill = <K extends keyof typeof billing>(_operation: K, ...report: Parameters<typeof reportOf>) =>
  reportOf(...report) as unknown as Bill<K>;

/** One section of the bill: which segments it is about, under which names (B-2 to B-6). */
interface Section {
  readonly kind: string;
  readonly amounts: AmountSources;
  readonly member: string;
  readonly counter: string;
}

const sections = {
  pods: { kind: "pod", amounts: podAmounts, member: "podId", counter: "uniquePodCount" },
  serverless: {
    kind: "serverless",
    amounts: serverlessAmounts,
    member: "serverlessId",
    counter: "uniqueServerlessCount",
  },
  networkVolumes: {
    kind: "network-volume",
    amounts: volumeAmounts,
    member: "networkVolumeId",
    counter: "uniqueNetworkVolumeCount",
  },
  clusters: { kind: "cluster", amounts: clusterAmounts, member: "clusterId", counter: "uniqueClusterCount" },
} satisfies Record<string, Section>;

export function billingRoutes(facts: BillingFacts): Routes<typeof billing> {
  const sectionReport = <K extends keyof typeof sections>(operation: K) => {
    const { kind, amounts, member, counter }: Section = sections[operation];
    return ({ query, store }: { query: RangeQuery & Record<string, unknown>; store: Store }) => {
      const resource = { member, counter, wanted: query[member] as string | undefined };
      const segments = facts.segments().filter((segment) => segment.kind === kind);
      return bill(operation, segments, query, { amounts, resource }, store.now());
    };
  };
  return {
    all: ({ query, store }) => bill("all", facts.segments(), query, { amounts: allAmounts }, store.now()),
    pods: sectionReport("pods"),
    serverless: sectionReport("serverless"),
    // Nobody uses the vendor's shared endpoints here: an empty, well-formed bill (B-4).
    endpoints: ({ query, store }) => bill("endpoints", [], query, { amounts: {} }, store.now()),
    networkVolumes: sectionReport("networkVolumes"),
    clusters: sectionReport("clusters"),
  };
}

/** v1's bills: one line a resource and day (O-40). Its `/billing/endpoints` is serverless billing (B-14). */
export function v1BillingRoutes(facts: BillingFacts): Routes<typeof v1Billing> {
  type Name = (segment: CostSegment) => Partial<z.infer<typeof V1BillingRecord>>;
  const lines = (kinds: readonly string[], name: Name) => {
    return ({ store }: { store: Store }) => {
      const now = store.now();
      const { span, size } = rangeOf({}, now);
      const segments = facts.segments().filter(({ kind }) => kinds.includes(kind));
      const ids = [...new Set(segments.map(({ id }) => id))];
      return bucketsOf(span, size).flatMap((bucket) =>
        ids.flatMap((id) => {
          const mine = segments.filter((each) => each.id === id && overlapMs(spanOf(each, now), bucket) > 0);
          const [first] = mine;
          if (!first) return [];
          const amounts = Object.values(amountsWithin(mine, bucket, now));
          return [
            {
              time: new Date(bucket.start).toISOString(),
              amount: roundUsd(amounts.reduce((sum, amount) => sum + amount, 0)),
              timeBilledMs: mine.reduce((sum, each) => sum + overlapMs(spanOf(each, now), bucket), 0),
              ...name(first),
            },
          ];
        }),
      );
    };
  };
  const podLine: Name = ({ id }) => {
    const { diskGb = 0, gpuTypeId } = facts.of(id) ?? {};
    return { podId: id, diskSpaceBilledGb: diskGb, ...(gpuTypeId ? { gpuTypeId } : {}) };
  };
  return {
    pods: lines(["pod"], podLine),
    endpoints: lines(["serverless"], ({ id }) => ({ endpointId: id })),
    networkVolumes: lines(["network-volume"], ({ id }) => ({ networkVolumeId: id })),
  };
}
