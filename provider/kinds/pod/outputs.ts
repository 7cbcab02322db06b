import * as z from "zod";
import { PodRuntime, podActions, podStatuses, SshEndpoint } from "../../../api/pods";
import { openEnum, timestamp } from "../../../api/shared";
import type { Output } from "../../table/resource";

/** The computed properties of a pod. They are never compared, so they are never drift. */
export const podOutputs = {
  status: { schema: openEnum(podStatuses), doc: "Status of the pod at the last refresh.", rules: ["P-30"] },
  actions: {
    schema: z.array(openEnum(podActions)),
    doc: "What could be done with the pod at the last refresh.",
    rules: ["P-30", "P-50"],
  },
  runtime: {
    schema: PodRuntime.nullable(),
    doc: "Live figures of the pod at the last refresh: seconds since its container started, utilisation in percent, and ports. Null unless it is RUNNING.",
    rules: ["P-30", "P-62"],
  },
  dataCenterId: {
    schema: z.string().nullable(),
    doc: "Data center it was placed in; null until then.",
    rules: ["P-30"],
  },
  cudaVersion: { schema: z.string().nullable(), doc: "CUDA version of the host, null when unknown.", rules: ["P-54"] },
  cost: { schema: z.number(), doc: "Current cost in USD per hour; 0 while stopped.", rules: ["P-57"] },
  costPerHour: { schema: z.number(), doc: "The same as `cost`, USD per hour.", rules: ["P-57"] },
  vcpuCount: { schema: z.number().optional(), doc: "vCPUs of the whole pod.", rules: ["M-56", "M-60"] },
  memory: { schema: z.number().optional(), doc: "System RAM of the whole pod, in GB.", rules: ["M-56", "M-63"] },
  ssh: {
    schema: z.object({
      proxy: SshEndpoint.nullable(),
      direct: SshEndpoint.nullable(),
      command: z.string().nullable(),
    }),
    doc: "How to connect by SSH; `command` is a ready-to-run command, null while the pod doesn't run, and where the account had no key when it was created: then only a key that its image brings lets you in. Direct ports change at every restart.",
    rules: ["P-53", "P-55"],
  },
  endpoints: {
    schema: z.record(z.string(), z.string()),
    doc: 'Public address of each port that has one, such as `{ "22/tcp": "203.0.113.17:30412" }`. HTTP ports have none: see `urls`. Of several ports from 70000 up, each has the number that it got, as in `31007/tcp`.',
    rules: ["M-10", "P-30"],
  },
  urls: {
    schema: z.record(z.string(), z.string()),
    doc: 'Address of each http port, such as `{ "8080/http": "https://p4k9w2m7qx-8080.example.com" }`, by the setting `compute:portUrl`. Without it, only ports for which the platform reports an address appear. Run `refresh` after the setting changed.',
    rules: ["M-10", "P-30"],
    madeOf: "portUrl",
  },
  jupyterUrl: {
    schema: z.string().optional(),
    doc: "Where Jupyter is, if `8888/http` is in `ports`: the address of that port in `urls`.",
    rules: ["P-52"],
    madeOf: "portUrl",
  },
  networking: {
    schema: z.object({ enabled: z.boolean(), ip: z.string().optional(), internalDns: z.string().optional() }),
    doc: "Global networking as it is currently in effect.",
    rules: ["P-56"],
    remembered: true,
  },
  jupyterPassword: {
    schema: z.string().optional(),
    doc: "Jupyter's password: the one the platform generated, or the one in `env`.",
    rules: ["P-52"],
    secret: true,
  },
  createdAt: { schema: timestamp, doc: "RFC 3339, UTC.", rules: ["A-72"], stable: true },
  startedAt: {
    schema: z.string().nullable(),
    doc: "Time of the last start, RFC 3339, UTC; null before the first start.",
    rules: ["P-30"],
    remembered: true,
  },
} as const satisfies Readonly<Record<string, Output>>;
