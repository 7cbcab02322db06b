import * as compute from "pulumi-compute-platform";

/** Another date prepares the data anew, and trains on it. */
const edition = "2026-05-04";

const dataset = new compute.NetworkVolume("dataset", { dataCenter: "EU-XX-1", size: 100 });

const preparer = new compute.Endpoint("preparer", {
  type: "QUEUE",
  image: "registry.example.com/public/preparer:1.2",
  cpu: [{ id: "cpu3c", vcpuCount: 4 }],
  networkVolumes: [dataset],
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});

// Submitted once for its arguments: the `up` waits for its end, and the next one finds it done.
const prepared = new compute.JobRun("prepared", {
  endpointId: preparer,
  input: { edition, into: "/data" },
  policy: { executionTimeout: 3_600_000 },
});

// Done when its process ends: that is no drift, and only another edition starts it again.
const training = new compute.Pod(
  "training",
  {
    image: "registry.example.com/public/trainer:1.4.0",
    gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
    dataCenterIds: [dataset.dataCenter],
    mounts: { network: [{ volumeId: dataset, path: "/data" }] },
    runToCompletion: true,
    triggers: [edition],
    // With "exited" the `up` would wait for the end of the training, too.
    waitFor: "running",
  },
  { dependsOn: prepared },
);

export const preparation = prepared.status;
export const trainingStatus = training.status;
export const logs = training.id.apply((id) => `compute logs ${id}`);
