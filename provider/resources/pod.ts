import * as z from "zod";
import { Cpu, PodGpu } from "../../api/compute";
import { clouds } from "../../api/pods";
import { isObject } from "../props";
import { defineResource, field } from "../resource";
import { commandGroup, containerFields } from "./container";
import { mountsField, podMountChange } from "./mounts";
import { adoptField, dataLossField, timeoutsField, waitForCapacityField, waitForField } from "./ours";
import { podOutputs } from "./pod-outputs";
import { podRules, podTransitions } from "./pod-rules";
import { dataCenterIdsField, oneOrSeveral, startFlag, stillAmong } from "./placement";

/** Only what a request may hold: the platform reports more about a pod's hardware (M-56, M-60). */
function canonicalGpu(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id, count = 1, allowedCudaVersions, minCudaVersion, minRamPerGpu, minVcpuCountPerGpu } = value;
  const versions = Array.isArray(allowedCudaVersions) ? [...(allowedCudaVersions as unknown[])].sort() : [];
  return { id, count, versions, minCudaVersion, minRamPerGpu, minVcpuCountPerGpu };
}

const canonicalCpu = (value: unknown): unknown =>
  isObject(value) ? { id: value.id, vcpuCount: value.vcpuCount } : value;

export const pod = defineResource({
  kind: "Pod",
  doc: "One machine, GPU or CPU, running one container image. Billed by the second while it runs.",
  source: "3 and 4",
  inputs: {
    name: field(z.string().min(1), {
      change: "update",
      doc: "Shown in the console; need not be unique. Left out: the logical name and a short suffix.",
      limits: "text, at least 1 character",
      rules: ["P-10", "P-18"],
    }),
    ...containerFields({ change: "update", fromTemplate: true }),
    registry: field(z.string().nullable().optional(), {
      change: "update",
      doc: "What a private image is pulled with. Changing it restarts a running container and wipes its disk (P-51).",
      limits: "a RegistryCredential or its id; null for none",
      rules: ["M-1", "M-12"],
      absent: null,
      fromTemplate: true,
    }),
    cloud: field(z.enum(clouds).optional(), {
      change: "replace",
      doc: "Pool of hardware. Network volumes need `SECURE`.",
      limits: '"SECURE" (default) or "COMMUNITY"',
      rules: ["P-10", "M-33"],
      absent: "SECURE",
    }),
    gpu: field(oneOrSeveral(PodGpu).optional(), {
      change: stillAmong,
      alternatives: true,
      doc: "GPUs of the pod: type, count, and what the host has to offer; or an ordered list of alternatives, tried one after the other where there is no capacity. The output is the one that was chosen. Exactly one of `gpu` and `cpu`.",
      limits:
        'one or a list of `{ id, count?, allowedCudaVersions?, minCudaVersion?, minRamPerGpu?, minVcpuCountPerGpu? }`; id from the catalog, count at least 1 (default 1), CUDA versions as "12.4", the two CUDA members exclude each other, RAM in whole GB',
      rules: ["M-50", "M-52", "M-54", "M-55", "P-11"],
      canonical: canonicalGpu,
      absent: null,
    }),
    cpu: field(oneOrSeveral(Cpu).optional(), {
      change: stillAmong,
      alternatives: true,
      doc: "vCPUs of a pod without GPU; memory follows from the flavor. Or an ordered list of alternatives, as for `gpu`. Exactly one of `gpu` and `cpu`.",
      limits: "one or a list of `{ id, vcpuCount }`; flavor id from the catalog, vCPUs a power of two, at least 2",
      rules: ["M-60", "M-61", "M-62", "P-11"],
      canonical: canonicalCpu,
      absent: null,
    }),
    dataCenterIds: dataCenterIdsField,
    globalNetworking: field(z.boolean().optional(), {
      change: "update",
      doc: "A private address that other networked pods of the account reach. Takes effect at the next start or restart.",
      limits: "true or false (default); needs an NVIDIA GPU and an eligible data center",
      rules: ["P-15", "P-51", "P-56"],
      absent: false,
      lags: true,
    }),
    mounts: mountsField({ change: podMountChange, fromTemplate: true }),
    startJupyter: startFlag(
      "Starts Jupyter in images that follow the convention, with a generated password (output `jupyterPassword`) unless `env.JUPYTER_PASSWORD` is set. Reachable if `8888/http` is in `ports`.",
      ["P-39", "P-52", "P-60"],
    ),
    startSsh: startFlag(
      "Lets the account's SSH keys in, in images that follow the convention. Direct SSH also needs `22/tcp` in `ports`.",
      ["P-39", "P-53", "P-55", "P-60"],
    ),
    templateId: field(z.string().min(1).optional(), {
      change: "update",
      doc: "Template whose settings are applied once, at creation or when this changes; arguments win over it. The pod keeps no link, so removing it changes nothing.",
      limits: "id of a pod template, at least 1 character",
      rules: ["P-32", "P-33", "P-34", "P-35", "P-36"],
      createOnly: true,
    }),
    locked: field(z.boolean().optional(), {
      change: "update",
      doc: "While true the pod can't be stopped or reset. It can still be deleted; that is what Pulumi's `protect` is for.",
      limits: "true or false (default)",
      rules: ["P-46"],
      absent: false,
    }),
    desiredStatus: field(z.enum(["RUNNING", "EXITED"]), {
      change: "update",
      doc: "Whether the pod runs or is stopped. A stopped pod costs nothing for compute and keeps its host. A pod found stopped or in ERROR is drift, and is started again.",
      limits: '"RUNNING" (default) or "EXITED"',
      rules: ["P-43", "P-44", "P-50", "P-63"],
    }),
    waitFor: waitForField(
      "What a create or update waits for: the container running, SSH reachable (direct if `22/tcp` is in `ports`), or nothing.",
    ),
    waitForCapacity: waitForCapacityField,
    timeouts: timeoutsField,
    adopt: adoptField,
    dataLoss: dataLossField(
      "Whether a change that needs a new pod may destroy the persistent disk of the old one. Deleting is not affected.",
      "allow",
    ),
  },
  outputs: podOutputs,
  groups: { command: commandGroup("update") },
  maxNameLength: 191,
  defaults: { desiredStatus: "RUNNING" },
  rules: podRules,
  transitions: podTransitions,
  misplaced: {
    gpuTypeIds: "an ordered list of alternatives goes into gpu: [{ id }, { id }]",
    gpuTypeId: "the type goes into gpu.id",
    gpuCount: "the count goes into gpu.count",
    allowedCudaVersions: "it goes into gpu (M-51)",
    minCudaVersion: "it goes into gpu (M-51)",
    volumeId: "it goes into mounts.network[0]",
    memory: "memory follows from the flavor (M-62); remove it",
  },
  destroys: ({ mounts }) =>
    isObject(mounts) && mounts.persistent !== undefined ? "the pod's persistent disk (M-31)" : undefined,
  dataLoss: "allow",
});
