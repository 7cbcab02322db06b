import type { Release, ReleaseList } from "../../api/serverless";
import { timestampOf } from "../store/clock";
import type { Change, EndpointSettings, EndpointState, ReleaseState } from "./record";

/** Settings that end up inside the container or decide on its hardware: changing one makes a release (E-37). */
const released: Readonly<Record<string, (settings: EndpointSettings) => unknown>> = {
  gpuIds: ({ gpu }) => gpu?.pools.join(","),
  excludedGpuTypes: ({ gpu }) => gpu?.excludedTypes,
  gpuCount: ({ gpu }) => gpu?.count,
  allowedCudaVersions: ({ gpu }) => gpu?.allowedCudaVersions,
  minCudaVersion: ({ gpu }) => gpu?.minCudaVersion,
  instanceIds: ({ cpu }) => cpu?.map(({ id, vcpuCount }) => `${id}-${vcpuCount}`),
  locations: ({ dataCenterIds }) => dataCenterIds,
  networkVolumeIds: ({ networkVolumes }) => networkVolumes,
  flashBootType: ({ flashboot }) => flashboot,
  "template.imageName": ({ image }) => image,
  "template.dockerArgs": ({ args }) => args,
  "template.containerDiskInGb": ({ disk }) => disk,
  "template.env": ({ env }) => env,
  "template.ports": ({ ports }) => ports,
  "template.containerRegistryAuthId": ({ registry }) => registry,
};

/** The changes of a release, in the platform's internal names (E-17). Null stands for absent. */
export function differences(old: EndpointSettings, next: EndpointSettings): Change[] {
  return Object.entries(released)
    .map(([field, read]) => ({ field, old: read(old) ?? null, new: read(next) ?? null }))
    .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new));
}

/** Where a release comes from: somebody's update, or a build. */
export interface ReleaseOrigin {
  readonly id: string;
  readonly seq: number;
  readonly buildId?: string;
  readonly at: number;
}

/** Takes new settings over. Those that reach the container raise the version and are rolled out (E-37, E-38). */
export function applySettings(endpoint: EndpointState, settings: EndpointSettings, origin: ReleaseOrigin): void {
  const diff = differences(endpoint.settings, settings);
  endpoint.settings = settings;
  if (diff.length > 0) release(endpoint, diff, origin, endpoint.version + 1);
}

/** The first release: the endpoint as created (E-38). */
export function firstRelease(endpoint: EndpointState, origin: ReleaseOrigin): void {
  release(endpoint, [], origin, 1);
}

function release(
  endpoint: EndpointState,
  diff: Change[],
  { id, seq, buildId, at }: ReleaseOrigin,
  version: number,
): void {
  endpoint.version = version;
  const source = buildId === undefined ? "MANUAL" : "GIT_BUILD";
  endpoint.releases.push({ id, seq, version, source, buildId: buildId ?? null, createdAt: at, diff });
}

/** A release and how many workers run it now (E-17). */
export function releaseView(
  { workers }: EndpointState,
  { id, version, source, buildId, createdAt, diff }: ReleaseState,
): Release {
  return {
    id,
    version,
    source,
    buildId,
    createdByUserId: source === "MANUAL" ? "owner" : null,
    createdAt: timestampOf(createdAt),
    workerCount: workers.filter((worker) => worker.version === version).length,
    diff: diff.map(({ field, old, new: next }) => ({ field, old, new: next })),
  };
}

/** How far the newest release has come (E-17); 0 percent without workers. */
export function rolloutOf({ workers, version }: EndpointState): ReleaseList["rollout"] {
  const workersTotal = workers.length;
  const workersOnLatest = workers.filter((worker) => worker.version === version).length;
  return {
    inProgress: workersOnLatest < workersTotal,
    workersOnLatest,
    workersTotal,
    percentOnLatest: workersTotal === 0 ? 0 : Math.round((100 * workersOnLatest) / workersTotal),
  };
}
