import { goPackage } from "../names";
import type { Resource } from "../../provider/table/resource";

/** Languages of the examples, as Pulumi's schema calls them. */
export const languages = ["typescript", "python", "go", "yaml"] as const;
export type Language = (typeof languages)[number];

interface Example {
  readonly title: string;
  readonly programs: Readonly<Record<Language, string>>;
}

/** A whole Go program around what it declares. */
const go = (body: string, imports: readonly string[] = []): string => `package main

import (
${[goPackage, "github.com/pulumi/pulumi/sdk/v3/go/pulumi", ...imports].map((path) => `\t"${path}"`).join("\n")}
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${body.replace(/^(?=.)/gm, "\t\t")}
	})
}`;

/** One whole program for each kind and language. Tests run them, so that they can't go out of date. */
export const examples: Readonly<Record<Resource["kind"], Example>> = {
  Pod: {
    title: "A GPU pod with SSH",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
  ports: ["22/tcp"],
  startSsh: true,
});

export const ssh = trainer.ssh.command;`,
      python: `import pulumi
import pulumi_compute as compute

trainer = compute.Pod(
    "trainer",
    image="registry.example.com/public/trainer:1.4.0",
    gpu={"id": "NVIDIA L40S"},
    gpu_alternatives=[{"id": "NVIDIA A40"}],
    ports=["22/tcp"],
    start_ssh=True,
)

pulumi.export("ssh", trainer.ssh.command)`,
      go: go(`trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{
	Image:           pulumi.String("registry.example.com/public/trainer:1.4.0"),
	Gpu:             &compute.PodGpuArgs{Id: pulumi.String("NVIDIA L40S")},
	GpuAlternatives: compute.PodGpuArray{&compute.PodGpuArgs{Id: pulumi.String("NVIDIA A40")}},
	Ports:           pulumi.ToStringArray([]string{"22/tcp"}),
	StartSsh:        pulumi.Bool(true),
})
if err != nil {
	return err
}
ctx.Export("ssh", trainer.Ssh.Command())
return nil`),
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
  },
  Cluster: {
    title: "Two machines that train together",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const training = new compute.Cluster("training", {
  type: compute.ClusterType.Training,
  image: "registry.example.com/public/trainer:1.4.0",
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
});

export const entry = training.primary;`,
      python: `import pulumi
import pulumi_compute as compute

training = compute.Cluster(
    "training",
    type=compute.ClusterType.TRAINING,
    image="registry.example.com/public/trainer:1.4.0",
    compute={"gpu_type_id": "NVIDIA L40S", "gpu_count_per_pod": 1, "pod_count": 2},
)

pulumi.export("entry", training.primary)`,
      go: go(`training, err := compute.NewCluster(ctx, "training", &compute.ClusterArgs{
	Type:  compute.ClusterTypeTraining,
	Image: pulumi.String("registry.example.com/public/trainer:1.4.0"),
	Compute: &compute.ClusterComputeArgs{
		GpuTypeId:      pulumi.String("NVIDIA L40S"),
		GpuCountPerPod: pulumi.Int(1),
		PodCount:       pulumi.Int(2),
	},
})
if err != nil {
	return err
}
ctx.Export("entry", training.Primary)
return nil`),
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
  },
  NetworkVolume: {
    title: "A volume, and a pod that mounts it",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });
const reader = new compute.Pod("reader", {
  image: "registry.example.com/public/reader:1.0",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  disk: 10,
  dataCenterIds: [datasets.dataCenter],
  mounts: { network: [{ volumeId: datasets.id, path: "/data" }] },
});

export const status = reader.status;`,
      python: `import pulumi
import pulumi_compute as compute

datasets = compute.NetworkVolume("datasets", data_center="EU-XX-1", size=100)
reader = compute.Pod(
    "reader",
    image="registry.example.com/public/reader:1.0",
    cpu={"id": "cpu3c", "vcpu_count": 2},
    disk=10,
    data_center_ids=[datasets.data_center],
    mounts={"network": [{"volume_id": datasets.id, "path": "/data"}]},
)

pulumi.export("status", reader.status)`,
      go: go(`datasets, err := compute.NewNetworkVolume(ctx, "datasets", &compute.NetworkVolumeArgs{
	DataCenter: pulumi.String("EU-XX-1"),
	Size:       pulumi.Int(100),
})
if err != nil {
	return err
}
mount := &compute.NetworkMountArgs{VolumeId: datasets.ID(), Path: pulumi.String("/data")}
reader, err := compute.NewPod(ctx, "reader", &compute.PodArgs{
	Image:         pulumi.String("registry.example.com/public/reader:1.0"),
	Cpu:           &compute.PodCpuArgs{Id: pulumi.String("cpu3c"), VcpuCount: pulumi.Int(2)},
	Disk:          pulumi.Int(10),
	DataCenterIds: pulumi.StringArray{datasets.DataCenter},
	Mounts:        &compute.MountsArgs{Network: compute.NetworkMountArray{mount}},
})
if err != nil {
	return err
}
ctx.Export("status", reader.Status)
return nil`),
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
  },
  RegistryCredential: {
    title: "A credential whose password is a secret of the stack",
    programs: {
      typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform/plugin";

const config = new pulumi.Config();
const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: config.requireSecret("registryPassword"),
});

export const registryId = registry.id;`,
      python: `import pulumi
import pulumi_compute as compute

config = pulumi.Config()
registry = compute.RegistryCredential(
    "registry",
    username="puller",
    password=config.require_secret("registryPassword"),
)

pulumi.export("registryId", registry.id)`,
      go: go(
        `registry, err := compute.NewRegistryCredential(ctx, "registry", &compute.RegistryCredentialArgs{
	Username: pulumi.String("puller"),
	Password: config.New(ctx, "").RequireSecret("registryPassword"),
})
if err != nil {
	return err
}
ctx.Export("registryId", registry.ID())
return nil`,
        ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"],
      ),
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
  },
  SshKey: {
    title: "The key of somebody who is to get into pods",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const ada = new compute.SshKey("ada", {
  publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
});

export const fingerprint = ada.fingerprint;`,
      python: `import pulumi
import pulumi_compute as compute

ada = compute.SshKey(
    "ada",
    public_key="ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
)

pulumi.export("fingerprint", ada.fingerprint)`,
      go: go(`ada, err := compute.NewSshKey(ctx, "ada", &compute.SshKeyArgs{
	PublicKey: pulumi.String("ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org"),
})
if err != nil {
	return err
}
ctx.Export("fingerprint", ada.Fingerprint)
return nil`),
      yaml: `resources:
  ada:
    type: compute:SshKey
    properties:
      publicKey: ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org
outputs:
  fingerprint: \${ada.fingerprint}`,
    },
  },
  AccountSshKeys: {
    title: "All keys of an account",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const team = new compute.AccountSshKeys("team", {
  keys: [
    "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
    "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
  ],
});

export const keys = team.keys;`,
      python: `import pulumi
import pulumi_compute as compute

team = compute.AccountSshKeys(
    "team",
    keys=[
        "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
        "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
    ],
)

pulumi.export("keys", team.keys)`,
      go: go(`team, err := compute.NewAccountSshKeys(ctx, "team", &compute.AccountSshKeysArgs{
	Keys: pulumi.ToStringArray([]string{
		"ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
		"ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
	}),
})
if err != nil {
	return err
}
ctx.Export("keys", team.Keys)
return nil`),
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
  },
  Endpoint: {
    title: "An endpoint for jobs",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform/plugin";

const images = new compute.Endpoint("images", {
  type: compute.EndpointType.Queue,
  image: "registry.example.com/public/worker:3.1",
  gpu: { pools: ["ADA_24", "AMPERE_48"] },
  workers: { min: 0, max: 4, idleTimeout: 15 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});

export const urls = images.requestUrls;`,
      python: `import pulumi
import pulumi_compute as compute

images = compute.Endpoint(
    "images",
    type=compute.EndpointType.QUEUE,
    image="registry.example.com/public/worker:3.1",
    gpu={"pools": ["ADA_24", "AMPERE_48"]},
    workers={"min": 0, "max": 4, "idle_timeout": 15},
    scaling={"type": "QUEUE_DELAY", "queue_delay": 3},
)

pulumi.export("urls", images.request_urls)`,
      go: go(`images, err := compute.NewEndpoint(ctx, "images", &compute.EndpointArgs{
	Type:  compute.EndpointTypeQueue,
	Image: pulumi.String("registry.example.com/public/worker:3.1"),
	Gpu:   &compute.EndpointGpuArgs{Pools: pulumi.ToStringArray([]string{"ADA_24", "AMPERE_48"})},
	Workers: &compute.EndpointWorkersArgs{
		Min:         pulumi.Int(0),
		Max:         pulumi.Int(4),
		IdleTimeout: pulumi.Int(15),
	},
	Scaling: &compute.EndpointScalingArgs{
		Type:       compute.EndpointScalingTypeQueueDelay,
		QueueDelay: pulumi.Float64(3),
	},
})
if err != nil {
	return err
}
ctx.Export("urls", images.RequestUrls)
return nil`),
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
  },
  Template: {
    title: "A cluster with a private image",
    programs: {
      typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform/plugin";

const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: new pulumi.Config().requireSecret("registryPassword"),
});
const settings = new compute.Template("settings", {
  image: "registry.example.com/acme/dist:2.0",
  registry: registry.id,
});
const training = new compute.Cluster("training", {
  type: compute.ClusterType.Training,
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  templateId: settings.id,
});

export const entry = training.primary;`,
      python: `import pulumi
import pulumi_compute as compute

config = pulumi.Config()
registry = compute.RegistryCredential(
    "registry",
    username="puller",
    password=config.require_secret("registryPassword"),
)
settings = compute.Template(
    "settings",
    image="registry.example.com/acme/dist:2.0",
    registry=registry.id,
)
training = compute.Cluster(
    "training",
    type=compute.ClusterType.TRAINING,
    compute={"gpu_type_id": "NVIDIA L40S", "gpu_count_per_pod": 1, "pod_count": 2},
    template_id=settings.id,
)

pulumi.export("entry", training.primary)`,
      go: go(
        `registry, err := compute.NewRegistryCredential(ctx, "registry", &compute.RegistryCredentialArgs{
	Username: pulumi.String("puller"),
	Password: config.New(ctx, "").RequireSecret("registryPassword"),
})
if err != nil {
	return err
}
settings, err := compute.NewTemplate(ctx, "settings", &compute.TemplateArgs{
	Image:    pulumi.String("registry.example.com/acme/dist:2.0"),
	Registry: registry.ID(),
})
if err != nil {
	return err
}
training, err := compute.NewCluster(ctx, "training", &compute.ClusterArgs{
	Type: compute.ClusterTypeTraining,
	Compute: &compute.ClusterComputeArgs{
		GpuTypeId:      pulumi.String("NVIDIA L40S"),
		GpuCountPerPod: pulumi.Int(1),
		PodCount:       pulumi.Int(2),
	},
	TemplateId: settings.ID(),
})
if err != nil {
	return err
}
ctx.Export("entry", training.Primary)
return nil`,
        ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"],
      ),
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
  },
};

/** The example in the form from which each generated SDK takes that of its own language. */
export function exampleOf(kind: Resource["kind"]): string {
  const { title, programs } = examples[kind];
  const blocks = languages.map((language) => `\`\`\`${language}\n${programs[language]}\n\`\`\``);
  return `{{% examples %}}
## Example Usage
{{% example %}}
### ${title}

${blocks.join("\n")}
{{% /example %}}
{{% /examples %}}`;
}
