import { template as resource } from "./fields";
import { templateOperations as operations } from "./requests";

export const kind = { resource, operations };
