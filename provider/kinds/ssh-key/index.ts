import { sshKey as resource } from "./fields";
import { sshKeyOperations as operations } from "./requests";

export const sshKey = { resource, operations };
