import type { PodCreate, PodUpdate } from "../../api/pods";
import type { V1TemplateUpdate } from "../../api/v1/others";
import type { V1PodCreate, V1PodUpdate } from "../../api/v1/pods";
import { badRequest } from "../kernel/refusal";
import { defined } from "../kernel/v1-compat";

/** Defaults of a v1 create (O-27). */
const defaults = { name: "my pod", gpuCount: 1, vcpuCount: 2, volumeInGb: 20, volumeMountPath: "/workspace" } as const;

/** Settings of a container that pods and templates call alike in v1, and differently than v2 (section 14.6). */
export const containerSettings = (body: V1PodUpdate | V1TemplateUpdate) => ({
  disk: body.containerDiskInGb,
  env: body.env,
  ports: body.ports,
  entrypoint: body.dockerEntrypoint,
  cmd: body.dockerStartCmd,
  registry: body.containerRegistryAuthId === "" ? null : body.containerRegistryAuthId,
});

/** Members that both requests have. `undefined` members are left out. */
function container(body: V1PodUpdate) {
  return defined({
    name: body.name,
    image: body.imageName,
    ...containerSettings(body),
    globalNetworking: body.globalNetworking,
  });
}

/** A v1 create in v2's words, once for each hardware it accepts, best first; the first that fits is taken (O-27). */
export function toPodCreates(body: V1PodCreate): PodCreate[] {
  if (body.imageName === undefined && body.templateId === undefined) throw badRequest("imageName is required");
  const shared = {
    ...container(body),
    name: body.name ?? defaults.name,
    ...defined({ cloud: body.cloudType, dataCenterIds: body.dataCenterIds, templateId: body.templateId }),
  };
  if (body.computeType === "CPU") {
    const flavors = body.cpuFlavorIds ?? [];
    if (flavors.length === 0) throw badRequest("cpuFlavorIds is required for a CPU pod");
    const vcpuCount = body.vcpuCount ?? defaults.vcpuCount;
    return flavors.map((id) => ({ ...shared, cpu: { id, vcpuCount }, mounts: networkMounts(body) }));
  }
  const types = body.gpuTypeIds ?? [];
  if (types.length === 0) throw badRequest("gpuTypeIds is required for a GPU pod");
  return types.map((id) => ({ ...shared, gpu: { id, ...gpuOf(body) }, mounts: gpuMounts(body) }));
}

function gpuOf(body: V1PodCreate) {
  return {
    count: body.gpuCount ?? defaults.gpuCount,
    ...defined({
      allowedCudaVersions: body.allowedCudaVersions,
      minRamPerGpu: body.minRAMPerGPU,
      minVcpuCountPerGpu: body.minVCPUPerGPU,
    }),
  };
}

function networkMounts({ networkVolumeId, volumeMountPath }: V1PodCreate): NonNullable<PodCreate["mounts"]> {
  if (networkVolumeId === undefined) return {};
  return { network: [{ volumeId: networkVolumeId, path: volumeMountPath ?? defaults.volumeMountPath }] };
}

/** 20 GB at `/workspace` unless said otherwise; 0 for none, and a template may bring its own. */
function gpuMounts(body: V1PodCreate): NonNullable<PodCreate["mounts"]> {
  if (body.networkVolumeId !== undefined) return networkMounts(body);
  if (body.templateId !== undefined && body.volumeInGb === undefined) return {};
  const size = body.volumeInGb ?? defaults.volumeInGb;
  return size === 0 ? {} : { persistent: { size, path: body.volumeMountPath ?? defaults.volumeMountPath } };
}

/** A v1 update in v2's words; mounts keep what the body does not name. */
export function toPodUpdate(body: V1PodUpdate, mounts: PodCreate["mounts"]): PodUpdate {
  return { ...container(body), ...defined({ locked: body.locked, mounts: updatedMounts(body, mounts) }) };
}

function updatedMounts({ volumeInGb, volumeMountPath }: V1PodUpdate, mounts: PodCreate["mounts"]): PodCreate["mounts"] {
  if (volumeInGb === undefined && volumeMountPath === undefined) return undefined;
  const [network] = mounts?.network ?? [];
  if (network) return { network: [{ ...network, path: volumeMountPath ?? network.path }] };
  const { size = 0, path = defaults.volumeMountPath } = mounts?.persistent ?? {};
  return { persistent: { size: volumeInGb ?? size, path: volumeMountPath ?? path } };
}
