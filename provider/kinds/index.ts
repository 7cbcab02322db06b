import { cluster } from "./cluster/fields";
import { networkVolume } from "./network-volume/fields";
import { pod } from "./pod/fields";
import { registryCredential } from "./registry-credential/fields";

/** Every kind, for what holds for all of them: reference pages and laws. */
export const resources = [pod, cluster, networkVolume, registryCredential] as const;
