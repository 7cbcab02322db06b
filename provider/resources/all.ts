import { cluster } from "./cluster";
import { networkVolume } from "./network-volume";
import { pod } from "./pod";
import { registryCredential } from "./registry-credential";

/** Every kind, for what holds for all of them: reference pages and laws. */
export const resources = [pod, cluster, networkVolume, registryCredential] as const;
