import * as z from "zod";
import { Mounts } from "../../api/mounts";
import { podStatuses } from "../../api/pods";
import { volumeTypes } from "../../api/network-volumes";
import { jobStatuses } from "../../api/words";
import { JobRequest } from "../../api/queue";
import { Count, Duration, Instant, Percent, Usd } from "../kernel/bounds";
import { KeySpec, SettingsChange } from "./schemas";
import { stockFixture } from "../catalog/fixtures/stock";
import { clusterMembers, type StoredCluster } from "../clusters/record";
import { volumeMembers } from "../network-volumes/record";
import { podMembers, type StoredPod } from "../pods/record";
import { PodScript } from "../pods/scripts";
import { endpointMembers } from "../serverless/record";
import type { KeptBy } from "../store/kept";
import { type StoredTemplate, templateMembers } from "../templates/record";

/**
 * What each part of a dump must be before any of it is taken over. Members that are not named pass, and those with a
 * default may be missing, so that a dump of another release can be loaded; what is named is what the emulator computes with.
 */

const Id = z.string().min(1).max(200);
const Text = z.string().max(1_000_000);
const Texts = z.array(Text).max(10_000);
const Env = z.record(z.string(), Text);
/** A number of machines, GPUs or boots that bounds a loop. */
const Few = z.int().min(0).max(1_000);
const StockId = z.enum(stockFixture.map(({ id }) => id) as [string, ...string[]]);
const Rates = z.record(z.string(), Usd);
const many = <S extends z.ZodType>(item: S) => z.array(item).max(200_000);

/**
 * Each member of a record but those that a request says how they are: one that is left out here would be loaded unchecked,
 * and is a type error.
 */
type Members<Stored, Kept extends { readonly created: (body: never) => unknown }> = {
  readonly [Name in Exclude<keyof Stored, keyof KeptBy<Kept>>]-?: z.ZodType;
};

const stored = { id: Id, seq: Count };
const dated = { ...stored, createdAt: Instant };

const Pod = z.looseObject({
  ...podMembers.inDumps,
  ...dated,
  args: Text,
  mounts: Mounts,
  gpu: z.looseObject({ id: Id, count: Few }).optional(),
  cpu: z.looseObject({ id: Id, vcpuCount: Few }).optional(),
  template: z.string().nullable(),
  cluster: z.looseObject({ id: Id, rank: Few }).optional(),
  globalNetworking: z.boolean(),
  networkIp: z.string().optional(),
  stockId: StockId,
  units: Few,
  ratePerHourUsd: Usd,
  status: z.enum(podStatuses),
  since: Instant,
  isPlaced: z.boolean(),
  startedAt: Instant.nullable(),
  boots: Count,
  polls: Count,
  load: Percent.optional(),
  bootEnv: Env.optional(),
} satisfies Members<StoredPod, typeof podMembers>);

const Cluster = z.looseObject({
  ...clusterMembers.inDumps,
  ...dated,
  template: z.string().optional(),
  podIds: z.array(Id).max(1_000),
  network: z.looseObject({ cidr: z.string(), vxlanId: Count, vxlanPort: Count }),
} satisfies Members<StoredCluster, typeof clusterMembers>);

const Template = z.looseObject({
  ...templateMembers.inDumps,
  ...dated,
  args: Text,
  owner: z.literal("self"),
  mounts: Mounts,
} satisfies Members<StoredTemplate, typeof templateMembers>);

const Segment = z.looseObject({ kind: Id, id: Id, rates: Rates, from: Instant, to: Instant.optional() });
const Tally = z.array(z.tuple([Id, Count])).max(10_000);

const Account = z.looseObject({
  sshKeys: Texts,
  settings: SettingsChange,
  keys: many(KeySpec.omit({ account: true }).extend({ user: Id })),
});

const After = Duration;
const Plan = z.looseObject({
  steps: many(
    z.union([
      z.looseObject({ afterMs: After, chunk: z.looseObject({ output: z.unknown() }) }),
      z.looseObject({ afterMs: After, log: Text }),
      z.looseObject({ afterMs: After, progress: z.unknown() }),
    ]),
  ),
  end: z.looseObject({ afterMs: After, outcome: z.looseObject({}) }).optional(),
});

const Job = z.looseObject({
  id: Id,
  kind: z.enum(["run", "runsync"]),
  input: z.record(z.string(), z.unknown()),
  webhook: z
    .string()
    .refine((url) => URL.canParse(url))
    .optional(),
  s3Config: JobRequest.shape.s3Config,
  lowPriority: z.boolean(),
  executionTimeoutMs: Duration.optional(),
  submittedAt: Instant,
  ttlAt: Instant,
  retentionMs: Duration,
  dropAt: Instant.optional(),
  status: z.enum(jobStatuses),
  queuedAt: Instant,
  startedAt: Instant.optional(),
  finishedAt: Instant.optional(),
  workerId: Id.optional(),
  chunks: many(z.looseObject({ output: z.unknown() })),
  attempt: Count,
  automaticRetries: Count,
  plan: Plan.optional(),
  planned: Count,
});

const Worker = z.looseObject({
  id: Id,
  version: Count,
  image: Text,
  gpuCount: Few,
  createdAt: Instant,
  status: z.enum(["RUNNING", "IDLE", "INITIALIZING", "THROTTLED", "UNHEALTHY"]),
  place: z
    .looseObject({ dataCenterId: Id, gpuTypeId: Id.nullable(), stockId: StockId, units: Few, rates: Rates })
    .optional(),
  nextAt: Instant.optional(),
  startedAt: Instant.optional(),
  idleSince: Instant.optional(),
  jobId: Id.optional(),
  isLeaving: z.boolean(),
});

const EndpointSettings = z.looseObject({
  ...endpointMembers.inDumps,
  image: Text,
  args: Text,
  disk: Count,
  env: Env,
  ports: Texts,
  registry: z.string().nullable(),
  gpu: z
    .looseObject({
      pools: Texts,
      excludedTypes: Texts.optional(),
      count: Few,
      allowedCudaVersions: Texts,
      minCudaVersion: z.string().nullable(),
    })
    .optional(),
  cpu: z
    .array(z.looseObject({ id: Id, vcpuCount: Few, memory: z.number() }))
    .max(1_000)
    .optional(),
  workers: z.looseObject({ min: Few, max: Few, idleTimeout: Count.optional() }),
});

const Endpoint = z.looseObject({
  ...dated,
  templateId: z.string().optional(),
  settings: EndpointSettings,
  version: Count,
  releases: many(
    z.looseObject({
      ...dated,
      version: Count,
      source: z.enum(["MANUAL", "GIT_BUILD"]),
      buildId: z.string().nullable(),
      diff: z.array(z.looseObject({ field: Text })).max(1_000),
    }),
  ),
  builds: many(
    z.looseObject({
      ...dated,
      commitHash: z.string().nullable(),
      commitMessage: z.string().nullable(),
      branch: z.string().nullable(),
      imageName: Text,
      outcome: z.enum(["COMPLETED", "FAILED", "CANCELLED", "TEST_FAILED"]),
      error: z.string().nullable(),
      isReleased: z.boolean(),
    }),
  ),
  workers: z.array(Worker).max(1_000),
  queue: many(Id),
  counters: z.looseObject({ completed: Count, failed: Count, retried: Count }),
  activeAt: Instant,
  hasLiveView: z.boolean(),
  jobs: many(Job),
});

/** By the name of the section. */
export const dumpParts: Readonly<Record<string, z.ZodType>> = {
  pods: many(Pod),
  clusters: many(Cluster),
  volumes: many(z.looseObject({ ...volumeMembers.inDumps, ...dated, type: z.enum(volumeTypes) })),
  registries: many(z.looseObject({ ...dated, name: Text, username: Text, password: Text })),
  delegations: many(z.looseObject({ ...stored, createdAtMs: Instant, record: z.looseObject({ id: Id }) })),
  secrets: many(
    z.looseObject({ ...stored, createdAtMs: Instant, value: Text, record: z.looseObject({ id: Id, name: Text }) }),
  ),
  templates: many(Template),
  capacity: z.looseObject({ totals: Tally, used: Tally }),
  ledger: many(Segment),
  scripts: z.array(PodScript).max(1_000),
  account: Account,
  endpoints: z.array(Endpoint).max(10_000),
  podLogs: z.null(),
  billing: z.record(z.string(), z.looseObject({ clusterId: Id.optional(), gpuTypeId: Id.optional(), diskGb: Count })),
  readmes: z.record(z.string(), Text),
  /** Each is checked as a separate dump. */
  accounts: z.record(Id, z.looseObject({ version: z.unknown() })),
};

export const DumpHead = z.looseObject({
  sequence: Count,
  ids: z.int().min(0).max(0xffff_ffff),
  now: Instant,
});
