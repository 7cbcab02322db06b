import type { Delegation, Registry } from "../../api/registries";
import type { Secret } from "../../api/account";
import type { PersistentMount } from "../../api/mounts";
import type { templateCategories } from "../../api/templates";
import type { Stored } from "./collection";
import type { ContainerSettings } from "../pods/pod";

type Dated = Stored & {
  /** Emulator's ms since the epoch. */
  readonly createdAt: number;
};

/** A credential with what is never returned. */
export type StoredRegistry = Registry & Dated & { readonly username: string; readonly password: string };

export type StoredDelegation = Stored & { readonly createdAtMs: number; readonly record: Delegation };

export type TemplateOwner = "self" | "official" | "verified" | "community";

/** A template as stored: the command as `args` only (M-3). */
export interface StoredTemplate extends Dated, Readonly<ContainerSettings> {
  readonly owner: TemplateOwner;
  readonly name: string;
  /** Persistent only (M-40). */
  readonly mounts: { readonly persistent?: PersistentMount };
  readonly serverless: boolean;
  readonly public: boolean;
  readonly category: (typeof templateCategories)[number];
  readonly startSsh: boolean;
  readonly startJupyter: boolean;
  readonly allowedCudaVersions: readonly string[];
}

export type StoredSecret = Stored & { readonly createdAtMs: number; readonly value: string; readonly record: Secret };
