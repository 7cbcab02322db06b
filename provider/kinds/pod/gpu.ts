import { compareVersions } from "../../../api/compute";
import { canonicalNeed } from "../../table/need";
import { isObject, type Props, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { otherHardware } from "../shared/placement";

/** The members that a request may contain: the platform reports more about a pod's hardware (M-56, M-60). */
export function canonicalGpu(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id, count = 1, allowedCudaVersions, minCudaVersion, minRamPerGpu, minVcpuCountPerGpu } = value;
  const versions = Array.isArray(allowedCudaVersions) ? [...(allowedCudaVersions as unknown[])].sort() : [];
  return { ...canonicalNeed(value), id, count, versions, minCudaVersion, minRamPerGpu, minVcpuCountPerGpu };
}

/** Type and count: the filters of the placement are never shown (M-56). */
export const isSameGpu = (old: unknown, next: unknown): boolean =>
  isObject(old) &&
  isObject(next) &&
  old.id !== undefined &&
  old.id === next.id &&
  (old.count ?? 1) === (next.count ?? 1);

/**
 * The reason why a pod does not match an alternative. Filters restrict the choice of a machine; for a placed pod they are
 * compared with the platform's values, or, if it reports none, with the filters of its placement. Both values are in
 * canonical form.
 */
export function lackOfGpu(before: unknown, asked: unknown, state: Props): string | undefined {
  if (!isObject(before) || !isObject(asked) || hasUnknown(asked) || !isSameGpu(before, asked)) return otherHardware;
  return (
    lackOfCuda(before, asked, state.cudaVersion) ??
    lackOf("minRamPerGpu", "GB of RAM for each GPU", before, asked, state.memory) ??
    lackOf("minVcpuCountPerGpu", "vCPUs for each GPU", before, asked, state.vcpuCount)
  );
}

/** The lack of the whole pod, for which the platform reports the values. */ // M-56
function lackOf(
  name: "minRamPerGpu" | "minVcpuCountPerGpu",
  unit: string,
  before: Props,
  asked: Props,
  reported: unknown,
): string | undefined {
  const least = Number(asked[name] ?? 0);
  if (typeof reported !== "number") return Number(before[name] ?? 0) >= least ? undefined : notReported(name);
  const each = reported / Number(asked.count);
  return each >= least ? undefined : `its host has ${Math.floor(each)} ${unit}, fewer than ${name} asks for`;
}

function lackOfCuda(before: Props, asked: Props, reported: unknown): string | undefined {
  const name = strings(asked.versions).length > 0 ? "allowedCudaVersions" : "minCudaVersion";
  if (typeof reported === "string")
    return allows(asked, reported) ? undefined : `its host has CUDA ${reported}, which ${name} does not allow`;
  const placedWith = strings(before.versions);
  const isOpen = strings(asked.versions).length === 0 && typeof asked.minCudaVersion !== "string";
  const isWithin =
    placedWith.length > 0
      ? placedWith.every((version) => allows(asked, version))
      : name === "minCudaVersion" && typeof before.minCudaVersion === "string" && allows(asked, before.minCudaVersion);
  return isOpen || isWithin ? undefined : notReported(name);
}

const allows = ({ versions, minCudaVersion }: Props, version: string): boolean => {
  const exact = strings(versions);
  if (exact.length > 0) return exact.includes(version); // M-52
  return typeof minCudaVersion !== "string" || compareVersions(version, minCudaVersion) >= 0;
};

const notReported = (name: string): string =>
  `${name} asks for more than before, and the platform does not report whether its host has that`;
