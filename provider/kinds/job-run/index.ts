import { jobRun as resource } from "./fields";
import { jobRunOperations as operations } from "./requests";

export const kind = { resource, operations };
