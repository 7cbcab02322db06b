import type { Secret } from "../../api/account";
import type { Stored } from "../store/collection";

/** A secret with its value, which is never returned. */
export type StoredSecret = Stored & { readonly createdAtMs: number; readonly value: string; readonly record: Secret };
