import { costs, type Pricing } from "../../cost/pricing";
import { endpoint as resource } from "./fields";
import { endpointOperations as operations } from "./requests";

const pricing: Pricing = {
  ...costs(undefined, "billed for each second of a worker; serverless prices are not published"),
  charged: "by use",
};

export const kind = { resource, operations, pricing };
