import type * as pulumi from "@pulumi/pulumi";
import type { EndpointArgs } from "./args/endpoint";
import { endpointKind, EndpointOutputs } from "./outputs/endpoint";

/**
 * A serverless endpoint: workers that come and go with the work (section 8). Everything but its type and its family of
 * hardware changes in place; what concerns containers is a new release that reaches workers as they are replaced (E-37).
 *
 * Deleting one that has jobs is refused unless `jobLoss: "allow"`.
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
