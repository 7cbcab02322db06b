import type { Registry } from "../../api/registries";
import type { Dated } from "../store/collection";

/** A credential with what is never returned. */
export type StoredRegistry = Registry & Dated & { readonly username: string; readonly password: string };
