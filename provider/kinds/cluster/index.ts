import { cluster as resource } from "./fields";
import { pricing } from "./price";
import { clusterOperations as operations } from "./requests";

export const kind = { resource, operations, pricing };
