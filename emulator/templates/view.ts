import { decodeArgs } from "../../api/command";
import type { Template } from "../../api/templates";
import type { StoredTemplate } from "./record";

/** A template as the platform reports it (T-6); of others it never names a credential (T-20). */
export function toTemplate(template: StoredTemplate): Template {
  const { owner, seq: _, createdAt: __, ...shown } = template;
  const { entrypoint, cmd } = decodeArgs(shown.args);
  return {
    ...shown,
    entrypoint: [...entrypoint],
    cmd: [...cmd],
    ports: [...shown.ports],
    allowedCudaVersions: [...shown.allowedCudaVersions],
    registry: owner === "self" ? shown.registry : null,
  };
}
