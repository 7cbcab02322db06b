import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

/** Model weights that the endpoint's workers read. */
const weights = new compute.NetworkVolume("weights", { dataCenter: config.get("dataCenter") ?? "EU-XX-1", size: 100 });

/** Endpoints are not resources of this provider; the stack only names the one to test. */
export const endpointId = config.require("endpointId");
export const volumeId = weights.id;
