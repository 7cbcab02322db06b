import * as compute from "pulumi-compute-platform";

const web = new compute.Pod("web", {
  image: "registry.example.com/public/web:1.0",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  disk: 10,
  ports: ["8080/http"],
  env: { GREETING: "hello" },
});

export const podId = web.id;
export const status = web.status;
/** USD. */
export const costPerHour = web.costPerHour;
