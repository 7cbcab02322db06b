import { free } from "../../cost/pricing";
import { registryCredential as resource } from "./fields";
import { registryCredentialOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
