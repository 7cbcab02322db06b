import type { Chapter } from "./chapter";

const nothing = {};

/**
 * The life of a stack: up, changed in every way, drifted, repaired, refused, down. What each chapter expects is what the
 * reference pages say; the quickstart fails when one of them is not so.
 */
export const story: readonly Chapter[] = [
  {
    title: "Preview: what would be created",
    operation: "preview",
    expect: { steps: { create: ["registry", "datasets", "trainer", "training"] }, readOnly: true },
  },
  {
    title: "Up: a credential, a volume, a pod that uses both, and a cluster",
    operation: "up",
    expect: { steps: { create: ["registry", "datasets", "trainer", "training"] }, objectsLeft: 4 },
  },
  { title: "Up again: nothing to do", operation: "up", expect: { steps: nothing, maxCalls: 0 } },
  {
    title: "Refresh: no drift",
    operation: "refresh",
    expect: { drift: nothing, readOnly: true },
  },
  {
    title: "A new image, a larger volume, a new cluster name: updated in place",
    settings: {
      imageTag: { value: "1.5.0" },
      volumeSize: { value: "150" },
      clusterName: { value: "quickstart-training-b" },
    },
    operation: "up",
    expect: { steps: { update: ["trainer", "datasets", "training"] }, objectsLeft: 4 },
  },
  {
    title: "A rotated password: new credential, pod updated, old credential deleted",
    settings: { registryPassword: { value: "quickstart-password-2", secret: true } },
    operation: "up",
    expect: {
      steps: { replace: ["registry"], update: ["trainer"] },
      inOrder: ["POST /v2/registries", "PATCH /v2/pods/", "DELETE /v2/registries/"],
      objectsLeft: 4,
    },
  },
  {
    title: "A second GPU: the pod is replaced",
    settings: { gpuCount: { value: "2" } },
    operation: "up",
    expect: { steps: { replace: ["trainer"] }, inOrder: ["POST /v2/pods", "DELETE /v2/pods/"], objectsLeft: 4 },
  },
  {
    title: "Refresh: somebody has changed things by hand",
    meanwhile: {
      text: "somebody stops the pod, gives it another image, and renames the cluster",
      act: async (platform) => {
        const [pod, cluster] = [await platform.onlyPod(), await platform.onlyCluster()];
        await platform.behindOurBack("POST", `/v2/pods/${pod}/action`, { action: "stop" });
        await platform.behindOurBack("PATCH", `/v2/pods/${pod}`, { image: "registry.example.com/acme/trainer:hotfix" });
        await platform.behindOurBack("PATCH", `/v2/clusters/${cluster}`, { name: "somebody-elses" });
      },
    },
    operation: "refresh",
    expect: { drift: { trainer: ["image", "status"], training: ["name"] }, readOnly: true },
  },
  {
    title: "Up: corrected",
    operation: "up",
    expect: { steps: { update: ["trainer", "training"] }, objectsLeft: 4 },
  },
  {
    title: "Half an hour of idling may stop the pod: nothing is sent",
    settings: { stopIdleAfter: { value: "30m" } },
    operation: "up",
    expect: { steps: { update: ["trainer"] }, readOnly: true },
  },
  {
    title: "compute keep: the pod has idled for half an hour and is stopped",
    meanwhile: {
      text: "the pod has nothing to do",
      act: async (platform) => platform.idle(await platform.onlyPod()),
    },
    operation: "keep",
    expect: { says: /Stopped Pod trainer .*it has idled for 30 min/, inOrder: ["POST /v2/pods/"], objectsLeft: 4 },
  },
  {
    title: "Preview: a pod that was stopped so is left stopped",
    operation: "preview",
    expect: { steps: nothing, readOnly: true },
  },
  {
    title: "A new trigger: the pod is started again",
    settings: { start: { value: "2" } },
    operation: "up",
    expect: { steps: { update: ["trainer"] }, inOrder: ["POST /v2/pods/"], objectsLeft: 4 },
  },
  {
    title: "Preview of a volume in another data center: refused, because its data would be lost",
    settings: { volumeDataCenter: { value: "US-XX-1" } },
    operation: "preview",
    expect: { ok: false, says: /dataLoss|data_loss/, maxCalls: 0 },
  },
  { title: "Destroy: nothing is left", operation: "destroy", expect: { objectsLeft: 0 } },
];
