import { cluster as resource } from "./fields";
import { clusterOperations as operations } from "./requests";

export const kind = { resource, operations };
