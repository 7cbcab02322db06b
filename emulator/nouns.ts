import { billingOperations } from "./billing/routes";
import { v1BillingOperations } from "./billing/v1-routes";
import { catalogOperations } from "./catalog/routes";
import { clusterOperations } from "./clusters/routes";
import { delegationOperations } from "./delegations/routes";
import type { Families } from "./families";
import { queueOperations } from "./jobs/routes";
import type { Operations } from "./kernel/route";
import { networkVolumeOperations, v1NetworkVolumeOperations } from "./network-volumes/routes";
import { podOperations } from "./pods/routes";
import { v1PodOperations } from "./pods/v1-routes";
import { registryOperations, v1RegistryOperations } from "./registries/routes";
import { secretOperations } from "./secrets/routes";
import { serverlessOperations } from "./serverless/routes";
import { v1EndpointOperations } from "./serverless/v1-routes";
import { sshKeyOperations } from "./ssh-keys/routes";
import { templateOperations } from "./templates/routes";
import { v1TemplateOperations } from "./templates/v1-routes";

/** Everything that the platform can be asked: a line for each noun, with its version 1 form where it has one. */
export function operationsOf({ platform, podLogs, facts, readmes }: Families): readonly Operations[] {
  const nouns: Readonly<Record<string, readonly Operations[]>> = {
    pods: [podOperations(podLogs), v1PodOperations(platform)],
    clusters: [clusterOperations],
    networkVolumes: [networkVolumeOperations, v1NetworkVolumeOperations],
    registries: [registryOperations, v1RegistryOperations],
    delegations: [delegationOperations],
    templates: [templateOperations, v1TemplateOperations(platform, readmes)],
    serverless: [serverlessOperations(platform), v1EndpointOperations(platform)],
    jobs: [queueOperations(platform)],
    billing: [billingOperations(facts), v1BillingOperations(facts)],
    catalog: [catalogOperations],
    sshKeys: [sshKeyOperations],
    secrets: [secretOperations],
  };
  return Object.values(nouns).flat();
}
