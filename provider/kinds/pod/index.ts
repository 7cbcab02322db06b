import { pod as resource } from "./fields";
import { podOperations as operations } from "./requests";

export const kind = { resource, operations };
