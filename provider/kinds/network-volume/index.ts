import { networkVolume as resource } from "./fields";
import { networkVolumeOperations as operations } from "./requests";

export const kind = { resource, operations };
