import { endpoint as resource } from "./fields";
import { endpointOperations as operations } from "./requests";

export const kind = { resource, operations };
