import { networkVolume as resource } from "./fields";
import { networkVolumeOperations as operations } from "./requests";

export const networkVolume = { resource, operations };
