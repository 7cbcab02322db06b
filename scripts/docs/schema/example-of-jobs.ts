import { type Example, go } from "./example";

export const jobRunExample: Example = {
  title: "A job that is run once",
  programs: {
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
    python: `import pulumi
import pulumi_compute as compute

resizer = compute.Endpoint(
    "resizer",
    type=compute.EndpointType.QUEUE,
    image="registry.example.com/public/resizer:2.0",
    cpu=[{"id": "cpu3c", "vcpu_count": 2}],
    scaling={"type": compute.EndpointScalingType.QUEUE_DELAY, "queue_delay": 3},
)

thumbnails = compute.JobRun(
    "thumbnails",
    endpoint_id=resizer.id,
    input={"folder": "catalog", "width": 256},
    triggers=["2026-05-04"],
)

pulumi.export("status", thumbnails.status)`,
    go: go(`resizer, err := compute.NewEndpoint(ctx, "resizer", &compute.EndpointArgs{
	Type:  compute.EndpointTypeQueue,
	Image: pulumi.String("registry.example.com/public/resizer:2.0"),
	Cpu: compute.EndpointCpuArray{
		&compute.EndpointCpuArgs{Id: pulumi.String("cpu3c"), VcpuCount: pulumi.Int(2)},
	},
	Scaling: &compute.EndpointScalingArgs{
		Type:       compute.EndpointScalingTypeQueueDelay,
		QueueDelay: pulumi.Float64(3),
	},
})
if err != nil {
	return err
}
thumbnails, err := compute.NewJobRun(ctx, "thumbnails", &compute.JobRunArgs{
	EndpointId: resizer.ID(),
	Input: pulumi.Map{
		"folder": pulumi.String("catalog"),
		"width":  pulumi.Int(256),
	},
	Triggers: pulumi.Array{pulumi.String("2026-05-04")},
})
if err != nil {
	return err
}
ctx.Export("status", thumbnails.Status)
return nil`),
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
};
