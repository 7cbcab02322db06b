import type { Output } from "../resource";

/** What a pod has besides its arguments. None of it is compared, so none of it is ever drift. */
export const podOutputs = {
  status: {
    type: '"PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED"',
    doc: "Where the pod stood when last looked at.",
    rules: ["P-30"],
  },
  dataCenterId: { type: "string | null", doc: "Where it was placed; null before.", rules: ["P-30"] },
  cudaVersion: { type: "string | null", doc: "CUDA version of the host, null when unknown.", rules: ["P-54"] },
  cost: { type: "number", doc: "USD per hour now; 0 while stopped.", rules: ["P-57"] },
  costPerHour: { type: "number", doc: "The same as `cost`, USD per hour.", rules: ["P-57"] },
  vcpuCount: { type: "number | undefined", doc: "vCPUs of the whole pod.", rules: ["M-56", "M-60"] },
  memory: { type: "number | undefined", doc: "System RAM of the whole pod, in GB.", rules: ["M-56", "M-63"] },
  ssh: {
    type: "{ proxy: SshEndpoint | null, direct: SshEndpoint | null, command: string | null }",
    doc: "Ways in by SSH; `command` is the ready-to-run line of the best one. Direct ports change at every restart.",
    rules: ["P-55"],
  },
  endpoints: {
    type: "Record<string, string>",
    doc: 'Public address of each port that has one now, as in `{ "22/tcp": "203.0.113.17:30412" }`. The contract names no address for http ports.',
    rules: ["P-30"],
  },
  networking: {
    type: "{ enabled: boolean, ip?: string, internalDns?: string }",
    doc: "Global networking as it is in effect.",
    rules: ["P-56"],
  },
  jupyterPassword: {
    type: "string | undefined",
    doc: "Password that the platform generated for Jupyter, or the one in `env`.",
    rules: ["P-52"],
    secret: true,
  },
  createdAt: { type: "string", doc: "RFC 3339, UTC.", rules: ["A-72"] },
  startedAt: { type: "string | null", doc: "Last start, RFC 3339, UTC; null before the first.", rules: ["P-30"] },
} as const satisfies Readonly<Record<string, Output>>;
