import type { Delegation } from "../../api/registries";
import type { Stored } from "../store/collection";

export type StoredDelegation = Stored & { readonly createdAtMs: number; readonly record: Delegation };
