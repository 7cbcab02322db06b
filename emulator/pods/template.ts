import type { PodGpu } from "../../api/compute";
import type { PodCreate } from "../../api/pods";
import type { StoredTemplate } from "../templates/record";
import { Refusal } from "../kernel/refusal";
import { visibleTemplate } from "../templates/rules";
import type { Store } from "../store/store";
import { type CommandRequest, hasCommand } from "./container-rules";

/** The template a body names: own or public, else 404; not a serverless one, else 422 (P-36). */
export function podTemplate(store: Store, id: string): StoredTemplate {
  const template = visibleTemplate(store, id);
  if (template.serverless) throw new Refusal(422, "a serverless template can't make a pod");
  return template;
}

/** Members of the container settings that a template fills in where the body is silent (P-32, P-33). */
export function mergeContainer<
  T extends CommandRequest & { readonly env?: Readonly<Record<string, string>> | undefined },
>(template: StoredTemplate, body: T) {
  const { image, args, disk, ports, registry } = template;
  // The command is one setting: any of its three spellings in the body replaces the template's (P-41).
  const command = hasCommand(body) ? {} : { args };
  return { image, disk, ports: [...ports], registry, ...command, ...body, env: { ...template.env, ...body.env } };
}

/** A create with its template written out (P-32 to P-41). The template leaves no trace (P-34). */
export function expandTemplate(template: StoredTemplate, { templateId: _, ...body }: PodCreate): PodCreate {
  const mounts = body.cpu || body.mounts?.network ? {} : template.mounts; // P-38, P-40
  return {
    startSsh: template.startSsh,
    startJupyter: template.startJupyter,
    ...mergeContainer(template, body),
    mounts: { ...mounts, ...body.mounts },
    ...(body.gpu && { gpu: withTemplateCuda(template, body.gpu) }),
  };
}

/** Either CUDA field in the body replaces the template's constraint (P-37). */
function withTemplateCuda({ allowedCudaVersions }: StoredTemplate, gpu: PodGpu): PodGpu {
  if (gpu.allowedCudaVersions || gpu.minCudaVersion !== undefined) return gpu;
  return { ...gpu, allowedCudaVersions: [...allowedCudaVersions] };
}
