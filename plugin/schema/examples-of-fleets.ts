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
