import type { TemplateCreate, TemplateUpdate } from "../../api/templates";
import type { V1TemplateCreate, V1TemplateUpdate } from "../../api/v1/others";
import { defined } from "../kernel/v1-compat";
import { containerSettings } from "../pods/v1-request";
import type { StoredTemplate } from "./record";

const defaults = { volumeInGb: 20, volumeMountPath: "/workspace" } as const;

/** A v1 create in v2's words (O-40). */
export function toTemplateCreate(body: V1TemplateCreate): TemplateCreate {
  const { volumeInGb = defaults.volumeInGb } = body;
  const path = body.volumeMountPath ?? defaults.volumeMountPath;
  return {
    ...settings(body),
    name: body.name,
    image: body.imageName,
    ...(volumeInGb > 0 ? { mounts: { persistent: { size: volumeInGb, path } } } : {}),
  };
}

/** A v1 update in v2's words; mounts keep what the body does not name. */
export function toTemplateUpdate(body: V1TemplateUpdate, mounts: StoredTemplate["mounts"]): TemplateUpdate {
  const { size = 0, path = defaults.volumeMountPath } = mounts.persistent ?? {};
  const volumeInGb = body.volumeInGb ?? size;
  const changesVolume = body.volumeInGb !== undefined || body.volumeMountPath !== undefined;
  const persistent = { size: volumeInGb, path: body.volumeMountPath ?? path };
  return {
    ...settings(body),
    ...defined({ name: body.name, image: body.imageName }),
    ...(changesVolume && volumeInGb > 0 ? { mounts: { persistent } } : {}),
  };
}

function settings(body: V1TemplateUpdate) {
  return defined({
    public: body.isPublic,
    serverless: body.isServerless,
    ...containerSettings(body),
  });
}
