import { decodeArgs } from "../../api/command";
import type { Template } from "../../api/templates";
import { type StoredTemplate, templateMembers } from "./record";

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
