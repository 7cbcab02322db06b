import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

export interface GpuWorkstationArgs {
  /** Container image; private images need `registryPassword`. */
  readonly image: pulumi.Input<string>;
  /** GPU type id from the catalog, e.g. `NVIDIA L40S`. */
  readonly gpuType: pulumi.Input<string>;
  /** Where volume and pod live. */
  readonly dataCenter: pulumi.Input<string>;
  /** Home directory in GB, 10 to 4096. Default 100. Grows in place. */
  readonly homeSize?: pulumi.Input<number>;
  readonly registryUsername: pulumi.Input<string>;
  readonly registryPassword: pulumi.Input<string>;
}

/** A GPU pod with SSH whose home directory outlives it: the pod may be replaced, the volume stays. */
export class GpuWorkstation extends pulumi.ComponentResource {
  readonly pod: compute.Pod;
  readonly home: compute.NetworkVolume;
  readonly podId: pulumi.Output<string>;

  constructor(name: string, args: GpuWorkstationArgs, options?: pulumi.ComponentResourceOptions) {
    super("example:index:GpuWorkstation", name, {}, options);
    const parent = { parent: this };

    const registry = new compute.RegistryCredential(
      `${name}-registry`,
      { username: args.registryUsername, password: pulumi.secret(args.registryPassword) },
      parent,
    );
    this.home = new compute.NetworkVolume(
      `${name}-home`,
      { dataCenter: args.dataCenter, size: args.homeSize ?? 100 },
      parent,
    );
    this.pod = new compute.Pod(
      `${name}-pod`,
      {
        image: args.image,
        registry,
        gpu: { id: args.gpuType },
        dataCenterIds: [args.dataCenter],
        mounts: { network: [{ volumeId: this.home, path: "/home" }] },
        ports: ["22/tcp"],
        startSsh: true,
      },
      parent,
    );
    this.podId = this.pod.id;
    this.registerOutputs({ podId: this.podId });
  }
}
