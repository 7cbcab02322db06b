import * as pulumi from "@pulumi/pulumi";
import { version } from "../../client/http/version";
import { dynamicType, pluginType } from "../../provider/state/identity";
import type { Registration } from "../resource";

/** Settings of one provider. What is left out comes from the environment of the plugin (`COMPUTE_API_KEY`, …). */
export interface ProviderArgs {
  /** The account's API key. Always a secret. */
  readonly apiKey?: pulumi.Input<string>;
  /** Address of the platform: what stands before `/v2`. */
  readonly apiUrl?: pulumi.Input<string>;
  /** Address of the version 1 interface; ends in `/v1`. */
  readonly baseUrl?: pulumi.Input<string>;
  /** Address of the job queue: what stands before `/v2/{endpointId}`. */
  readonly queueUrl?: pulumi.Input<string>;
  /** The form of authorization on the job queue: `bearer` (default), or `bare` for the key alone. */
  readonly queueAuth?: pulumi.Input<string>;
  /** Where http ports of pods are served, with `{podId}` and `{port}` in it. */
  readonly portUrl?: pulumi.Input<string>;
  /** `true`: `preview` and `up` compare the program with the platform and correct drift. */
  readonly refreshBeforeUpdate?: pulumi.Input<boolean>;
  /** `take over`: what an interrupted run made, and no state has, is taken up in place of being refused. */
  readonly interrupted?: pulumi.Input<"take over">;
  /** Accepts that objects last seen with another address or key are gone. The error that asks for this setting shows its value. */
  readonly acceptMissing?: pulumi.Input<string>;
}

/**
 * An account of the platform, for programs that use several: `new compute.Pod(name, args, { provider })`. Each runs in a
 * process of its own. A program with one account needs none: it is configured by `pulumi config set compute:apiKey`.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const { apiKey, ...rest } = args;
    const properties = { ...rest, ...(apiKey !== undefined && { apiKey: pulumi.secret(apiKey) }) };
    super("compute", name, properties, pulumi.mergeOptions({ version }, options));
  }
}

/** Resources of the plugin `pulumi-resource-compute`, of this package's version. The engine tells it what the constant and the key tell. */
export const throughPlugin: Registration = {
  type: pluginType,
  formerType: dynamicType,
  handOver: () => ({}),
  marksSecrets: true,
  options: { version },
};
