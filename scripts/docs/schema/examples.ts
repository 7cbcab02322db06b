import type { KindName } from "../../../provider/kinds/names";
import type { Example } from "./programs";

/** One program for each kind: of its page, of the schema and of what an editor shows. Tests run them in every language. */
export const examples: Readonly<Record<KindName, Example>> = {
  Pod: {
    title: "A GPU pod with SSH",
    typescript: `import * as compute from "pulumi-compute-platform";

const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
  ports: ["22/tcp"],
  startSsh: true,
});

export const ssh = trainer.ssh.command;`,
    yaml: `resources:
  trainer:
    type: compute:Pod
    properties:
      image: registry.example.com/public/trainer:1.4.0
      gpu:
        id: NVIDIA L40S
      gpuAlternatives:
        - id: NVIDIA A40
      ports:
        - 22/tcp
      startSsh: true
outputs:
  ssh: \${trainer.ssh.command}`,
  },
  Cluster: {
    title: "Two machines that train together",
    typescript: `import * as compute from "pulumi-compute-platform";

const training = new compute.Cluster("training", {
  type: "TRAINING",
  image: "registry.example.com/public/trainer:1.4.0",
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
});

export const entry = training.primary;`,
    yaml: `resources:
  training:
    type: compute:Cluster
    properties:
      type: TRAINING
      image: registry.example.com/public/trainer:1.4.0
      compute:
        gpuTypeId: NVIDIA L40S
        gpuCountPerPod: 1
        podCount: 2
outputs:
  entry: \${training.primary}`,
  },
  NetworkVolume: {
    title: "A volume, and a pod that mounts it",
    typescript: `import * as compute from "pulumi-compute-platform";

const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });

const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S" },
  dataCenterIds: [datasets.dataCenter],
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
});

export const volumeId = datasets.id;
export const status = trainer.status;`,
    yaml: `resources:
  datasets:
    type: compute:NetworkVolume
    properties:
      dataCenter: EU-XX-1
      size: 100
  reader:
    type: compute:Pod
    properties:
      image: registry.example.com/public/reader:1.0
      cpu:
        id: cpu3c
        vcpuCount: 2
      disk: 10
      dataCenterIds:
        - \${datasets.dataCenter}
      mounts:
        network:
          - volumeId: \${datasets.id}
            path: /data
outputs:
  status: \${reader.status}`,
  },
  RegistryCredential: {
    title: "A credential whose password is a secret of the stack",
    typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: new pulumi.Config().requireSecret("registryPassword"),
});

const api = new compute.Pod("api", {
  image: "registry.example.com/acme/api:1.0",
  registry,
  cpu: { id: "cpu3c", vcpuCount: 2 },
  disk: 10,
});

export const status = api.status;`,
    yaml: `config:
  registryPassword:
    type: string
    secret: true
resources:
  registry:
    type: compute:RegistryCredential
    properties:
      username: puller
      password: \${registryPassword}
outputs:
  registryId: \${registry.id}`,
  },
  JobRun: {
    title: "A job that is run once",
    typescript: `import * as compute from "pulumi-compute-platform";

const resizer = new compute.Endpoint("resizer", {
  type: "QUEUE",
  image: "registry.example.com/public/resizer:2.0",
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});

const thumbnails = new compute.JobRun("thumbnails", {
  endpointId: resizer,
  input: { folder: "catalog", width: 256 },
  // Another value runs it again.
  triggers: ["2026-05-04"],
});

export const status = thumbnails.status;`,
    yaml: `resources:
  resizer:
    type: compute:Endpoint
    properties:
      type: QUEUE
      image: registry.example.com/public/resizer:2.0
      cpu:
        - id: cpu3c
          vcpuCount: 2
      scaling:
        type: QUEUE_DELAY
        queueDelay: 3
  thumbnails:
    type: compute:JobRun
    properties:
      endpointId: \${resizer.id}
      input:
        folder: catalog
        width: 256
      triggers:
        - "2026-05-04"
outputs:
  status: \${thumbnails.status}`,
  },
  SshKey: {
    title: "The key of somebody who is to get into pods",
    typescript: `import * as compute from "pulumi-compute-platform";

const ada = new compute.SshKey("ada", {
  publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
});

export const fingerprint = ada.fingerprint;`,
    yaml: `resources:
  ada:
    type: compute:SshKey
    properties:
      publicKey: ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org
outputs:
  fingerprint: \${ada.fingerprint}`,
  },
  AccountSshKeys: {
    title: "All keys of an account",
    typescript: `import * as compute from "pulumi-compute-platform";

const team = new compute.AccountSshKeys("team", {
  keys: [
    "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
    "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
  ],
});

export const keys = team.keys;`,
    yaml: `resources:
  team:
    type: compute:AccountSshKeys
    properties:
      keys:
        - ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org
        - ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org
outputs:
  keys: \${team.keys}`,
  },
  Endpoint: {
    title: "An endpoint for jobs",
    typescript: `import * as compute from "pulumi-compute-platform";

const images = new compute.Endpoint("images", {
  type: "QUEUE",
  image: "registry.example.com/public/worker:3.1",
  gpu: { pools: ["ADA_24", "AMPERE_48"] },
  workers: { min: 0, max: 4, idleTimeout: 15 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});

export const urls = images.requestUrls;`,
    yaml: `resources:
  images:
    type: compute:Endpoint
    properties:
      type: QUEUE
      image: registry.example.com/public/worker:3.1
      gpu:
        pools:
          - ADA_24
          - AMPERE_48
      workers:
        min: 0
        max: 4
        idleTimeout: 15
      scaling:
        type: QUEUE_DELAY
        queueDelay: 3
outputs:
  urls: \${images.requestUrls}`,
  },
  Template: {
    title: "A cluster with a private image",
    typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: new pulumi.Config().requireSecret("registryPassword"),
});

const settings = new compute.Template("settings", {
  image: "registry.example.com/acme/dist:2.0",
  registry,
});

// A cluster gets a private image only through a template.
const training = new compute.Cluster("training", {
  type: "TRAINING",
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  templateId: settings,
});

export const primary = training.primary;`,
    yaml: `config:
  registryPassword:
    type: string
    secret: true
resources:
  registry:
    type: compute:RegistryCredential
    properties:
      username: puller
      password: \${registryPassword}
  settings:
    type: compute:Template
    properties:
      image: registry.example.com/acme/dist:2.0
      registry: \${registry.id}
  training:
    type: compute:Cluster
    properties:
      type: TRAINING
      compute:
        gpuTypeId: NVIDIA L40S
        gpuCountPerPod: 1
        podCount: 2
      templateId: \${settings.id}
outputs:
  entry: \${training.primary}`,
  },
  Ready: {
    title: "Pods that are waited for together",
    typescript: `import * as compute from "pulumi-compute-platform";

const pods = ["a", "b", "c"].map(
  (name) =>
    new compute.Pod(\`worker-\${name}\`, {
      image: "registry.example.com/public/worker:1.0",
      cpu: { id: "cpu3c", vcpuCount: 2 },
      waitFor: "none",
    }),
);
const workers = new compute.Ready("workers", { pods, timeouts: { create: "10m" } });

export const ids = workers.ids;`,
    yaml: `resources:
  first:
    type: compute:Pod
    properties:
      image: registry.example.com/public/worker:1.0
      cpu:
        id: cpu3c
        vcpuCount: 2
      waitFor: none
  workers:
    type: compute:Ready
    properties:
      pods:
        - \${first.id}
outputs:
  ids: \${workers.ids}`,
  },
  AccountSecret: {
    title: "A secret that containers get when they boot",
    typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const hub = new compute.AccountSecret("hub", {
  name: "hub_token",
  value: new pulumi.Config().requireSecret("hubToken"),
  description: "Reads the models of the team.",
});

// The container gets the value when it boots; programs, states and the platform's answers hold only the reference.
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S" },
  env: { HUB_TOKEN: pulumi.interpolate\`{{ PLATFORM_SECRET_\${hub.name} }}\` },
});

export const status = trainer.status;`,
    yaml: `config:
  hubToken:
    type: string
    secret: true
resources:
  hub:
    type: compute:AccountSecret
    properties:
      name: hub_token
      value: \${hubToken}
      description: Reads the models of the team.
outputs:
  since: \${hub.valueLastUpdatedAt}`,
  },
  RegistryDelegation: {
    title: "Images from a repository of Amazon ECR",
    typescript: `import * as compute from "pulumi-compute-platform";

const images = new compute.RegistryDelegation("images", {
  resource: "arn:aws:ecr:eu-central-1:123456789012:repository/trainer",
});

export const registry = images.dockerRegistryUri;`,
    yaml: `resources:
  images:
    type: compute:RegistryDelegation
    properties:
      resource: arn:aws:ecr:eu-central-1:123456789012:repository/trainer
outputs:
  registry: \${images.dockerRegistryUri}`,
  },
};
