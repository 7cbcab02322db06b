import type * as z from "zod";
import { v1Billing, type V1BillingRecord } from "../../api/v1/others";
import type { Operations } from "../kernel/route";
import { v1Operations } from "../kernel/v1-compat";
import type { CostSegment } from "../store/ledger";
import type { Store } from "../store/store";
import { amountsWithin, rangeOf, roundUsd, spanOf } from "./report";
import { bucketsOf, overlapMs } from "./buckets";
import type { BillingFacts } from "./facts";

/** v1's bills: one line a resource and day (O-40). Its `/billing/endpoints` is serverless billing (B-14). */
export function v1BillingOperations(facts: BillingFacts): Operations {
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
  return v1Operations(v1Billing, {
    pods: lines(["pod"], podLine),
    endpoints: lines(["serverless"], ({ id }) => ({ endpointId: id })),
    networkVolumes: lines(["network-volume"], ({ id }) => ({ networkVolumeId: id })),
  });
}
