import type { Pod } from "../../../api/pods";
import { podMembers } from "../../../emulator/pods/record";

/** A pod as a busy account has them: every member there, a few variables and ports. About 1.5 kB of JSON. */
export const runningPod = (n: number): Pod => ({
  ...podMembers.created(asked(n)),
  id: `pod${String(n).padStart(7, "0")}`,
  status: "RUNNING",
  actions: ["stop", "restart", "terminate"],
  args: '{"cmd":["serve","--fast"]}',
  cmd: ["serve", "--fast"],
  entrypoint: [],
  mounts: { persistent: { size: 60, path: "/data" } },
  dataCenterId: "EU-XX-1",
  cudaVersion: "12.6",
  ssh: {
    proxy: {
      host: "ssh.platform.example",
      port: 22,
      username: `pod${n}-5f21c0aa`,
      command: `ssh pod${n}@ssh.platform.example`,
    },
    direct: { host: "203.0.113.17", port: 30_412, username: "root", command: "ssh root@203.0.113.17 -p 30412" },
  },
  template: null,
  cost: 1.72,
  globalNetworking: { enabled: false },
  runtime: {
    uptime: 512,
    gpus: [
      { util: 71, memoryUtil: 40 },
      { util: 69, memoryUtil: 41 },
    ],
    cpu: { util: 12 },
    memory: { util: 33 },
    ports: [{ private: 22, public: 30_412, type: "tcp", ip: "203.0.113.17" }],
  },
  createdAt: "2026-05-04T09:00:00Z",
  startedAt: "2026-05-04T09:02:10Z",
  gpu: { id: "NVIDIA L40S", count: 2, vcpuCount: 24, memory: 188 },
});

const asked = (n: number) => ({
  name: `trainer-${n}`,
  image: "registry.example.com/acme/trainer:1.4.0",
  disk: 40,
  env: { STAGE: "dev", WORLD_SIZE: "8", DATASET: "s3://bucket/datasets/v3", PUBLIC_KEY: "ssh-ed25519 AAAAC3Nz ops" },
  ports: ["8888/http", "22/tcp"],
});
