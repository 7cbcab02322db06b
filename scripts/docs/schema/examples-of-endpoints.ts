import { type Example, go } from "./example";

export const endpointExample: Example = {
  title: "An endpoint for jobs",
  programs: {
    typescript: `import * as compute from "pulumi-compute-platform";

const images = new compute.Endpoint("images", {
  type: "QUEUE",
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
    scaling={"type": compute.EndpointScalingType.QUEUE_DELAY, "queue_delay": 3},
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
};

export const templateExample: Example = {
  title: "A cluster with a private image",
  programs: {
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
};
