import type { V1Pod, V1PodQuery } from "../../api/v1/pods";

/** Whether a pod passes the filters of the list (O-27); those that are not sent let everything pass. */
export function passes(pod: V1Pod, dataCenterId: string | null, query: V1PodQuery): boolean {
  const cpuFlavorId = pod.cpuFlavorId as string | undefined;
  const is = (wanted: string | undefined, value: unknown) => wanted === undefined || wanted === value;
  const among = (wanted: readonly string[] | undefined, value: string | null | undefined) =>
    wanted === undefined || (typeof value === "string" && wanted.includes(value));
  return (
    is(query.id, pod.id) &&
    is(query.name, pod.name) &&
    is(query.imageName, pod.image) &&
    is(query.templateId, pod.templateId) &&
    is(query.endpointId, pod.endpointId) &&
    is(query.networkVolumeId, pod.networkVolumeId) &&
    is(query.desiredStatus, pod.desiredStatus) &&
    is(query.computeType, cpuFlavorId === undefined ? "GPU" : "CPU") &&
    among(query.gpuTypeId, pod.gpu?.id) &&
    among(query.cpuFlavorId, cpuFlavorId) &&
    among(query.dataCenterId, dataCenterId)
  );
}
