import type { Delegation } from "../../api/registries";
import type { Stored } from "../world/collection";

export type StoredDelegation = Stored & { readonly createdAtMs: number; readonly record: Delegation };
