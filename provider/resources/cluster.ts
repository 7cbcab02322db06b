import * as z from "zod";
import { ClusterCompute, clusterTypes } from "../../api/clusters";
import { isObject } from "../props";
import { defineResource, field } from "../resource";
import { clusterRules } from "./cluster-rules";
import { commandGroup, containerFields } from "./container";
import { mountsField } from "./mounts";
import { adoptField, dataLossField, timeoutsField, waitForCapacityField, waitForField } from "./ours";
import { dataCenterIdsField, oneOrSeveral, startFlag, stillAmong } from "./placement";

export const cluster = defineResource({
  kind: "Cluster",
  doc: "Two or more identical GPU pods in one data center on one private network. Only its name can change in place; its member pods are never touched one by one (P-59).",
  source: "5",
  inputs: {
    name: field(z.string().min(1), {
      change: "update",
      doc: "Shown in the console. Left out: the logical name and a short suffix.",
      limits: "text, at least 1 character",
      rules: ["C-4", "C-20"],
      freeText: true,
    }),
    type: field(z.enum(clusterTypes), {
      change: "replace",
      doc: "What runs on it; decides the roles of the members.",
      limits: '"APPLICATION", "TRAINING", "SLURM" or "RAY"',
      rules: ["C-2", "C-27"],
    }),
    compute: field(oneOrSeveral(ClusterCompute), {
      change: stillAmong,
      alternatives: true,
      doc: "The hardware of every member; the cluster has `podCount` × `gpuCountPerPod` GPUs. Or an ordered list of alternatives, tried one after the other where there is no capacity; the output is the one that was chosen.",
      limits:
        "one or a list of `{ gpuTypeId, gpuCountPerPod, podCount }`; type from the catalog, at least 1 GPU a pod, 2 to 250 pods",
      rules: ["C-10", "C-24", "C-26"],
    }),
    ...containerFields({ change: "replace", createOnly: true }),
    templateId: field(z.string().min(1).optional(), {
      change: "replace",
      doc: "Template to make the members from, in place of the container settings and mounts. The cluster keeps the link, and a private image can only be had this way.",
      limits: "id of a pod template, at least 1 character",
      rules: ["C-21", "C-22"],
      createOnly: true,
      absent: null,
    }),
    dataCenterIds: dataCenterIdsField,
    mounts: mountsField({ change: "replace", createOnly: true }),
    startJupyter: startFlag("Starts Jupyter on every member, in images that follow the convention.", ["C-2", "P-52"]),
    startSsh: startFlag("Lets the account's SSH keys in on every member, in images that follow the convention.", [
      "C-2",
      "P-53",
    ]),
    waitFor: waitForField("What a create waits for: all members running, also the primary's SSH endpoint, or nothing."),
    waitForCapacity: waitForCapacityField,
    timeouts: timeoutsField,
    adopt: adoptField,
    dataLoss: dataLossField(
      "Whether a change that needs a new cluster may destroy the persistent disks of the old one. Deleting is not affected.",
      "allow",
    ),
  },
  outputs: {
    pods: {
      type: "{ total: number, byStatus: Record<string, number> }",
      doc: "Members by status when last looked at; zero counts are left out.",
      rules: ["C-11", "C-30"],
    },
    primary: {
      type: "{ podId: string, status: PodStatus, sshEndpoint?: string } | undefined",
      doc: "The entry node, rank 0; `sshEndpoint` is `host:port`.",
      rules: ["C-11", "C-27", "C-28"],
    },
    network: {
      type: "{ cidr: string, vxlanId?: number, vxlanPort?: number } | undefined",
      doc: "The private network of the members.",
      rules: ["C-11"],
    },
    dataCenterId: { type: "string | undefined", doc: "Where it was placed.", rules: ["C-11", "C-25"] },
    template: { type: "string | undefined", doc: "The template it was made from.", rules: ["C-11", "C-21"] },
    createdAt: { type: "string", doc: "RFC 3339, UTC.", rules: ["A-72"] },
  },
  groups: { command: commandGroup("replace") },
  maxNameLength: 191,
  rules: clusterRules,
  misplaced: {
    registry: "a cluster gets a credential only through its template (C-22); set it there and use templateId",
    gpu: "the hardware goes into compute: { gpuTypeId, gpuCountPerPod, podCount }",
    cpu: "clusters have GPUs only; use compute",
  },
  destroys: ({ mounts }) =>
    isObject(mounts) && mounts.persistent !== undefined ? "the persistent disks of its pods (M-31)" : undefined,
  dataLoss: "allow",
});
