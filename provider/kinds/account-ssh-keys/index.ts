import { free } from "../../cost/pricing";
import { accountSshKeys as resource } from "./fields";
import { accountSshKeysOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: free };
