import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

/**
 * The platform cannot change a credential, and refuses to delete one that a pod uses. A new password therefore makes a
 * second credential, points the pods at it, and only then deletes the first: one `up`, in that order.
 */
const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: config.requireSecret("registryPassword"),
});

const pods = ["api", "batch"].map(
  (name) =>
    new compute.Pod(name, {
      image: `registry.example.com/acme/${name}:1.0`,
      registry,
      cpu: { id: "cpu3c", vcpuCount: 2 },
      disk: 10,
    }),
);

export const registryId = registry.id;
export const podIds = pods.map((pod) => pod.id);
