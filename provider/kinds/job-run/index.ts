import { jobRun as resource } from "./fields";
import { pricing } from "./price";
import { jobRunOperations as operations } from "./requests";

export const kind = { resource, operations, pricing };
