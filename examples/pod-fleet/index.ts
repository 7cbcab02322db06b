import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

interface Shard {
  readonly name: string;
  readonly gpuType: string;
}

const config = new pulumi.Config();

/** One pod for each entry. Logical names come from the list, so adding or removing one touches no other. */
const shards = config.getObject<Shard[]>("shards") ?? [
  { name: "books", gpuType: "NVIDIA L40S" },
  { name: "code", gpuType: "NVIDIA L40S" },
  { name: "web", gpuType: "NVIDIA L40S" },
];

const fleet = shards.map(
  ({ name, gpuType }) =>
    new compute.Pod(`worker-${name}`, {
      image: "registry.example.com/public/embedder:3.0",
      gpu: { id: gpuType },
      env: { SHARD: name },
    }),
);

export const podIds = fleet.map((pod) => pod.id);
