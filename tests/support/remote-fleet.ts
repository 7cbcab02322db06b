import * as pulumi from "@pulumi/pulumi";
import { version } from "../../client/http/version";

/** The component as SDKs that are generated from the schema have it: the plugin makes it. */
export class RemoteFleet extends pulumi.ComponentResource {
  declare readonly ids: pulumi.Output<Record<string, string>>;
  declare readonly ready: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: pulumi.Inputs, options: pulumi.ComponentResourceOptions = {}) {
    super("compute:index:Fleet", name, { ...args, ids: undefined, ready: undefined }, { version, ...options }, true);
  }
}
