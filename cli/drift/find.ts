import type { Client } from "../../client/index";
import type { Operations } from "../../provider/kinds/operations";
import { clusterOperations } from "../../provider/kinds/cluster/requests";
import { networkVolumeOperations } from "../../provider/kinds/network-volume/requests";
import { podOperations } from "../../provider/kinds/pod/requests";
import { registryCredentialOperations } from "../../provider/kinds/registry-credential/requests";
import { project } from "../../provider/state/outputs";
import type { Resource } from "../../provider/table/resource";
import { cluster } from "../../provider/kinds/cluster/fields";
import { networkVolume } from "../../provider/kinds/network-volume/fields";
import { pod } from "../../provider/kinds/pod/fields";
import { registryCredential } from "../../provider/kinds/registry-credential/fields";
import { fingerprints } from "../../provider/state/state";
import type { Kind, StackResource } from "../state/deployment";
import { readWorld, type World } from "../state/world";
import { compare } from "./compare";
import type { Drift, NotCompared } from "./report";

export interface Found {
  readonly drift: readonly Drift[];
  readonly notCompared: readonly NotCompared[];
}

const declarations: Readonly<Record<Kind, Resource>> = {
  Pod: pod,
  Cluster: cluster,
  NetworkVolume: networkVolume,
  RegistryCredential: registryCredential,
};

/** Compares resources with the platform: one list of each kind that is among them. Changes nothing. */
export async function findDrift(
  client: Client,
  resources: readonly StackResource[],
  signal: AbortSignal,
): Promise<Found> {
  const kinds = [...new Set(resources.map(({ kind }) => kind))];
  const world = await readWorld(client, kinds, resources, signal);
  return {
    drift: resources.flatMap((resource) => driftOf(resource, resources, world)),
    notCompared: resources.flatMap(sealedProperties),
  };
}

function driftOf(resource: StackResource, all: readonly StackResource[], world: World): Drift[] {
  switch (resource.kind) {
    case "Pod":
      return [...against(resource, world.Pod, podOperations, all), ...failed(resource, world.Pod)];
    case "Cluster":
      return against(resource, world.Cluster, clusterOperations, all);
    case "NetworkVolume":
      return against(resource, world.NetworkVolume, networkVolumeOperations, all);
    case "RegistryCredential":
      return against(resource, world.RegistryCredential, registryCredentialOperations, all);
  }
}

interface Live {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}

function against<T extends Live>(
  resource: StackResource,
  objects: readonly T[],
  operations: Operations<T>,
  all: readonly StackResource[],
): Drift[] {
  const { kind, id, outputs } = resource;
  const object = objects.find((one) => one.id === id);
  if (!object || operations.isGone?.(object)) return [gone(resource, objects, all)];
  const declaration = declarations[kind];
  return compare(
    declaration,
    resource,
    outputs,
    project(declaration, id, outputs, operations.observe(object, outputs)),
  );
}

/**
 * A pod that ended in ERROR before its create did. The state has seen it so, and it is not as the program says all the same.
 */
function failed({ urn, name, kind, id, inputs, outputs }: StackResource, pods: World["Pod"]): Drift[] {
  const wanted = inputs["desiredStatus"] ?? "RUNNING";
  const isFailed = pods.some((pod) => pod.id === id && pod.status === "ERROR");
  if (!isFailed || wanted !== "RUNNING" || outputs["desiredStatus"] === "RUNNING") return [];
  return [{ urn, name, kind, id, class: "stopped", path: "desiredStatus", old: wanted, new: "ERROR" }];
}

function gone(
  { urn, name, kind, id, inputs, outputs }: StackResource,
  objects: readonly Live[],
  all: readonly StackResource[],
): Drift {
  const owned = new Set(all.map((one) => one.id));
  const called = outputs["platformName"] ?? outputs["name"] ?? inputs["name"];
  const successor = objects.find((one) => one.name === called && !owned.has(one.id));
  const base = { urn, name, kind, id, path: "", old: id };
  if (!successor) return { ...base, class: "terminated" };
  const { createdAt } = successor;
  return { ...base, class: "replaced", new: successor.id, ...(createdAt === undefined ? {} : { since: createdAt }) };
}

const sealedProperties = ({ urn, name, sealedOutputs }: StackResource): NotCompared[] =>
  sealedOutputs
    // Fingerprints of secrets and generated passwords are never compared with the platform.
    .filter((path) => path !== fingerprints && path !== "jupyterPassword" && !path.startsWith("__"))
    .map((path) => ({ urn, name, path, reason: "encrypted in the state, and no passphrase is set" }));
