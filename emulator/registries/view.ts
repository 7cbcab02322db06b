import type { Registry } from "../../api/registries";
import type { StoredRegistry } from "./record";

/** Only these two ever leave the platform, through either version. */
export const toRegistry = ({ id, name }: StoredRegistry): Registry => ({ id, name });
