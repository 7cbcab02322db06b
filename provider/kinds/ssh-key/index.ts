import { free } from "../../cost/pricing";
import { sshKey as resource } from "./fields";
import { sshKeyOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
