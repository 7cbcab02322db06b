import type { CustomResource, Input } from "@pulumi/pulumi";
import type { CpuFlavorId, GpuTypeId } from "./args/ids";
import type { NetworkVolume } from "./classes";

/** A resource of this package, or the id of one. */
export type IdOf<R extends CustomResource> = R | string;

/** Where a pod stands. */ // section 4.3
export type PodStatus = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED";

/** What hardware has to have, in place of an id: of what the catalog has in stock, the cheapest is taken. */
interface NeedArgs {
  /** GB, at least: of each GPU, or of all vCPUs together. */
  readonly memory: Input<number>;
  /** Ids from the catalog that are not to be taken. */
  readonly excluding?: Input<Input<string>[]>;
  /** USD for the whole pod or cluster, at list prices. Counts when hardware is looked for, and never replaces what runs. */
  readonly maxHourlyCost?: Input<number>;
}

/** What GPUs have to have. */
interface GpuNeedArgs extends NeedArgs {
  readonly manufacturer?: Input<"NVIDIA" | "AMD">;
}

/** GPUs asked for, by an id or by what they have to have. */
export type PodGpuArgs = PodGpuFilterArgs & Either<{ readonly id: Input<GpuTypeId> }, GpuNeedArgs>;

type Either<One, Other> = (One & None<Other>) | (Other & None<One>);
type None<Others> = { readonly [member in keyof Others]?: never };

/** How many GPUs, and what limits their placement. */
export interface PodGpuFilterArgs {
  /** GPUs in the pod, at least 1, at most the type's maximum for the cloud. Default 1. */
  readonly count?: Input<number>;
  /** Accepted CUDA versions as `major.minor`, exact match, in any order; `[]` means any. Excludes `minCudaVersion`. */
  readonly allowedCudaVersions?: Input<Input<string>[]>;
  /** Lowest accepted CUDA version as `major.minor`. Excludes a non-empty `allowedCudaVersions`. */
  readonly minCudaVersion?: Input<string>;
  /** RAM per GPU in whole GB, at least 1. */
  readonly minRamPerGpu?: Input<number>;
  /** vCPUs per GPU, at least 1. */
  readonly minVcpuCountPerGpu?: Input<number>;
}

/** vCPUs asked for, by the id of a flavor or by the memory they have to have. */
export type PodCpuArgs = CpuCountArgs & Either<{ readonly id: Input<CpuFlavorId> }, NeedArgs>;

/** vCPUs of a flavor. */
export interface EndpointCpuArgs extends CpuCountArgs {
  /** Flavor id from the catalog, e.g. `cpu3c`. */
  readonly id: Input<CpuFlavorId>;
}

/** How many vCPUs. */
export interface CpuCountArgs {
  /** A power of two, at least 2, within the flavor's range. */
  readonly vcpuCount: Input<number>;
}

/** A disk on the pod's host; dies with the pod. GPU pods only. */
export interface PersistentMountArgs {
  /** Whole GB, at least 10. */
  readonly size: Input<number>;
  /** Where it appears in the container. */
  readonly path: Input<string>;
}

/** A network volume; only detached when the pod goes. `SECURE` pods only. */
export interface NetworkMountArgs {
  /** The volume, or its id; in the pod's data center. */
  readonly volumeId: Input<IdOf<NetworkVolume>>;
  /** Where it appears in the container. */
  readonly path: Input<string>;
}

/** One kind at most. */
export interface MountsArgs {
  readonly persistent?: Input<PersistentMountArgs>;
  /** One entry at most. */
  readonly network?: Input<Input<NetworkMountArgs>[]>;
}

/** The persistent disk of pods that are created from a template. */
export interface TemplateMountsArgs {
  readonly persistent?: Input<PersistentMountArgs>;
}

/** The bucket of a job, and the keys for it. */
export interface JobS3ConfigArgs {
  readonly accessId: Input<string>;
  readonly accessSecret: Input<string>;
  readonly bucketName: Input<string>;
  /** Address of the store. */
  readonly endpointUrl: Input<string>;
}

/** The hardware of every member, by an id or by what it has to have. */
export type ClusterComputeArgs = ClusterSizeArgs & Either<{ readonly gpuTypeId: Input<GpuTypeId> }, GpuNeedArgs>;

/** How many members, with how many GPUs each. */
export interface ClusterSizeArgs {
  /** At least 1, at most the type's maximum. */
  readonly gpuCountPerPod: Input<number>;
  /** 2 to 250. */
  readonly podCount: Input<number>;
}

/** Lengths of time: seconds as a number, or text like `"90s"`, `"10m"`, `"1h30m"`. */
export interface TimeoutsArgs {
  /** Default 30 minutes. */
  readonly create?: number | string;
  /** Default 30 minutes. */
  readonly update?: number | string;
  /** Default 10 minutes. */
  readonly delete?: number | string;
}

/** One way to reach a pod by SSH. */
export interface SshEndpoint {
  readonly host: string;
  readonly port: number;
  /** For the proxy an opaque routing token, not an account in the container. */
  readonly username: string;
  /** Ready-to-run `ssh` line. */
  readonly command: string;
}

/** Ways into a pod by SSH. None of them proves access: without `startSsh` there is none. */
export interface PodSsh {
  /** An interactive shell only; null until a machine is assigned. */
  readonly proxy: SshEndpoint | null;
  /** Only on a running pod that lists `22/tcp` and has a public port for it. Changes at every restart. */
  readonly direct: SshEndpoint | null;
  /** The line of the best way in, direct before proxy; null while there is none. */
  readonly command: string | null;
}

/** GPUs of a pod as they were asked for. */
export interface PodGpu {
  readonly id: string;
  /** Left out where the program left it out and it is 1. */
  readonly count?: number;
  readonly allowedCudaVersions?: readonly string[];
  readonly minCudaVersion?: string;
  readonly minRamPerGpu?: number;
  readonly minVcpuCountPerGpu?: number;
}

/** vCPUs of a pod without GPU. */
export interface PodCpu {
  readonly id: string;
  readonly vcpuCount: number;
}

/** Mounts as the platform reports them; `{}` when there is none. */
export interface Mounts {
  readonly persistent?: { readonly size: number; readonly path: string };
  readonly network?: readonly { readonly volumeId: string; readonly path: string }[];
}

/** GPUs of each worker of an endpoint: pools, not types, or what the types have to have. */
export type EndpointGpuArgs = EndpointGpuFilterArgs & Either<{ readonly pools: Input<Input<string>[]> }, PoolNeedArgs>;

/** What the GPUs of a worker have to have, in place of `pools`: every type in a pool that has it. */
type PoolNeedArgs = Pick<GpuNeedArgs, "memory" | "manufacturer">;

/** How many GPUs, and which not. */
export interface EndpointGpuFilterArgs {
  /** GPU type ids that are not wanted. */
  readonly excludedTypes?: Input<Input<string>[]>;
  /** GPUs of each worker, at least 1. Default 1. */
  readonly count?: Input<number>;
  /** Accepted CUDA versions as `major.minor`, in any order; `[]` means any. Excludes `minCudaVersion`. */
  readonly allowedCudaVersions?: Input<Input<string>[]>;
  /** Lowest accepted CUDA version as `major.minor`. */
  readonly minCudaVersion?: Input<string>;
}

/** When workers are added: by seconds in the queue, at least 0.5, or by requests for each worker, at least 1. */
export type EndpointScalingArgs =
  | { readonly type: "QUEUE_DELAY"; readonly queueDelay: Input<number> }
  | { readonly type: "REQUEST_COUNT"; readonly requestCount: Input<number> };

/** How many workers there may be. */
export interface EndpointWorkersArgs {
  /** Default 0. */
  readonly min?: Input<number>;
  /** Default 3. */
  readonly max?: Input<number>;
  /** Seconds without work after which a worker stops, 1 to 3600. Default 10. Not for QUEUE with REQUEST_COUNT. */
  readonly idleTimeout?: Input<number>;
}

/** GPUs of each worker of an endpoint as they were asked for. */
export interface EndpointGpu {
  readonly pools: readonly string[];
  readonly excludedTypes?: readonly string[];
  readonly count?: number;
  readonly allowedCudaVersions?: readonly string[];
  readonly minCudaVersion?: string;
}

/** vCPUs that workers of an endpoint may have. */
export type EndpointCpu = readonly PodCpu[];

/** When workers are added. */
export interface EndpointScaling {
  readonly type: "QUEUE_DELAY" | "REQUEST_COUNT";
  readonly queueDelay?: number;
  readonly requestCount?: number;
}

/** How many workers there may be. */
export interface EndpointWorkers {
  readonly min: number;
  readonly max: number;
  readonly idleTimeout?: number;
}

/** Where an endpoint takes requests, by its type. `{job_id}` stands literally in the addresses that need one. */
export interface RequestUrls {
  /** Of both types: where its health is read. */
  readonly health?: string;
  /** Of LOAD_BALANCER. */
  readonly base?: string;
  readonly run?: string;
  readonly runSync?: string;
  readonly status?: string;
  readonly stream?: string;
  readonly cancel?: string;
  readonly retry?: string;
  readonly purgeQueue?: string;
}
