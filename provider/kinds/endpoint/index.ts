import { endpoint as resource } from "./fields";
import { pricing } from "./price";
import { endpointOperations as operations } from "./requests";

export const kind = { resource, operations, pricing };
