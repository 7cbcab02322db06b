import { BillingFacts } from "./billing/facts";
import type { Handlers } from "./jobs/handlers";
import { PodLogs } from "./logs/pod-logs";
import { ServerlessPlatform } from "./serverless/platform";
import { Readmes } from "./templates/v1-view";
import type { Store } from "./store/store";

/** What jobs, logs, bills and the version 1 surface keep between requests. Make it before a state is loaded. */
export const createFamilies = (store: Store, handlers?: Handlers) => ({
  platform: new ServerlessPlatform(store, handlers),
  podLogs: new PodLogs(store),
  facts: new BillingFacts(store),
  readmes: new Readmes(store),
});

export type Families = Readonly<ReturnType<typeof createFamilies>>;
