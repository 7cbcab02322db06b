import type * as z from "zod";
import { ClusterCompute } from "../../../api/clusters";
import type { Props } from "../../table/props";
import type { NeedForm } from "../../table/need";
import { needSchemas } from "../shared/need";

export const unitsOf = ({ gpuCountPerPod }: Props): number => Number(gpuCountPerPod);

export const computeNeed: NeedForm = {
  id: "gpuTypeId",
  list: "gpus",
  byId: ClusterCompute.extend({}),
  units: "gpuCountPerPod",
  machines: "podCount",
};

/** The rules say which members can be combined. */
const compute = ClusterCompute.extend({ ...needSchemas, gpuTypeId: ClusterCompute.shape.gpuTypeId.optional() });

/** The hardware of every member, by an id or by a need. */
export const ComputeOrNeed = compute as unknown as z.ZodType<
  | ClusterCompute
  | (Omit<ClusterCompute, "gpuTypeId"> & {
      readonly memory: number;
      readonly manufacturer?: string;
      readonly excluding?: string[];
      readonly maxHourlyCost?: number;
    })
>;
