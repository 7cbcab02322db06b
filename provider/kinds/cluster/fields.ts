import * as z from "zod";
import { Cluster as Reported, ClusterCreate, clusterTypes, ClusterUpdate } from "../../../api/clusters";
import { defineResource, field, type Violation } from "../../table/resource";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { ComputeOrNeed, computeNeed } from "./hardware";
import { containerFields } from "../shared/container";
import {
  adoptField,
  dataLossField,
  nameField,
  timeoutsField,
  waitForCapacityField,
  waitForField,
  waitModes,
} from "../shared/provider-only";
import { hasDisk, mountsField } from "../shared/mounts";
import { dataCenterIdsField, oneOrSeveral, startFlag, stillAmong } from "../shared/placement";
import { commandAgrees, countLimits, imageOrTemplate, isSet, mountKinds } from "../shared/rules";

function sshPort({ waitFor, ports, templateId }: Props): Violation | undefined {
  if (waitFor !== "ssh" || isSet(templateId) || hasUnknown(ports)) return undefined;
  if (Array.isArray(ports) && ports.includes("22/tcp")) return undefined;
  return {
    path: ["waitFor"],
    problem: "the primary never gets an SSH endpoint without 22/tcp in ports", // C-28
    remedy: 'add "22/tcp" to ports, or wait for "running"',
  };
}

/** C-23: an image or a template. */
const clusterRules = [imageOrTemplate, sshPort, mountKinds, countLimits, commandAgrees];

export const cluster = defineResource({
  kind: "Cluster",
  doc: "Two or more identical GPU pods in one data center, connected by a private network. Only the name can change in place; member pods can't be changed one by one.",
  source: "5",
  requests: { create: ClusterCreate, update: ClusterUpdate },
  inputs: {
    name: nameField("Name shown in the console.", ["C-4", "C-20"]),
    type: field(z.enum(clusterTypes), {
      change: "replace",
      doc: "What the cluster is for. Determines the roles of its members.",
      limits: '"APPLICATION", "TRAINING", "SLURM" or "RAY"',
      rules: ["C-2", "C-27"],
    }),
    compute: field(oneOrSeveral(ComputeOrNeed), {
      change: stillAmong(),
      alternatives: true,
      need: computeNeed,
      doc: "The hardware of every member; the cluster has `podCount` × `gpuCountPerPod` GPUs. `memory` in place of `gpuTypeId` picks the cheapest type in stock with at least this much memory per GPU. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the cluster got.",
      limits:
        "`{ gpuTypeId, gpuCountPerPod, podCount }` or `{ memory, gpuCountPerPod, podCount, manufacturer?, excluding?, maxHourlyCost? }`, or a list of them; type from the catalog, at least 1 GPU per pod, 2 to 250 pods, memory in whole GB, USD for the whole cluster",
      rules: ["C-10", "C-24", "C-26"],
      listedIn: { gpuTypeId: "gpus", excluding: "gpus" },
    }),
    ...containerFields({ change: "replace", excludedBy: "templateId" }),
    templateId: field(z.string().min(1).optional(), {
      refersTo: "Template",
      isServerless: false,
      change: "replace",
      doc: "Template that the members are created from, instead of container settings and mounts. The cluster keeps the link. A private image requires a template.",
      limits: "id of a pod template",
      rules: ["C-21", "C-22"],
      absent: null,
    }),
    dataCenterIds: dataCenterIdsField,
    mounts: mountsField({ change: "replace", excludedBy: "templateId" }),
    startJupyter: startFlag("Starts Jupyter on every member, in images that support it.", ["C-2", "P-52"]),
    startSsh: startFlag("Accepts the account's SSH keys on every member, in images that support it.", ["C-2", "P-53"]),
    waitFor: waitForField(
      "What a create waits for: all members to run, also the primary's SSH endpoint, or nothing.",
      waitModes,
    ),
    waitForCapacity: waitForCapacityField,
    timeouts: timeoutsField,
    adopt: adoptField,
    dataLoss: dataLossField(
      "Whether a change that replaces the cluster may destroy the old members' persistent disks. Deleting the resource is not affected.",
      "allow",
    ),
  },
  outputs: {
    pods: {
      schema: Reported.shape.pods,
      doc: "Number of members by status at the last refresh; statuses without members are omitted.",
      rules: ["C-11", "C-30"],
    },
    primary: {
      schema: Reported.shape.primary,
      doc: "The entry node, rank 0; `sshEndpoint` is `host:port`.",
      rules: ["C-11", "C-27", "C-28"],
    },
    network: {
      schema: Reported.shape.network,
      doc: "The private network of the members.",
      rules: ["C-11"],
      stable: true,
    },
    dataCenterId: {
      schema: Reported.shape.dataCenterId,
      doc: "Where it was placed.",
      rules: ["C-11", "C-25"],
      stable: true,
    },
    template: {
      schema: Reported.shape.template,
      doc: "The template it was created from.",
      rules: ["C-11", "C-21"],
      stable: true,
    },
    createdAt: { schema: Reported.shape.createdAt, doc: "RFC 3339, UTC.", rules: ["A-72"], stable: true },
  },
  maxNameLength: 191,
  rules: clusterRules,
  misplaced: {
    registry:
      "a cluster takes a credential only from its template. Write " + // C-22
      "`const template = new compute.Template(NAME, { image: IMAGE, registry: CREDENTIAL });` before the cluster, with its other " +
      "container settings and mounts in the template too; give the cluster `templateId: template`; and take " +
      "`registry`, `image` and the other settings out of it", // C-21
    gpu: "use compute: { gpuTypeId, gpuCountPerPod, podCount }",
    cpu: "use compute: clusters have GPUs only",
  },
  data: { what: "the persistent disks of its pods", isIn: hasDisk },
});
