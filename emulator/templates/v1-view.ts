import type { TemplateCreate, TemplateUpdate } from "../../api/templates";
import type { V1Template, V1TemplateCreate, V1TemplateUpdate } from "../../api/v1/others";
import { decodeArgs } from "../../api/command";
import type { StoredTemplate } from "../world/records";
import { defined } from "../pods/v1-request";

const defaults = { volumeInGb: 20, volumeMountPath: "/workspace" } as const;

type Shown = Pick<
  StoredTemplate,
  "id" | "name" | "image" | "args" | "disk" | "env" | "ports" | "registry" | "mounts" | "public" | "serverless"
>;

/** A template in v1's words (O-40). */
export function toV1Template(template: Shown, readme: string | undefined): V1Template {
  const { entrypoint, cmd } = decodeArgs(template.args);
  const { persistent } = template.mounts;
  return {
    id: template.id,
    name: template.name,
    imageName: template.image,
    isPublic: template.public,
    isServerless: template.serverless,
    containerDiskInGb: template.disk,
    volumeInGb: persistent?.size ?? 0,
    ...(persistent ? { volumeMountPath: persistent.path } : {}),
    readme: readme ?? "",
    env: template.env,
    ports: [...template.ports],
    dockerEntrypoint: [...entrypoint],
    dockerStartCmd: [...cmd],
    containerRegistryAuthId: template.registry,
  };
}

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
    disk: body.containerDiskInGb,
    env: body.env,
    ports: body.ports,
    entrypoint: body.dockerEntrypoint,
    cmd: body.dockerStartCmd,
    registry: body.containerRegistryAuthId === "" ? null : body.containerRegistryAuthId,
  });
}
