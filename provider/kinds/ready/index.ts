import { free } from "../../cost/pricing";
import { ready as resource } from "./fields";
import { readyOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
