import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

interface Shard {
  readonly name: string;
  /** In order of preference. */
  readonly gpuTypes: readonly string[];
}

const config = new pulumi.Config();

/** One pod for each entry. Logical names come from the list, so adding or removing one touches no other. */
const shards = config.getObject<Shard[]>("shards") ?? [
  { name: "books", gpuTypes: ["NVIDIA L40S", "NVIDIA A40"] },
  { name: "code", gpuTypes: ["NVIDIA L40S", "NVIDIA A40"] },
  { name: "web", gpuTypes: ["NVIDIA A40", "NVIDIA L40S"] },
];

const fleet = shards.map(
  ({ name, gpuTypes }) =>
    new compute.Pod(`worker-${name}`, {
      image: "registry.example.com/public/embedder:3.0",
      gpu: gpuTypes.map((id) => ({ id })),
      waitForCapacity: config.get("patience") ?? "10m",
      env: { SHARD: name },
    }),
);

export const podIds = fleet.map((pod) => pod.id);
/** What each of them got. */
export const gpuTypes = fleet.map((pod) => pod.gpu.apply((gpu) => gpu?.id));
