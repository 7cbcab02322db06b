import * as z from "zod";
import { clouds, maxPodCreateBytes, PodCreate, PodUpdate } from "../../../api/pods";
import { defineResource, field } from "../../table/resource";
import { containerFields, registryField } from "../shared/container";
import { noVariable, withoutForeign } from "../shared/environment";
import {
  adoptField,
  dataLossField,
  duration,
  durationLimits,
  nameField,
  timeoutsField,
  triggersField,
  waitForCapacityField,
  waitForField,
  waitModes,
} from "../shared/provider-only";
import { goesWithPod, hasDisk, mountsField, podMountChange } from "../shared/mounts";
import { canonicalCpu, cpuNeed, CpuOrNeed, gpuNeed, GpuOrNeed } from "./hardware";
import { podOutputs } from "./outputs";
import { canonicalGpu, isSameGpu, lackOfGpu } from "./gpu";
import { podDisturbs, podRunAfter, podSideEffects } from "./effects";
import { isJob } from "./waiting";
import { closedJupyter, podRules, podTransitions, wipedByStop } from "./rules";
import { dataCenterIdsField, oneOrSeveral, otherFamily, startFlag, stillAmong } from "../shared/placement";

const container = containerFields({ change: "update", fromTemplate: true, restarts: true });

export const pod = defineResource({
  kind: "Pod",
  doc: "One machine, GPU or CPU, running one container image. Billed by the second while it runs.",
  source: "3 and 4",
  requests: { create: PodCreate, update: PodUpdate },
  inputs: {
    name: nameField("Name shown in the console. Need not be unique.", ["P-10", "P-18"]),
    ...container,
    env: { ...container.env, whenLeftOut: noVariable, wire: withoutForeign },
    registry: registryField({ change: "update", fromTemplate: true, restarts: true }),
    cloud: field(z.enum(clouds).optional(), {
      change: "replace",
      doc: "Pool of hardware. Network volumes require `SECURE`.",
      limits: '"SECURE" (default) or "COMMUNITY"',
      rules: ["P-10", "M-33"],
      absent: "SECURE",
    }),
    gpu: field(oneOrSeveral(GpuOrNeed).optional(), {
      change: stillAmong(lackOfGpu, "; a filter that its host meets by what the platform reports changes nothing"),
      alternatives: true,
      need: gpuNeed,
      doc: "The pod's GPUs: type, count and minimum requirements of the host. `memory` in place of `id` picks the cheapest type in stock with at least this much memory per GPU. A running pod stays as long as its GPUs meet the need. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the pod got. Set exactly one of `gpu` and `cpu`.",
      limits:
        '`{ id, count?, allowedCudaVersions?, minCudaVersion?, minRamPerGpu?, minVcpuCountPerGpu? }` or `{ memory, count?, manufacturer?, excluding?, maxHourlyCost? }` with the same filters, or a list of them; id from the catalog, memory in whole GB, USD for the whole pod, count at least 1 (default 1), CUDA versions such as "12.4", only one of the two CUDA members, RAM in whole GB',
      rules: ["M-50", "M-52", "M-54", "M-55", "P-11"],
      canonical: canonicalGpu,
      isShownAlike: isSameGpu,
      listedIn: { id: "gpus", excluding: "gpus" },
      absent: null,
      whenLeftOut: otherFamily("pod", "cpu"),
    }),
    cpu: field(oneOrSeveral(CpuOrNeed).optional(), {
      change: stillAmong(),
      alternatives: true,
      need: cpuNeed,
      doc: "The vCPUs of a pod without GPUs; the flavor determines the memory. With `memory` in place of `id` it is any flavor with so much memory for all vCPUs, as for `gpu`. A list gives alternatives, as for `gpu`. Set exactly one of `gpu` and `cpu`.",
      limits:
        "`{ id, vcpuCount }` or `{ memory, vcpuCount, excluding?, maxHourlyCost? }`, or a list of them; flavor id from the catalog, memory in whole GB, vCPUs a power of two, at least 2",
      rules: ["M-60", "M-61", "M-62", "P-11"],
      canonical: canonicalCpu,
      listedIn: { id: "cpus", excluding: "cpus" },
      absent: null,
      whenLeftOut: otherFamily("pod", "gpu"),
    }),
    dataCenterIds: dataCenterIdsField,
    globalNetworking: field(z.boolean().optional(), {
      change: "update",
      doc: "Gives the pod a private address that other networked pods of the account can reach. Takes effect at the next start or restart.",
      limits: "true or false (default); requires an NVIDIA GPU and an eligible data center",
      rules: ["P-15", "P-51", "P-56"],
      absent: false,
      lags: true,
    }),
    mounts: mountsField({
      change: podMountChange,
      fromTemplate: true,
      leftToTemplate: goesWithPod,
      restarts: true,
      whenLeftOut:
        "the pod is replaced by one without storage, which destroys a persistent disk; beside `templateId` a persistent disk stays",
    }),
    startJupyter: startFlag(
      "Starts Jupyter in images that support it, with a generated password (output `jupyterPassword`) unless `env.JUPYTER_PASSWORD` is set. Add `8888/http` to `ports` to reach it.",
      ["P-39", "P-52", "P-60"],
    ),
    startSsh: startFlag(
      "Accepts the account's SSH keys in images that support it. Direct SSH also requires `22/tcp` in `ports`.",
      ["P-39", "P-53", "P-55", "P-60"],
    ),
    templateId: field(z.string().min(1).optional(), {
      refersTo: "Template",
      isServerless: false,
      change: "update",
      doc: "Template whose settings are applied once, at creation or when this argument changes. Arguments override the template. The pod keeps no link to it, so removing this argument changes nothing.",
      limits: "id of a pod template",
      rules: ["P-32", "P-33", "P-34", "P-35", "P-36"],
      writeOnly: true,
      restarts: true,
    }),
    locked: field(z.boolean().optional(), {
      change: "update",
      doc: "While true, the pod can't be stopped or reset. It can still be deleted: use Pulumi's `protect` to prevent that.",
      limits: "true or false (default)",
      rules: ["P-46"],
      absent: false,
      sent: "update",
    }),
    desiredStatus: field(z.enum(["RUNNING", "EXITED"]), {
      change: "update",
      doc: "Whether the pod should be running or stopped. A stopped pod costs nothing for compute and keeps its host. A refresh reports a pod that has stopped or is in ERROR as drift, and the next `up` starts it again; with `runToCompletion` only one in ERROR, or one that never ran.",
      limits: '"RUNNING" (default) or "EXITED"',
      rules: ["P-43", "P-44", "P-50", "P-63"],
      sent: "action",
    }),
    runToCompletion: field(z.boolean().optional(), {
      change: "update",
      doc: "Whether the pod is a job, which is done when its process ends: EXITED is then no drift, and the pod is not started again until a trigger or a change that restarts a container asks for another run. The platform reports neither an exit code nor whether somebody stopped the pod, so anything that ends it counts as done; a pod in ERROR has failed, and the next `up` after a refresh starts it again.",
      limits: "true or false (default)",
      rules: ["P-44", "P-48", "P-49"],
      absent: false,
      local: true,
    }),
    stopAfter: field(duration.optional(), {
      change: "update",
      doc: "How long the pod may run after each start before `compute keep` stops it. Found stopped, it is no drift: `up` leaves it stopped, and a new `restartTriggers` starts it again.",
      limits: durationLimits,
      rules: ["P-43", "P-44"],
      absent: null,
      local: true,
    }),
    stopWhenIdle: field(
      z
        .strictObject({
          after: duration,
          gpuBelow: z.int().min(1).max(100).optional(),
          cpuBelow: z.int().min(1).max(100).optional(),
        })
        .optional(),
      {
        change: "update",
        doc: "How long the pod may idle before `compute keep` stops it; it idles while every GPU, or the CPU of a CPU pod, is used less than the given percentage each time `keep` looks. Found stopped, it is no drift, as with `stopAfter`.",
        limits:
          '`{ after, gpuBelow? }`, or `{ after, cpuBelow? }` for a CPU pod; `after` in seconds or as a string such as "10m"; whole percent, 1 to 100 (default 5)',
        rules: ["P-43", "P-44", "A-74"],
        absent: null,
        local: true,
      },
    ),
    triggers: triggersField(
      "A change of any of these values replaces the pod, so that its job runs anew on a new container disk and a new host.",
      { change: "replace" },
    ),
    restartTriggers: triggersField(
      "A change of any of these values restarts the pod in place; a job that is done runs anew on the same host. A stopped pod stays stopped.",
      { change: "update", restarts: true, rules: ["P-23", "P-44", "P-45"] },
    ),
    resetTriggers: triggersField(
      "A change of any of these values resets the pod in place, which a lock forbids. The platform has no reset apart from a restart, so the effect is that of `restartTriggers`, with a warning in the preview.",
      { change: "update", restarts: true, rules: ["P-23", "P-45", "P-46"] },
    ),
    waitFor: waitForField(
      "What create and update wait for: the container to run, SSH to be reachable (directly if `22/tcp` is in `ports`), nothing, or with `runToCompletion` the container's process to end.",
      [...waitModes, "exited"],
    ),
    waitForCapacity: waitForCapacityField,
    rollout: field(z.strictObject({ group: z.string().min(1), maxUnavailable: z.number().int().min(1) }).optional(), {
      change: "none",
      doc: "Pods of one group roll: an `up` that restarts them changes at most `maxUnavailable` at a time, and the next one only when another runs again. If that many fail to come back, the rest stay unchanged. Pods that were not running don't count, and waiting for a turn does not count towards `timeouts`. `Fleet` sets this.",
      limits: "`{ group, maxUnavailable }`: any text, and a whole number, at least 1",
      rules: ["P-51"],
      local: true,
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
    dataLoss: dataLossField(
      "Whether a change that replaces the pod may destroy the old pod's persistent disk. Deleting the resource is not affected.",
      "allow",
    ),
  },
  outputs: podOutputs,
  maxNameLength: 191,
  defaults: { desiredStatus: "RUNNING" },
  largestCreate: {
    bytes: maxPodCreateBytes, // P-3
    remedy: "move large env values into a file, a network volume or account secrets",
  },
  rules: podRules,
  transitions: podTransitions,
  cautions: [closedJupyter, wipedByStop],
  disturbs: podDisturbs,
  sideEffects: podSideEffects,
  runAfter: podRunAfter,
  isRun: isJob,
  misplaced: {
    gpuTypeIds: "use gpu: [{ id }, { id }], a list of alternatives",
    gpuTypeId: "use gpu.id",
    gpuCount: "use gpu.count",
    allowedCudaVersions: "use gpu.allowedCudaVersions", // M-51
    minCudaVersion: "use gpu.minCudaVersion", // M-51
    volumeId: "use mounts.network: [{ volumeId, path }]",
    memory: "use gpu.memory or cpu.memory, in place of an id", // M-62
  },
  data: { what: "the pod's persistent disk", isIn: hasDisk },
});
