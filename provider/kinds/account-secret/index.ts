import { free } from "../../cost/pricing";
import { accountSecret as resource } from "./fields";
import { accountSecretOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
