/** What a type of the schema is, and each of its members. */
export interface TypeDocs {
  readonly doc: string;
  readonly members?: Readonly<Record<string, string>>;
  /** Members that may hold tokens. */
  readonly secret?: readonly string[];
}

const path = "Where it appears in the container. Can change in place.";

const gpus = {
  count: "GPUs in the pod, at least 1, at most the type's maximum for the cloud. Default 1.",
  allowedCudaVersions:
    "Accepted CUDA versions as `major.minor`, matched exactly, in any order. Excludes `minCudaVersion`.",
  minCudaVersion: "Lowest accepted CUDA version as `major.minor`. Excludes a non-empty `allowedCudaVersions`.",
  minRamPerGpu: "RAM per GPU in whole GB, at least 1.",
  minVcpuCountPerGpu: "vCPUs per GPU, at least 1.",
};
const flavor = "Flavor id from the catalog, such as `cpu3c`.";
const vcpuCount = "A power of two, at least 2, within the flavor's range.";
const members = { gpuCountPerPod: "At least 1, at most the type's maximum.", podCount: "2 to 250." };
const manufacturer = "With `memory`: who makes the GPUs.";
const ofWorkers = {
  pools: "Pool ids, at least one.",
  excludedTypes: "GPU type ids that are not wanted.",
  count: "GPUs of each worker, at least 1. Default 1.",
  allowedCudaVersions: "Accepted CUDA versions as `major.minor`. Excludes `minCudaVersion`.",
  minCudaVersion: "Lowest accepted CUDA version as `major.minor`. Excludes a non-empty `allowedCudaVersions`.",
};

/** What a need says in place of an id. */
const need = (memory: string) => ({
  memory: `${memory} In place of an id.`,
  excluding: "With `memory`: ids from the catalog that are not to be taken.",
  maxHourlyCost:
    "With `memory`: USD for the whole pod or cluster, at list prices. It counts when hardware is looked for, and never replaces what runs.",
});

/** Types are shared by kinds and by functions; each is described here, once. */
export const typeDocs: Readonly<Record<string, TypeDocs>> = {
  PodGpu: {
    doc: "GPUs asked for, by an `id` or by the `memory` that they have to have. The filters limit where the pod is placed.",
    members: {
      id: "GPU type id from the catalog, such as `NVIDIA L40S`.",
      ...gpus,
      ...need("GB of each GPU, at least."),
      manufacturer,
    },
  },
  PodGpuChoice: {
    doc: "The GPUs that the pod got, and what limited its placement.",
    members: { id: "GPU type id, such as `NVIDIA L40S`.", ...gpus },
  },
  PodCpu: {
    doc: "vCPUs asked for, by the `id` of a flavor or by the `memory` that they have to have.",
    members: { id: flavor, vcpuCount, ...need("GB of all vCPUs together, at least.") },
  },
  PodCpuChoice: {
    doc: "The vCPUs that the pod got. The flavor determines the memory.",
    members: { id: flavor, vcpuCount },
  },
  EndpointCpu: { doc: "vCPUs of a worker. The flavor determines the memory.", members: { id: flavor, vcpuCount } },
  ClusterCompute: {
    doc: "The hardware of every member, by a `gpuTypeId` or by what it has to have.",
    members: {
      gpuTypeId: "GPU type id from the catalog.",
      ...members,
      ...need("GB of each GPU, at least."),
      manufacturer,
    },
  },
  ClusterComputeChoice: {
    doc: "The hardware that every member got.",
    members: { gpuTypeId: "GPU type id.", ...members },
  },
  GpuManufacturer: { doc: "Who makes the GPUs." },
  Mounts: {
    doc: "Storage besides the container disk: at most one kind, which can't change in place.",
    members: {
      persistent: "A disk on the pod's host, deleted with the pod. GPU pods only.",
      network: "A network volume, at most one. SECURE pods only.",
    },
  },
  PersistentMount: {
    doc: "A disk on the pod's host, deleted with the pod.",
    members: { size: "Whole GB, at least 10; can only grow.", path },
  },
  NetworkMount: {
    doc: "A network volume in a pod; only detached when the pod is deleted.",
    members: {
      volumeId: "Id of the volume, in the pod's data center. Another volume requires a new pod.",
      path,
    },
  },
  JobRunPolicy: {
    doc: "Limits of one job.",
    members: {
      executionTimeout:
        "Longest that it may run, in milliseconds, 5000 to 604800000. Default: the endpoint's `timeout`.",
      ttl: "How long after its submission it is dropped, whatever its state, in milliseconds, 10000 to 604800000. Default: a day.",
      lowPriority: "Whether it makes the endpoint start no worker. Default false.",
    },
  },
  S3Config: {
    doc: "The bucket of a job, and the keys for it.",
    secret: ["accessId", "accessSecret"],
    members: {
      accessId: "Id of the key.",
      accessSecret: "The key itself.",
      bucketName: "Name of the bucket.",
      endpointUrl: "Address of the store.",
    },
  },
  Timeouts: {
    doc: 'How long each operation may take, as text such as "90s", "10m" or "1h30m".',
    members: { create: 'Default "30m".', update: 'Default "30m".', delete: 'Default "10m".' },
  },
  Adopt: {
    doc: "An existing object, by exactly one of `id` and `name`.",
    members: { id: "The platform's id.", name: "Its name, if no other object of the kind in the account has it." },
  },
  Cloud: { doc: "Pool of hardware. Network volumes require `SECURE`." },
  DesiredStatus: { doc: "Whether a pod should be running or stopped." },
  WaitFor: {
    doc: "What create and update wait for: the container to run, SSH to be reachable, nothing, or its process to end.",
  },
  ClusterWaitFor: { doc: "What a create waits for: all members to run, also the primary's SSH endpoint, or nothing." },
  DataLoss: { doc: "Whether a change may destroy data." },
  Lockout: { doc: "Whether the last key of somebody else may be taken away." },
  EndpointType: {
    doc: "How work arrives: as jobs in a queue, or as HTTP requests that go to a worker directly.",
  },
  EndpointWaitFor: { doc: "What create and update wait for: a worker that can take a job, or nothing." },
  ReadyWaitFor: { doc: "What is waited for: the containers to run, or SSH to be reachable as well." },
  Rollout: {
    doc: "How pods of one group roll: an update restarts only so many at a time.",
    members: {
      group: "Any text; pods with the same one roll together.",
      maxUnavailable: "How many may be away at a time because they were changed, at least 1.",
    },
  },
  StopWhenIdle: {
    doc: "When a pod that idles may be stopped by `compute keep`.",
    members: {
      after: 'How long it may idle, as text such as "30m" or "1h30m".',
      gpuBelow: "A GPU used less than this idles, whole percent, 1 to 100. Default 5.",
      cpuBelow: "The same for a pod without GPUs.",
    },
  },
  EndpointScalingType: { doc: "What adds workers: time in the queue, or requests in flight." },
  Flashboot: { doc: "Faster starts of workers from kept snapshots." },
  JobLoss: { doc: "Whether deleting an endpoint may cancel its jobs." },
  EndpointGpu: {
    doc: "GPUs of each worker, by pools of the catalog or by the `memory` that they have to have.",
    members: { ...ofWorkers, memory: "GB of each GPU, at least. In place of `pools`.", manufacturer },
  },
  EndpointGpuChoice: { doc: "The pools that GPUs of workers are taken from.", members: ofWorkers },
  EndpointWorkers: {
    doc: "How few and how many workers there may be.",
    members: {
      min: "Workers that always run. Default 0.",
      max: "Most workers. Default 3.",
      idleTimeout:
        "Seconds without work after which a worker stops, 1 to 3600. Default 10. Not for QUEUE with REQUEST_COUNT.",
    },
  },
  EndpointScaling: {
    doc: "When workers are added.",
    members: {
      type: "`QUEUE_DELAY`, for QUEUE only, or `REQUEST_COUNT`.",
      queueDelay: "Of QUEUE_DELAY: seconds that a job waits, at least 0.5.",
      requestCount: "Of REQUEST_COUNT: requests in flight per worker, at least 1.",
    },
  },
  EndpointScalingResult: {
    doc: "When workers are added.",
    members: {
      type: "`QUEUE_DELAY` or `REQUEST_COUNT`.",
      queueDelay: "Of QUEUE_DELAY: seconds that a job waits.",
      requestCount: "Of REQUEST_COUNT: requests in flight per worker.",
    },
  },
  EndpointRequestUrls: {
    doc: "Where an endpoint takes requests, by its type. `{job_id}` stands literally in the addresses that need one.",
    members: {
      run: "Of QUEUE: where a job is submitted.",
      runSync: "Of QUEUE: where a job is submitted and waited for.",
      status: "Of QUEUE: where a job stands.",
      stream: "Of QUEUE: the output of a job while it runs.",
      cancel: "Of QUEUE: ends a job.",
      retry: "Of QUEUE: repeats a failed job.",
      purgeQueue: "Of QUEUE: drops all jobs that wait.",
      health: "Where its health is read.",
      base: "Of LOAD_BALANCER: where requests are sent.",
    },
  },
  TemplateCategory: { doc: "Where the console groups a template. It has no other effect." },
  TemplateMounts: {
    doc: "Storage of pods that are created from a template: a persistent disk or nothing.",
    members: { persistent: "A disk on the pod's host, deleted with the pod. GPU pods only." },
  },
  ClusterType: { doc: "What a cluster runs. Determines the roles of its members." },
  NetworkVolumeType: { doc: "Tier of storage." },
  PodSsh: {
    doc: "Ways into a pod by SSH. None of them proves access: without `startSsh` there is none.",
    members: {
      proxy: "An interactive shell only; absent until a machine is assigned.",
      direct: "Only on a running pod that lists `22/tcp` and has a public port for it. Changes at every restart.",
      command: "The command of the best way in, direct before proxy; absent while nobody can log in.",
    },
  },
  SshEndpoint: {
    doc: "One way to reach a pod by SSH.",
    members: {
      host: "Host name or address.",
      port: "Port of the host.",
      username: "For the proxy an opaque routing token, not an account in the container.",
      command: "Ready-to-run `ssh` command.",
    },
  },
  PodNetworking: {
    doc: "Global networking of a pod as it is in effect.",
    members: {
      enabled: "Whether other networked pods of the account can reach the pod.",
      ip: "Its private address.",
      internalDns: "Its private host name.",
    },
  },
  ClusterPods: {
    doc: "Members of a cluster.",
    members: { total: "How many there are.", byStatus: "How many there are in each status; zero counts are left out." },
  },
  ClusterPrimary: {
    doc: "The entry node of a cluster, rank 0.",
    members: {
      podId: "Id of the pod.",
      status: "Its status.",
      sshEndpoint: "`host:port`; absent until it runs and exposes `22/tcp`.",
    },
  },
  ClusterNetwork: {
    doc: "The private network of a cluster's members.",
    members: { cidr: "Its addresses.", vxlanId: "Its VXLAN id.", vxlanPort: "Its VXLAN port." },
  },
};
