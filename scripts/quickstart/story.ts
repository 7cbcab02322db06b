import type { Chapter } from "./chapter";

const nothing = {};

/**
 * The life of a stack: up, changed in every way, drifted, repaired, refused, down. What each chapter expects is what the
 * reference pages say; the quickstart fails when one of them is not so.
 */
export const story: readonly Chapter[] = [
  {
    title: "Preview: what would be made",
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
    title: "Refresh: the platform has what the state says",
    operation: "refresh",
    expect: { drift: nothing, readOnly: true },
  },
  {
    title: "A new image, a larger volume, another cluster name: in place",
    settings: {
      imageTag: { value: "1.5.0" },
      volumeSize: { value: "150" },
      clusterName: { value: "quickstart-training-b" },
    },
    operation: "up",
    expect: { steps: { update: ["trainer", "datasets", "training"] }, objectsLeft: 4 },
  },
  {
    title: "A rotated password: new credential, pod repointed, old credential gone",
    settings: { registryPassword: { value: "quickstart-password-2", secret: true } },
    operation: "up",
    expect: {
      steps: { replace: ["registry"], update: ["trainer"] },
      inOrder: ["POST /v2/registries", "PATCH /v2/pods/", "DELETE /v2/registries/"],
      objectsLeft: 4,
    },
  },
  {
    title: "A second GPU: another pod",
    settings: { gpuCount: { value: "2" } },
    operation: "up",
    expect: { steps: { replace: ["trainer"] }, inOrder: ["POST /v2/pods", "DELETE /v2/pods/"], objectsLeft: 4 },
  },
  {
    title: "Refresh: somebody else was here",
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
    title: "Up: repaired",
    operation: "up",
    expect: { steps: { update: ["trainer", "training"] }, objectsLeft: 4 },
  },
  {
    title: "Preview of a volume in another data center: refused, it would destroy the data",
    settings: { volumeDataCenter: { value: "US-XX-1" } },
    operation: "preview",
    expect: { ok: false, says: /dataLoss/, readOnly: true },
  },
  { title: "Destroy: nothing is left", operation: "destroy", expect: { objectsLeft: 0 } },
];
