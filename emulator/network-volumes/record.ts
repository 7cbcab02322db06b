import type { NetworkVolume } from "../../api/network-volumes";
import type { Dated } from "../world/collection";

export type StoredVolume = NetworkVolume & Dated;
