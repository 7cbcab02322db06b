import type { PersistentMount } from "../../api/mounts";
import type { templateCategories } from "../../api/templates";
import type { ContainerSettings } from "../pods/record";
import type { Dated } from "../store/collection";

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
