import { secrets, sshKeys } from "./account";
import { billing } from "./billing";
import { catalog } from "./catalog";
import { clusters } from "./clusters";
import type { Group } from "./endpoint";
import { networkVolumes } from "./network-volumes";
import { pods } from "./pods";
import { queue } from "./queue";
import { delegations, registries } from "./registries";
import { serverless } from "./serverless";
import { templates } from "./templates";
import { v1NetworkVolumes } from "./v1/network-volumes";
import { v1Billing, v1Endpoints, v1Templates } from "./v1/others";
import { v1Pods } from "./v1/pods";
import { v1Registries } from "./v1/registries";

/** Every operation of the contract, by family. What is not here is neither called nor served. */
export const contract = {
  pods,
  clusters,
  networkVolumes,
  registries,
  delegations,
  serverless,
  templates,
  catalog,
  sshKeys,
  secrets,
  billing,
  queue,
  v1Registries,
  v1Pods,
  v1NetworkVolumes,
  v1Endpoints,
  v1Templates,
  v1Billing,
} satisfies Readonly<Record<string, Group>>;
