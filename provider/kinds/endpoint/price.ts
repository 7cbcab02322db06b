import { costs, type Pricing } from "../../cost/pricing";

export const pricing: Pricing = {
  ...costs(undefined, "billed for each second of a worker; serverless prices are not published"),
  charged: "by use",
};
