import type { NetworkVolume } from "../../api/network-volumes";
import type { Dated } from "../store/collection";

export type StoredVolume = NetworkVolume & Dated;
