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
/** By port, from the setting `compute:portUrl`. */
export const urls = web.urls;
/** USD. */
export const costPerHour = web.costPerHour;
