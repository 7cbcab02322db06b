import type { EndpointUpdate } from "../api/serverless";
import { isObject, type Props } from "../provider/table/props";
import type { Drift } from "./drifts";

/** All that somebody else can change about an endpoint; what the program left out is no drift. */
export function endpointDrifts(inputs: Props): Drift[] {
  const patch = (name: string, path: string, body: EndpointUpdate, about = path): Drift => ({
    about,
    name,
    path: isSaid(inputs, path) ? path : undefined,
    make: ({ client }, id) => client.serverless.update(id, body),
  });
  const { type, scaling, gpu } = inputs;
  const byRequests = (scaling as Props).type === "REQUEST_COUNT";
  const hasIdleTimeout = type !== "QUEUE" || !byRequests;
  return [
    patch("renamed", "name", { name: "drifted" }),
    patch("another image", "image", { image: "registry.example.com/acme/drifted:9" }),
    patch("a larger disk", "disk", { disk: 90 }),
    patch("another port", "ports", { ports: ["9999/http"] }),
    patch("a longer timeout", "timeout", { timeout: 123_456 }),
    patch("other starts", "flashboot", { flashboot: "PRIORITY_FLASHBOOT" }),
    patch("elsewhere", "dataCenterIds", { dataCenterIds: ["US-XX-1"] }, "place"),
    patch("more workers", "workers.max", { workers: { max: 5 } }, "max"),
    patch("a worker at least", "workers.min", { workers: { min: 1 } }, "min"),
    ...(hasIdleTimeout ? [patch("idle for longer", "workers.idleTimeout", { workers: { idleTimeout: 99 } })] : []),
    byRequests
      ? patch("scaled later", "scaling.requestCount", { scaling: { type: "REQUEST_COUNT", requestCount: 9 } })
      : patch("scaled later", "scaling.queueDelay", { scaling: { type: "QUEUE_DELAY", queueDelay: 9 } }),
    ...(isObject(gpu)
      ? [
          patch("another pool", "gpu.pools", { gpu: { pools: ["AMPERE_24"] } }),
          patch("more GPUs", "gpu.count", { gpu: { count: 4 } }),
          // The two exclude each other (E-30).
          gpu.minCudaVersion === undefined
            ? patch("other drivers", "gpu.allowedCudaVersions", { gpu: { allowedCudaVersions: ["12.4"] } })
            : patch("newer drivers", "gpu.minCudaVersion", { gpu: { minCudaVersion: "12.8" } }),
        ]
      : [patch("other vCPUs", "cpu", { cpu: [{ id: "cpu3c", vcpuCount: 8 }] })]),
    {
      ...patch("another credential", "registry", {}),
      make: ({ client, fixtures }, id) => client.serverless.update(id, { registry: fixtures.registryIds[1]! }),
    },
    {
      ...patch("another variable", "env.FOREIGN", {}),
      path: inputs.env === undefined ? undefined : "env.FOREIGN",
      make: async ({ client: { serverless } }, id) => {
        const { env = {} } = await serverless.get(id);
        await serverless.update(id, { env: { ...env, FOREIGN: "1" } });
      },
    },
    ...commandDrift(inputs),
  ];
}

/** `args`, `cmd` and `entrypoint` are one setting (M-4). */
function commandDrift({ args, cmd, entrypoint }: Props): Drift[] {
  const about = "command";
  const drift = (path: string | undefined, body: EndpointUpdate): Drift => ({
    about,
    name: "another command",
    path,
    make: ({ client }, id) => client.serverless.update(id, body),
  });
  if (args !== undefined) return [drift("args", { args: "drifted" })];
  if (entrypoint !== undefined) return [drift("entrypoint", { entrypoint: ["/drifted"] })];
  return [drift(cmd === undefined ? undefined : "cmd", { cmd: ["drifted"] })];
}

/** A member that is left out of what the program says means its default. */
const isSaid = (inputs: Props, path: string): boolean => inputs[path.split(".")[0]!] !== undefined;
