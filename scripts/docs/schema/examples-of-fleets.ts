import { type Example, go } from "./example";

export const readyExample: Example = {
  title: "Pods that are waited for together",
  programs: {
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
    python: `import pulumi
import pulumi_compute as compute

first = compute.Pod(
    "first",
    image="registry.example.com/public/worker:1.0",
    cpu={"id": "cpu3c", "vcpu_count": 2},
    wait_for=compute.WaitFor.NONE,
)
workers = compute.Ready("workers", pods=[first.id])

pulumi.export("ids", workers.ids)`,
    go: go(`first, err := compute.NewPod(ctx, "first", &compute.PodArgs{
	Image:   pulumi.String("registry.example.com/public/worker:1.0"),
	Cpu:     &compute.PodCpuArgs{Id: pulumi.String("cpu3c"), VcpuCount: pulumi.Int(2)},
	WaitFor: compute.WaitForNone,
})
if err != nil {
	return err
}
workers, err := compute.NewReady(ctx, "workers", &compute.ReadyArgs{
	Pods: pulumi.StringArray{first.ID()},
})
if err != nil {
	return err
}
ctx.Export("ids", workers.Ids)
return nil`),
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
};

export const fleetExample: Example = {
  title: "Pods of one declaration, of which one differs",
  programs: {
    typescript: `import * as compute from "pulumi-compute-platform";

const workers = new compute.Fleet("workers", {
  pod: { image: "registry.example.com/public/worker:1.0", cpu: { id: "cpu3c", vcpuCount: 2 } },
  pods: { books: {}, code: { env: { SHARD: "code" } } },
  maxUnavailable: 1,
});

export const ready = workers.ready;`,
    python: `import pulumi
import pulumi_compute as compute

workers = compute.Fleet(
    "workers",
    pod={"image": "registry.example.com/public/worker:1.0", "cpu": {"id": "cpu3c", "vcpu_count": 2}},
    pods={"books": {}, "code": {"env": {"SHARD": "code"}}},
    max_unavailable=1,
)

pulumi.export("ready", workers.ready)`,
    go: go(`workers, err := compute.NewFleet(ctx, "workers", &compute.FleetArgs{
	Pod: &compute.FleetPodArgs{
		Image: pulumi.String("registry.example.com/public/worker:1.0"),
		Cpu:   &compute.PodCpuArgs{Id: pulumi.String("cpu3c"), VcpuCount: pulumi.Int(2)},
	},
	Pods: compute.FleetPodMap{
		"books": &compute.FleetPodArgs{},
		"code":  &compute.FleetPodArgs{Env: pulumi.StringMap{"SHARD": pulumi.String("code")}},
	},
	MaxUnavailable: pulumi.Int(1),
})
if err != nil {
	return err
}
ctx.Export("ready", workers.Ready)
return nil`),
    yaml: `resources:
  workers:
    type: compute:Fleet
    properties:
      pod:
        image: registry.example.com/public/worker:1.0
        cpu:
          id: cpu3c
          vcpuCount: 2
      pods:
        books: {}
        code:
          env:
            SHARD: code
      maxUnavailable: 1
outputs:
  ready: \${workers.ready}`,
  },
};
