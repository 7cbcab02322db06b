import { Cpu, PodGpu } from "../../../api/compute";
import { canonicalNeed, type NeedForm } from "../../table/need";
import { isObject } from "../../table/props";
import { needSchemas, orNeed } from "../shared/need";

export const gpuNeed: NeedForm = { id: "id", list: "gpus", units: "count", byId: PodGpu.extend({}) };
export const cpuNeed: NeedForm = { id: "id", list: "cpus", units: "vcpuCount", byId: Cpu.extend({}) };

const { manufacturer: _, ...ofFlavors } = needSchemas;

export const GpuOrNeed = orNeed(PodGpu, "id", needSchemas);
/** vCPUs of a flavor, or of any that has the memory. */
export const CpuOrNeed = orNeed(Cpu, "id", ofFlavors);

export const canonicalCpu = (value: unknown): unknown =>
  isObject(value) ? { ...canonicalNeed(value), id: value.id, vcpuCount: value.vcpuCount } : value;
