import { free } from "../../cost/pricing";
import { registryDelegation as resource } from "./fields";
import { registryDelegationOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
