import { pod as resource } from "./fields";
import { pricing } from "./price";
import { podOperations as operations } from "./requests";

export const kind = { resource, operations, pricing };
