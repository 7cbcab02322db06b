import type { Output } from "../resource";

/** What a pod has besides its arguments. None of it is compared, so none of it is ever drift. */
export const podOutputs = {
  status: {
    type: '"PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED"',
    doc: "Status of the pod at the last refresh.",
    rules: ["P-30"],
  },
  dataCenterId: { type: "string | null", doc: "Data center it was placed in; null until then.", rules: ["P-30"] },
  cudaVersion: { type: "string | null", doc: "CUDA version of the host, null when unknown.", rules: ["P-54"] },
  cost: { type: "number", doc: "Current cost in USD per hour; 0 while stopped.", rules: ["P-57"] },
  costPerHour: { type: "number", doc: "The same as `cost`, USD per hour.", rules: ["P-57"] },
  vcpuCount: { type: "number | undefined", doc: "vCPUs of the whole pod.", rules: ["M-56", "M-60"] },
  memory: { type: "number | undefined", doc: "System RAM of the whole pod, in GB.", rules: ["M-56", "M-63"] },
  ssh: {
    type: "{ proxy: SshEndpoint | null, direct: SshEndpoint | null, command: string | null }",
    doc: "How to connect by SSH; `command` is a ready-to-run command. Direct ports change at every restart.",
    rules: ["P-55"],
  },
  endpoints: {
    type: "Record<string, string>",
    doc: 'Public address of each port that has one, such as `{ "22/tcp": "203.0.113.17:30412" }`. HTTP ports have none: see `urls`.',
    rules: ["P-30"],
  },
  networking: {
    type: "{ enabled: boolean, ip?: string, internalDns?: string }",
    doc: "Global networking as it is currently in effect.",
    rules: ["P-56"],
  },
  jupyterPassword: {
    type: "string | undefined",
    doc: "Jupyter's password: the one the platform generated, or the one in `env`.",
    rules: ["P-52"],
    secret: true,
  },
  createdAt: { type: "string", doc: "RFC 3339, UTC.", rules: ["A-72"] },
  startedAt: {
    type: "string | null",
    doc: "Time of the last start, RFC 3339, UTC; null before the first start.",
    rules: ["P-30"],
  },
} as const satisfies Readonly<Record<string, Output>>;
