import { ownMember } from "../../values/own-member";
import { billing } from "../../api/billing";
import type * as z from "zod";
import type { BillingFacts } from "./facts";
import { reportOf, type AmountSources, type RangeQuery } from "./report";
import { allAmounts, clusterAmounts, podAmounts, serverlessAmounts, volumeAmounts } from "./sections";
import { operations, type Operations } from "../kernel/route";
import type { Store } from "../store/store";

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

export function billingOperations(facts: BillingFacts): Operations {
  const sectionReport = <K extends keyof typeof sections>(operation: K) => {
    const { kind, amounts, member, counter }: Section = sections[operation];
    return ({ query, store }: { query: RangeQuery & Record<string, unknown>; store: Store }) => {
      const resource = { member, counter, wanted: ownMember(query, member) as string | undefined };
      const segments = facts.segments().filter((segment) => segment.kind === kind);
      return bill(operation, segments, query, { amounts, resource }, store.now());
    };
  };
  return operations(billing, {
    all: ({ query, store }) => bill("all", facts.segments(), query, { amounts: allAmounts }, store.now()),
    pods: sectionReport("pods"),
    serverless: sectionReport("serverless"),
    // Nobody uses the vendor's shared endpoints here: an empty, well-formed bill (B-4).
    endpoints: ({ query, store }) => bill("endpoints", [], query, { amounts: {} }, store.now()),
    networkVolumes: sectionReport("networkVolumes"),
    clusters: sectionReport("clusters"),
  });
}
