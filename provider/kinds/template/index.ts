import { free } from "../../cost/pricing";
import { template as resource } from "./fields";
import { templateOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
