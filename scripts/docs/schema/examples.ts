import type { KindName } from "../../../provider/kinds/names";
import { type Example, go, languages } from "./example";
import { jobRunExample } from "./example-of-jobs";
import { accountExamples } from "./examples-of-accounts";
import { endpointExample, templateExample } from "./examples-of-endpoints";
import { readyExample } from "./examples-of-fleets";

export { languages };

/** One program for each kind and language: of its page, of the schema and of what an editor shows. Tests run them all. */
export const examples: Readonly<Record<KindName, Example>> = {
  Pod: {
    title: "A GPU pod with SSH",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform";

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
      typescript: `import * as compute from "pulumi-compute-platform";

const training = new compute.Cluster("training", {
  type: "TRAINING",
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
  JobRun: jobRunExample,
  SshKey: {
    title: "The key of somebody who is to get into pods",
    programs: {
      typescript: `import * as compute from "pulumi-compute-platform";

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
      typescript: `import * as compute from "pulumi-compute-platform";

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
  Endpoint: endpointExample,
  Template: templateExample,
  Ready: readyExample,
  ...accountExamples,
};

/** The example in the form from which each generated SDK takes that of its own language. */
export const exampleOf = (kind: KindName): string => exampleIn(examples[kind]);

export function exampleIn({ title, programs }: Example): string {
  const blocks = languages.map((language) => `\`\`\`${language}\n${throughPlugin(programs[language])}\n\`\`\``);
  return `{{% examples %}}
## Example Usage
{{% example %}}
### ${title}

${blocks.join("\n")}
{{% /example %}}
{{% /examples %}}`;
}

/** The same TypeScript with the classes that go through the plugin. */
const throughPlugin = (program: string): string =>
  program.replace('from "pulumi-compute-platform"', 'from "pulumi-compute-platform/plugin"');
