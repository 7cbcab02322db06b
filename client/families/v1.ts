import { v1NetworkVolumes } from "../../api/v1/network-volumes";
import { v1Billing, v1Endpoints, v1Templates } from "../../api/v1/others";
import { v1Pods } from "../../api/v1/pods";
import { v1Registries } from "../../api/v1/registries";
import type { Call } from "../http/transport";
import { familyOn } from "./family";

/**
 * The version 1 surface, at `baseUrl`. Deprecated by the platform, which has announced its end: use it only
 * for what version 2 lacks, such as resetting a pod. It acts on the same resources.
 */ // section 14, O-9
export const v1On = (call: Call) => ({
  /** Registry credentials under `/containerregistryauth`; the same as in version 2. */
  registries: familyOn(call, v1Registries),
  /** Pods in their flat version 1 form. The four actions answer nothing that may be read. */ // O-20
  pods: familyOn(call, v1Pods),
  /** Network volumes in version 1: `dataCenterId` instead of `dataCenter`, no `type`. */ // V-18, O-35
  networkVolumes: familyOn(call, v1NetworkVolumes),
  /** Serverless endpoints in their flat version 1 form. */ // O-40
  endpoints: familyOn(call, v1Endpoints),
  /** Templates in their flat version 1 form. */ // O-40
  templates: familyOn(call, v1Templates),
  /** What was spent, in USD, as version 1 tells it. */ // O-40
  billing: familyOn(call, v1Billing),
});
