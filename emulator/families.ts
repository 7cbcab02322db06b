import { billing } from "../api/billing";
import { pods } from "../api/pods";
import { queue } from "../api/queue";
import { serverless } from "../api/serverless";
import { v1NetworkVolumes } from "../api/v1/network-volumes";
import { v1Billing, v1Endpoints, v1Templates } from "../api/v1/others";
import { v1Pods } from "../api/v1/pods";
import { v1Registries } from "../api/v1/registries";
import { BillingFacts } from "./billing/facts";
import type { Handlers } from "./jobs/handlers";
import type { Router } from "./kernel/mount";
import { PodLogs } from "./logs/pod-logs";
import { overruledByCursor } from "./logs/request";
import { billingRoutes, v1BillingRoutes } from "./billing/routes";
import { requireVolume } from "./network-volumes/routes";
import { requirePod } from "./pods/routes";
import { queueMountOptions, queueRoutes } from "./jobs/routes";
import { requireRegistry } from "./registries/routes";
import { serverlessMountOptions, serverlessRoutes } from "./serverless/routes";
import { Readmes, v1EndpointRoutes, v1TemplateMountOptions, v1TemplateRoutes } from "./routes/v1-others";
import { v1PodMountOptions, v1PodRoutes } from "./pods/v1-routes";
import { v1RegistryRoutes } from "./registries/v1-routes";
import { v1VolumeRoutes } from "./network-volumes/v1-routes";
import { ServerlessPlatform } from "./serverless/platform";
import type { Store } from "./world/store";
import { updateSynonym } from "./kernel/v1-compat";

type Names = Readonly<Record<string, string>>;

/** What jobs, logs, bills and the version 1 surface keep between requests. Make it before a state is loaded. */
export interface Families {
  readonly platform: ServerlessPlatform;
  readonly podLogs: PodLogs;
  readonly facts: BillingFacts;
  readonly readmes: Readmes;
}

export function createFamilies(store: Store, handlers?: Handlers): Families {
  const platform = new ServerlessPlatform(store, handlers);
  return { platform, podLogs: new PodLogs(store), facts: new BillingFacts(store), readmes: new Readmes(platform) };
}

/** Serverless endpoints, their queues, the logs of pods, bills, and the whole version 1 surface. */
export function mountFamilies(router: Router, { platform, podLogs, facts, readmes }: Families): Router {
  const podsV1 = v1PodRoutes(platform);
  const endpointsV1 = v1EndpointRoutes(platform);
  const templatesV1 = v1TemplateRoutes(platform, readmes);
  const ofEndpoint = {
    endpointId: ({ endpointId }: Names) => endpointId,
    resource: ({ endpointId }: Names) => void platform.endpoint(endpointId),
  };
  const ofTemplate = v1TemplateMountOptions(platform);
  const ofVolume = {
    resource: ({ networkVolumeId: id = "" }: Names, store: Store) => void requireVolume({ id }, store),
  };
  const ofRegistry = {
    resource: ({ containerRegistryAuthId: id = "" }: Names, store: Store) => void requireRegistry({ id }, store),
  };
  return (
    router
      .mount(serverless, serverlessRoutes(platform), serverlessMountOptions(platform))
      .mount(queue, queueRoutes(platform), queueMountOptions(platform))
      .mount({ logs: pods.logs }, podLogs.routes(), { resource: requirePod, overruled: { logs: overruledByCursor } })
      .mount(billing, billingRoutes(facts))
      .mount(v1Registries, v1RegistryRoutes, ofRegistry)
      .mount(v1Pods, podsV1, v1PodMountOptions(platform))
      .mount(v1NetworkVolumes, v1VolumeRoutes, ofVolume)
      .mount(v1Endpoints, endpointsV1, ofEndpoint)
      .mount(v1Templates, templatesV1, ofTemplate)
      .mount(v1Billing, v1BillingRoutes(facts))
      // O-5.
      .mount({ update: updateSynonym(v1Pods.update) }, { update: podsV1.update }, v1PodMountOptions(platform) as object)
      .mount({ update: updateSynonym(v1NetworkVolumes.update) }, { update: v1VolumeRoutes.update }, ofVolume)
      .mount({ update: updateSynonym(v1Endpoints.update) }, { update: endpointsV1.update }, ofEndpoint)
      .mount({ update: updateSynonym(v1Templates.update) }, { update: templatesV1.update }, ofTemplate)
  );
}
