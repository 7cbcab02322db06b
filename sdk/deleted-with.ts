import * as pulumi from "@pulumi/pulumi";
import { deletedWithLeaves } from "../provider/fleet/deleted-with";

/**
 * Refuses the option `deletedWith`. Only the options of the resource itself are seen here: what a component hands down, or a
 * transform adds, reaches the engine alone.
 *
 * @param what the objects that would stay.
 * @throws pulumi.RunError where the option is set.
 */
export function refuseDeletedWith(resource: string, what: string, options: pulumi.ResourceOptions | undefined): void {
  if (options?.deletedWith === undefined) return;
  throw new pulumi.RunError(deletedWithLeaves(resource, what));
}
