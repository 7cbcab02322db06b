import { ownMember } from "../../values/own-member";
import { decodeArgs } from "../../api/command";
import type { V1Template } from "../../api/v1/others";
import type { Store } from "../store/store";
import type { StoredTemplate } from "./record";

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

/** Texts that only v1 knows, by template id. */
export class Readmes {
  private texts: Record<string, string> = {};

  constructor(store: Store) {
    store.addSection("readmes", {
      dump: () => this.texts,
      load: (value) => void (this.texts = value as Record<string, string>),
      clear: () => void (this.texts = {}),
    });
  }

  of(id: string): string | undefined {
    return ownMember(this.texts, id);
  }

  set(id: string, text: string | undefined): void {
    if (text !== undefined) this.texts = { ...this.texts, [id]: text };
  }
}
