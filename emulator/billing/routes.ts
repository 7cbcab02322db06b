import type * as z from "zod";
import { billing } from "../../api/billing";
import { ownMember } from "../../values/own-member";
import { type Operations, operations } from "../kernel/route";
import type { Store } from "../store/store";
import type { BillingFacts } from "./facts";
import { type AmountSources, type RangeQuery, reportOf } from "./report";

/** The members of a report follow from its section; here they are put under the type the contract gives them. */
type Bill<K extends keyof typeof billing> = z.output<(typeof billing)[K]["response"]>;
const bill = <K extends keyof typeof billing>(_operation: K, ...report: Parameters<typeof reportOf>) =>
  reportOf(...report) as unknown as Bill<K>;

/** One section of the bill: the kind of thing that it is about and its rates (B-11), and under which names (B-2 to B-6). */
interface Section {
  readonly kind: string;
  readonly rates: readonly string[];
  /** What the names of its amounts begin with in the overview (B-12). */
  readonly inAll: string;
  readonly member: string;
  readonly counter: string;
}

const sections = {
  pods: { kind: "pod", rates: ["gpu", "cpu", "disk"], inAll: "pod", member: "podId", counter: "uniquePodCount" },
  serverless: {
    kind: "serverless",
    rates: ["gpu", "cpu", "disk", "fee"],
    inAll: "serverless",
    member: "serverlessId",
    counter: "uniqueServerlessCount",
  },
  networkVolumes: {
    kind: "network-volume",
    rates: ["standard", "highPerformance"],
    inAll: "storage",
    member: "networkVolumeId",
    counter: "uniqueNetworkVolumeCount",
  },
  clusters: {
    kind: "cluster",
    rates: ["gpu", "disk", "networking"],
    inAll: "cluster",
    member: "clusterId",
    counter: "uniqueClusterCount",
  },
} as const satisfies Record<string, Section>;

const amountsOf = ({ kind, rates }: Section, nameOf: (rate: string) => string): AmountSources =>
  Object.fromEntries(rates.map((rate) => [`${nameOf(rate)}Amount`, { kind, rate }]));

const inAll = (section: Section): AmountSources =>
  amountsOf(section, (rate) => section.inAll + rate.charAt(0).toUpperCase() + rate.slice(1));

/** Nothing here uses the vendor's shared endpoints (B-4). */
const allAmounts: AmountSources = {
  ...inAll(sections.pods),
  ...inAll(sections.serverless),
  ...inAll(sections.networkVolumes),
  endpointAmount: { kind: "public-endpoint", rate: "fee" },
  ...inAll(sections.clusters),
};

export function billingOperations(facts: BillingFacts): Operations {
  const sectionReport = <K extends keyof typeof sections>(operation: K) => {
    const { kind, member, counter }: Section = sections[operation];
    const amounts = amountsOf(sections[operation], (rate) => rate);
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
