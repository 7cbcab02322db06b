import type { Call } from "../../http/transport";
import { V1Billing } from "./billing";
import { V1Endpoints } from "./endpoints";
import { V1NetworkVolumes } from "./network-volumes";
import { V1Pods } from "./pods";
import { V1Registries } from "./registries";
import { V1Templates } from "./templates";

/**
 * The version 1 surface, at `baseUrl`. Deprecated by the platform, which has announced its end: use it only
 * for what version 2 lacks, such as resetting a pod. It acts on the same resources.
 */ // section 14, O-9
export class V1 {
  readonly registries: V1Registries;
  readonly pods: V1Pods;
  readonly networkVolumes: V1NetworkVolumes;
  readonly endpoints: V1Endpoints;
  readonly templates: V1Templates;
  readonly billing: V1Billing;

  constructor(call: Call) {
    this.registries = new V1Registries(call);
    this.pods = new V1Pods(call);
    this.networkVolumes = new V1NetworkVolumes(call);
    this.endpoints = new V1Endpoints(call);
    this.templates = new V1Templates(call);
    this.billing = new V1Billing(call);
  }
}
