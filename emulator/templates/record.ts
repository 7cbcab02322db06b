import * as z from "zod";
import { decodeArgs } from "../../api/command";
import { TemplateMounts } from "../../api/mounts";
import { Template, TemplateCreate, TemplateUpdate } from "../../api/templates";
import { dated, Text } from "../kernel/bounds";
import { choices } from "../kernel/choices";
import { type KeptBy, keptMembers } from "../store/kept";

const owners = ["self", "official", "verified", "community"] as const;

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

const OwnTemplate = z.object({ ...dated, owner: z.enum(owners), args: Text, mounts: TemplateMounts });

/** A template as stored, and as a dump has those of an account: the command as `args` only (M-3). */
export type StoredTemplate = Readonly<KeptBy<typeof templateMembers> & z.infer<typeof OwnTemplate>>;
export const TemplateRecord = z.object({ ...templateMembers.inDumps, ...OwnTemplate.shape, owner: z.literal("self") });

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
