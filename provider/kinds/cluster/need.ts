import { ClusterCompute } from "../../../api/clusters";
import type { NeedForm } from "../../table/need";
import { needSchemas, orNeed } from "../shared/need";

export const computeNeed: NeedForm = {
  id: "gpuTypeId",
  list: "gpus",
  byId: ClusterCompute.extend({}),
  units: "gpuCountPerPod",
  machines: "podCount",
};

/** The hardware of every member, by an id or by a need. */
export const ComputeOrNeed = orNeed(ClusterCompute, "gpuTypeId", needSchemas);
