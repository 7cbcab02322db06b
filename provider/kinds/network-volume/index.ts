import { networkVolume as resource } from "./fields";
import { pricing } from "./price";
import { networkVolumeOperations as operations } from "./requests";

export const kind = { resource, operations, pricing };
