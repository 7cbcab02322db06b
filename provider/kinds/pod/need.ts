import * as z from "zod";
import { Cpu, PodGpu } from "../../../api/compute";
import { canonicalNeed, type NeedForm } from "../../table/need";
import { isObject, type Props } from "../../table/props";
import { needSchemas } from "../shared/need";

export const unitsOfGpu = ({ count }: Props): number => Number(count ?? 1);
export const unitsOfCpu = ({ vcpuCount }: Props): number => Number(vcpuCount);

export const gpuNeed: NeedForm = { id: "id", list: "gpus", units: "count", byId: PodGpu.extend({}) };
export const cpuNeed: NeedForm = { id: "id", list: "cpus", units: "vcpuCount", byId: Cpu.extend({}) };

/** The rules say which members can be combined. */
const gpu = PodGpu.extend({ ...needSchemas, id: PodGpu.shape.id.optional() });
const { manufacturer: _, ...ofFlavors } = needSchemas;
const cpu = Cpu.extend({ ...ofFlavors, id: Cpu.shape.id.optional() });

type Needing<ById> = Omit<ById, "id"> & {
  readonly memory: number;
  readonly excluding?: string[];
  readonly maxHourlyCost?: number;
};

/** GPUs, by an id or by a need. */
export const GpuOrNeed = gpu as unknown as z.ZodType<PodGpu | (Needing<PodGpu> & { readonly manufacturer?: string })>;
/** vCPUs of a flavor, or of any that has the memory. */
export const CpuOrNeed = cpu as unknown as z.ZodType<Cpu | Needing<Cpu>>;

export const canonicalCpu = (value: unknown): unknown =>
  isObject(value) ? { ...canonicalNeed(value), id: value.id, vcpuCount: value.vcpuCount } : value;
