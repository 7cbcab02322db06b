import { decodeArgs } from "../../api/command";
import type { PersistentMount } from "../../api/mounts";
import { Template, TemplateCreate, TemplateUpdate } from "../../api/templates";
import { choices } from "../kernel/choices";
import type { Dated } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";

export type TemplateOwner = "self" | "official" | "verified" | "community";

/** The members that a template keeps unchanged, with the defaults of P-16 and T-2. */
export const templateMembers = keptMembers({
  create: TemplateCreate.shape,
  update: TemplateUpdate.shape,
  answer: Template.shape,
  own: ["args", "cmd", "entrypoint", "mounts"],
  absent: {
    disk: choices.defaultDiskGb,
    env: {},
    ports: [],
    registry: null,
    serverless: false,
    public: false,
    category: "NVIDIA",
    startSsh: true,
    startJupyter: true,
    allowedCudaVersions: [],
  },
});

/** A template as stored: the command as `args` only (M-3). */
export interface StoredTemplate extends Dated, Readonly<KeptBy<typeof templateMembers>> {
  readonly owner: TemplateOwner;
  readonly args: string;
  /** Persistent only (M-40). */
  readonly mounts: { readonly persistent?: PersistentMount | undefined };
}

/** A template as the platform reports it (T-6); of others it never names a credential (T-20). */
export function toTemplate(template: StoredTemplate): Template {
  const { id, owner, args, mounts, registry } = template;
  const { entrypoint, cmd } = decodeArgs(args);
  return {
    ...templateMembers.shown(template),
    id,
    args,
    entrypoint: [...entrypoint],
    cmd: [...cmd],
    mounts,
    registry: owner === "self" ? registry : null,
  };
}
