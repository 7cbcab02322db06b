import { costs } from "../../cost/pricing";
import { jobRun as resource } from "./fields";
import { jobRunOperations as operations } from "./requests";

export const kind = { resource, operations, pricing: costs(0, "billed by its endpoint") };
