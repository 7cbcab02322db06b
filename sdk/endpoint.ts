import type * as pulumi from "@pulumi/pulumi";
import type { EndpointArgs } from "./args/endpoint";
import { endpointKind, EndpointOutputs } from "./outputs/endpoint";

/**
 * A serverless endpoint: workers that come and go with the work. Everything but its type and its family of
 * hardware changes in place; what concerns containers is a new release that reaches workers as they are replaced.
 *
 * Deleting one that has jobs is refused unless `jobLoss: "allow"`.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const settings = new compute.Template("settings", {
 *   image: "registry.example.com/public/worker:3.1",
 *   serverless: true,
 * });
 *
 * const images = new compute.Endpoint("images", {
 *   type: "QUEUE",
 *   templateId: settings,
 *   gpu: { pools: ["ADA_24", "AMPERE_48"] },
 *   workers: { min: 0, max: 4, idleTimeout: 15 },
 *   scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
 * });
 *
 * export const run = images.requestUrls.apply((urls) => urls?.run);
 * ```
 */
export class Endpoint extends EndpointOutputs {
  constructor(name: string, args: EndpointArgs, options?: pulumi.CustomResourceOptions) {
    super(endpointKind, name, args, options);
  }

  /** Reads an endpoint that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Endpoint {
    return new Endpoint(name, undefined as unknown as EndpointArgs, { ...options, id });
  }
}
