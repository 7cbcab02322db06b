import type { TypeDocs } from "./type-docs";

const container = {
  image: "Image reference.",
  args: "Stored form of the command. A secret.",
  cmd: "CMD in exec form, where the platform tells it. A secret.",
  entrypoint: "ENTRYPOINT in exec form, where the platform tells it. A secret.",
  disk: "The container's own disk, in GB.",
  env: "Environment, variables of the platform's making included. A secret.",
  envNames: "Names of the environment's variables, sorted.",
  ports: "Exposed ports, each `port/protocol`.",
  registry: "Id of the registry credential; absent for none.",
  mounts: "Storage besides the container disk; empty for none.",
};
const secret = ["env", "args", "cmd", "entrypoint"];
const id = "The platform's id.";
const name = "Its name on the platform.";
const util = { util: "Utilization in percent." };

/** Types that only functions answer with, each described here once. */
export const answerDocs: Readonly<Record<string, TypeDocs>> = {
  PodResult: {
    doc: "A pod as the platform reports it.",
    secret,
    members: {
      id,
      name,
      status: "Where it stands, such as `RUNNING`.",
      actions: "Actions that are valid now.",
      ...container,
      cloud: "Pool of hardware.",
      dataCenterId: "Data center; absent until it is placed.",
      cudaVersion: "CUDA version of the host; absent when unknown.",
      ssh: "Ways in by SSH, which change whenever the pod resets.",
      template: "The template that it was made from.",
      cost: "USD per hour now; 0 when stopped.",
      locked: "Whether it is locked.",
      globalNetworking: "Global networking as it is in effect.",
      runtime: "Live figures of a running pod.",
      createdAt: "RFC 3339, UTC.",
      startedAt: "Time of the last start, RFC 3339, UTC; absent before the first.",
      gpu: "GPUs that it has.",
      cpu: "vCPUs that it has.",
      cluster: "The cluster that it belongs to.",
    },
  },
  PodResultSsh: {
    doc: "Ways into a pod by SSH.",
    members: {
      proxy: "An interactive shell only; absent until a machine is assigned.",
      direct: "Only on a running pod that lists `22/tcp` and has a public port for it.",
      command: "The command of the best way in, direct before proxy; absent while there is none.",
    },
  },
  PodResultGlobalNetworking: {
    doc: "Global networking of a pod as it is in effect.",
    members: {
      enabled: "Whether other networked pods of the account can reach the pod.",
      ip: "Its private address.",
      internalDns: "Its private host name.",
    },
  },
  PodGpuResult: {
    doc: "GPUs that a pod has.",
    members: {
      id: "GPU type id from the catalog.",
      count: "How many there are.",
      vcpuCount: "vCPUs of the whole pod.",
      memory: "System RAM of the whole pod, in GB.",
    },
  },
  PodCpuResult: {
    doc: "vCPUs that a pod has.",
    members: { id: "Flavor id from the catalog.", vcpuCount: "How many there are.", memory: "RAM in GB." },
  },
  PodMembership: {
    doc: "A pod's place in its cluster.",
    members: {
      id: "The platform's id of the cluster.",
      rank: "0 is the entry node.",
      role: "What it does in the cluster.",
      ip: "Its address in the cluster's network.",
    },
  },
  PodRuntime: {
    doc: "Live figures of a running pod, any of which may be absent.",
    members: {
      uptime: "Seconds since the container started.",
      gpus: "Of each GPU.",
      cpu: "Of the vCPUs.",
      memory: "Of the RAM.",
      ports: "Ports as they are reachable.",
    },
  },
  PodRuntimeGpus: {
    doc: "Utilization of one GPU.",
    members: { ...util, memoryUtil: "Utilization of its memory in percent." },
  },
  PodRuntimeCpu: { doc: "Utilization of the vCPUs.", members: util },
  PodRuntimeMemory: { doc: "Utilization of the RAM.", members: util },
  PodRuntimePorts: {
    doc: "A port as it is reachable.",
    members: {
      private: "Its number in the container.",
      public: "Its number outside.",
      type: "Its protocol.",
      ip: "The address outside.",
    },
  },
  MountsResult: {
    doc: "Storage that a pod or a template has.",
    members: { persistent: "A disk on the pod's host.", network: "Network volumes, at most one." },
  },
  MountsResultPersistent: {
    doc: "A disk on the pod's host.",
    members: { size: "In GB.", path: "Where it appears in the container." },
  },
  MountsResultNetwork: {
    doc: "A network volume in a pod.",
    members: { volumeId: "The platform's id of the volume.", path: "Where it appears in the container." },
  },
  ClusterResult: {
    doc: "A cluster as the platform reports it.",
    members: {
      id,
      name,
      type: "What it runs.",
      compute: "The hardware of every member.",
      pods: "Members by status.",
      createdAt: "RFC 3339, UTC.",
      template: "The template that it was made from.",
      dataCenterId: "Its data center.",
      network: "The private network of its members.",
      primary: "The entry node, rank 0.",
    },
  },
  ClusterResultCompute: {
    doc: "The hardware of every member of a cluster.",
    members: { gpuTypeId: "GPU type id from the catalog.", gpuCountPerPod: "GPUs a member.", podCount: "Members." },
  },
  NetworkVolumeResult: {
    doc: "A network volume as the platform reports it.",
    members: { id, name, size: "In GB.", dataCenter: "Id of its data center.", type: "Tier of storage." },
  },
  RegistryCredentialResult: {
    doc: "A registry credential as the platform reports it: never what is in it.",
    members: { id, name },
  },
  RegistryDelegationResult: {
    doc: "A registry delegation as the platform reports it.",
    members: {
      id,
      name: "Its name on the platform; absent for none.",
      delegatorUserId: "The user of the platform who may pull.",
      awsUser: "The account that the repository belongs to.",
      awsRegion: "The region that the repository is in.",
      repository: "The repository's name.",
      tag: "The tag that may be pulled.",
      dockerRegistryUri: "Prefix of the repository's image names; absent where the platform does not tell it.",
      createdAt: "When it was registered, RFC 3339, UTC.",
    },
  },
  AccountSecretResult: {
    doc: "A secret of the account as the platform reports it: never its value.",
    members: {
      id,
      name: "Its name, by which environment variables refer to it.",
      description: "What it is for; absent for none.",
      createdAt: "When it was stored, RFC 3339, UTC.",
      valueLastUpdatedAt: "When its value was last set, RFC 3339, UTC; absent where the platform does not tell it.",
    },
  },
  GpuTypeResult: {
    doc: "A GPU type of the catalog.",
    members: {
      id: "What pods and clusters ask for, such as `NVIDIA L40S`.",
      name: "Its name for people.",
      pool: "What endpoints ask for.",
      manufacturer: "Who makes it.",
      memory: "VRAM in GB.",
      secure: "Whether the pool `SECURE` has it.",
      community: "Whether the pool `COMMUNITY` has it.",
      price: "USD per hour for one GPU.",
      maxCount: "GPUs in the largest single pod; a ceiling, not stock.",
      availability: "Stock at large; only where it was asked for. Advisory.",
      dataCenters: "Stock by data center; only where it was asked for.",
      cudaVersions: "CUDA versions of its hosts.",
    },
  },
  GpuTypeResultPrice: {
    doc: "USD per hour for one GPU.",
    members: { secure: "In the pool `SECURE`.", community: "In the pool `COMMUNITY`.", serverless: "For endpoints." },
  },
  GpuTypeResultMaxCount: {
    doc: "GPUs in the largest single pod.",
    members: { secure: "In the pool `SECURE`.", community: "In the pool `COMMUNITY`." },
  },
  GpuTypeResultCudaVersions: {
    doc: "A CUDA version of a GPU type's hosts.",
    members: { version: "As `major.minor`.", available: "Whether there is stock with it." },
  },
  CatalogSite: {
    doc: "Stock in one data center.",
    members: { id, name: "Its name for people.", availability: "`NONE`, `LOW`, `MEDIUM` or `HIGH`." },
  },
  CpuTypeResult: {
    doc: "A CPU flavor of the catalog.",
    members: {
      id: "What pods ask for, such as `cpu3c`.",
      name: "Its name for people.",
      group: "Its group.",
      vcpu: "The range of vCPUs in one pod.",
      ramGbPerVcpu: "GB for each vCPU; may be fractional.",
      price: "USD per hour for one vCPU.",
      availability: "Stock at large; only where it was asked for. Advisory.",
      dataCenters: "Stock by data center; only where it was asked for.",
    },
  },
  CpuTypeResultVcpu: { doc: "The range of vCPUs in one pod.", members: { min: "At least.", max: "At most." } },
  CpuTypeResultPrice: {
    doc: "USD per hour for one vCPU.",
    members: { securePerVcpu: "For pods.", serverlessPerVcpu: "For endpoints." },
  },
  DataCenterResult: {
    doc: "A data center of the catalog.",
    members: {
      id: "What pods and volumes ask for, such as `EU-XX-1`.",
      name: "Its name for people.",
      region: "Its part of the world.",
      globalNetwork: "Whether pods can have global networking there.",
      networkVolumeTypes: "Tiers of storage, the primary first; none means no network volumes.",
      compliance: "Its marks of compliance.",
      gpuAvailability: "Stock of GPU types; only where it was asked for.",
      cpuAvailability: "Stock of CPU flavors; only where it was asked for.",
    },
  },
  TemplateResult: {
    doc: "A template as the platform reports it.",
    secret,
    members: {
      id,
      name,
      ...container,
      serverless: "Whether it is for endpoints rather than pods.",
      public: "Whether everybody can use it.",
      category: "Grouping only.",
      startSsh: "Whether its pods get SSH.",
      startJupyter: "Whether its pods get Jupyter.",
      allowedCudaVersions: "Accepted CUDA versions; an empty list means any.",
    },
  },
  EndpointResult: {
    doc: "A serverless endpoint as the platform reports it.",
    secret,
    members: {
      id,
      name,
      ...container,
      type: "How work arrives; absent only on old endpoints.",
      requestUrls: "Where it takes requests.",
      gpu: "GPUs of each worker.",
      cpu: "vCPUs that workers may have.",
      workers: "How few and how many workers there may be.",
      scaling: "When workers are added.",
      dataCenterIds: "Data centers that workers may be placed in; an empty list means any.",
      networkVolumes: "Ids of the volumes that workers mount.",
      timeout: "How long one request may run, in milliseconds.",
      flashboot: "Faster starts of workers.",
      createdAt: "RFC 3339, UTC.",
    },
  },
  EndpointResultGpu: {
    doc: "GPUs of each worker.",
    members: {
      pools: "Pool ids.",
      excludedTypes: "GPU type ids that are left out.",
      count: "GPUs of each worker.",
      allowedCudaVersions: "Accepted CUDA versions; an empty list means any.",
      minCudaVersion: "Lowest accepted CUDA version; absent for none.",
    },
  },
  EndpointResultWorkers: {
    doc: "How few and how many workers there may be.",
    members: { min: "Fewest.", max: "Most.", idleTimeout: "Seconds without work after which a worker stops." },
  },
  EndpointResultScaling: {
    doc: "When workers are added.",
    members: {
      type: "`QUEUE_DELAY` or `REQUEST_COUNT`.",
      queueDelay: "Seconds that a job waits.",
      requestCount: "Requests in flight per worker.",
    },
  },
  EndpointHealthResult: {
    doc: "How many jobs and workers a queue endpoint has.",
    members: { jobs: "Jobs by where they stand.", workers: "Workers by what they do." },
  },
  EndpointHealthResultJobs: {
    doc: "Jobs of an endpoint by where they stand.",
    members: {
      completed: "Ended well.",
      failed: "Ended otherwise.",
      inProgress: "Running.",
      inQueue: "Waiting.",
      retried: "Submitted again after a failure.",
    },
  },
  EndpointHealthResultWorkers: {
    doc: "Workers of an endpoint by what they do.",
    members: { idle: "Waiting for work.", running: "At work." },
  },
  ServerlessWorkersResult: {
    doc: "Workers of a serverless endpoint.",
    members: {
      workers: "Each of them.",
      summary: "How many there are in each status.",
      endpointVersion: "The endpoint's current version.",
    },
  },
  ServerlessWorkersResultSummary: {
    doc: "How many workers there are in each status; the first five add up to `total`.",
    members: {
      running: "At work.",
      idle: "Ready for work.",
      initializing: "Starting.",
      throttled: "Held back for want of hardware.",
      unhealthy: "Failing.",
      total: "All of them.",
    },
  },
  ServerlessWorker: {
    doc: "A worker of a serverless endpoint.",
    members: {
      id,
      status: "What it is doing.",
      isStale: "Runs an older configuration than the current one.",
      gpuCount: "GPUs that it has.",
      version: "Version of the endpoint that it runs.",
      image: "Image that it runs.",
      uptimeSeconds: "Seconds since it started.",
      gpuTypeId: "GPU type id from the catalog.",
      dataCenterId: "Its data center.",
      startedAt: "RFC 3339, UTC.",
    },
  },
  SshKeysResult: {
    doc: "The account's public SSH keys.",
    members: { keys: "One authorized_keys line each." },
  },
  Region: { doc: "Part of the world." },
  ComplianceMark: { doc: "What a data center complies with." },
  TemplateSource: { doc: "Where templates come from." },
};
