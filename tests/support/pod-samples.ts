import type { Pod, PodCreate } from "../../api/pods";
import { podMembers } from "../../emulator/pods/record";

/** The request of P-10's example. */
export const podCreate: PodCreate = {
  name: "trainer-a",
  image: "registry.example.com/acme/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S", count: 2, minCudaVersion: "12.4" },
  disk: 40,
  env: { STAGE: "dev" },
  ports: ["8888/http", "22/tcp"],
  mounts: { persistent: { size: 60, path: "/data" } },
  startSsh: true,
};

/** The answer of P-10's example, with the default of what the example does not name. */
export const createdPod: Pod = {
  ...podMembers.created(podCreate),
  id: "p4k9w2m7qx",
  args: "",
  cmd: [],
  entrypoint: [],
  env: { STAGE: "dev", PUBLIC_KEY: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org" },
  status: "PROVISIONING",
  actions: ["stop", "terminate"],
  mounts: { persistent: { size: 60, path: "/data" } },
  gpu: { id: "NVIDIA L40S", count: 2, vcpuCount: 24, memory: 188 },
  dataCenterId: null,
  cudaVersion: null,
  ssh: { proxy: null, direct: null },
  template: null,
  cost: 1.72,
  globalNetworking: { enabled: false },
  runtime: null,
  createdAt: "2026-05-04T09:00:00Z",
  startedAt: null,
};

export const podNamed = (id: string, changes: Partial<Pod> = {}): Pod => ({ ...createdPod, id, name: id, ...changes });
