import type { Delegation, Registry } from "../api/registries";
import type { Secret } from "../api/account";
import type { Template } from "../api/templates";
import type { Stored } from "./collection";

type Dated = Stored & {
  /** Emulator's ms since the epoch. */
  readonly createdAt: number;
};

/** A credential with what is never returned. */
export type StoredRegistry = Registry & Dated & { readonly username: string; readonly password: string };

export type StoredDelegation = Stored & { readonly createdAtMs: number; readonly record: Delegation };

export type TemplateOwner = "self" | "official" | "verified" | "community";

/** A template as stored: the command as `args` only (M-3). */
export type StoredTemplate = Omit<Template, "cmd" | "entrypoint"> & Dated & { readonly owner: TemplateOwner };

export type StoredSecret = Stored & { readonly createdAtMs: number; readonly value: string; readonly record: Secret };
