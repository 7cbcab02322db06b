import { NotFoundError } from "../../../client";
import { inAll, type Stock, stockOf } from "../../capacity/stock";
import { isObject, type Props, strings } from "../../table/props";
import type { Session } from "../../host/session";

type Asking = Pick<Session, "client" | "catalog">;

/** Hardware that may be scarce. Inputs hold one alternative. */
export interface Hardware {
  /** In words, e.g. `2 × NVIDIA H200`. */
  label(asked: Props): string;
  /** What the catalog says about it. */
  stock(asking: Asking, asked: Props): Promise<Stock>;
}

const availability = "AVAILABILITY" as const;

export const podHardware: Hardware = {
  label({ gpu, cpu }) {
    if (isObject(gpu)) return `${Number(gpu.count ?? 1)} × ${String(gpu.id)}`;
    return isObject(cpu) ? `${String(cpu.vcpuCount)} vCPUs of ${String(cpu.id)}` : "unknown hardware";
  },
  stock: (asking, asked) => (isObject(asked.gpu) ? podGpuStock(asking, asked, asked.gpu) : podCpuStock(asking, asked)),
};

export const clusterHardware: Hardware = {
  label({ compute }) {
    const { gpuTypeId, gpuCountPerPod, podCount } = isObject(compute) ? compute : {};
    return `${String(podCount)} pods of ${String(gpuCountPerPod)} × ${String(gpuTypeId)}`;
  },
  stock: clusterStock,
};

async function podGpuStock(asking: Asking, asked: Props, gpu: Props): Promise<Stock> {
  const cloud = asked.cloud === "COMMUNITY" ? "COMMUNITY" : "SECURE";
  const count = Number(gpu.count ?? 1);
  const versions = strings(gpu.allowedCudaVersions);
  const types = await asking.catalog.gpus({
    include: [availability],
    product: ["POD"],
    count,
    cloud,
    ...(versions.length > 0 && { cudaVersions: versions }),
    ...(typeof gpu.minCudaVersion === "string" && { minCudaVersion: gpu.minCudaVersion }),
  });
  const listed = types.find(({ id }) => id === gpu.id);
  const most = listed?.maxCount[cloud === "SECURE" ? "secure" : "community"];
  if (most !== undefined && count > most) return aboveMost(most, cloud);
  const isPartial = gpu.minRamPerGpu !== undefined || gpu.minVcpuCountPerGpu !== undefined;
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial });
}

async function podCpuStock(asking: Asking, asked: Props): Promise<Stock> {
  const cpu = isObject(asked.cpu) ? asked.cpu : {};
  const vcpuCount = Number(cpu.vcpuCount);
  const flavors = await asking.catalog.cpus({ include: [availability], product: ["POD"], vcpuCount });
  const listed = flavors.find(({ id }) => id === cpu.id);
  if (listed && (vcpuCount < listed.vcpu.min || vcpuCount > listed.vcpu.max)) {
    return { verdict: "never", says: `has it with ${listed.vcpu.min} to ${listed.vcpu.max} vCPUs only (M-61)` };
  }
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial: false });
}

/** The catalog tells of one member at a time, and not whether all of them fit into one data center. */
async function clusterStock(asking: Asking, asked: Props): Promise<Stock> {
  const compute = isObject(asked.compute) ? asked.compute : {};
  const count = Number(compute.gpuCountPerPod);
  const types = await asking.catalog.gpus({ include: [availability], product: ["CLUSTER"], count });
  const listed = types.find(({ id }) => id === compute.gpuTypeId);
  if (listed && count > listed.maxCount.secure) return aboveMost(listed.maxCount.secure, "SECURE");
  return stockOf({ listed, places: await placesOf(asking, asked), isPartial: true });
}

const aboveMost = (most: number, cloud: string): Stock => ({
  verdict: "never",
  says: most > 0 ? `has at most ${most} of it in one ${cloud} pod (M-55)` : `has none of it in ${cloud}`,
});

/** Where it may be: what the program allows (P-14), where its volume is (M-32), where there is networking (P-15). */
async function placesOf(asking: Asking, asked: Props): Promise<readonly string[] | undefined> {
  const allowed = strings(asked.dataCenterIds);
  return inAll([
    allowed.length > 0 ? allowed : undefined,
    await placeOfVolume(asking, asked),
    asked.globalNetworking === true ? await networkedPlaces(asking) : undefined,
  ]);
}

async function placeOfVolume({ client }: Asking, { mounts }: Props): Promise<string[] | undefined> {
  const network: unknown = isObject(mounts) && Array.isArray(mounts.network) ? mounts.network[0] : undefined;
  if (!isObject(network) || typeof network.volumeId !== "string") return undefined;
  try {
    return [(await client.reads.networkVolume(network.volumeId)).dataCenter];
  } catch (error) {
    // A volume that is not there has no place: the refusal was about it.
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}

const networkedPlaces = async ({ catalog }: Asking): Promise<string[]> =>
  (await catalog.dataCenters({ globalNetwork: true })).map(({ id }) => id);
