import type * as pulumi from "@pulumi/pulumi";
import type { TemplateArgs } from "./args/template";
import { templateKind, TemplateOutputs } from "./outputs/template";

/**
 * Settings that pods, clusters and endpoints can be created from (section 9). Changes are made in place, and reach
 * nothing that was created from the template before (T-23).
 */
export class Template extends TemplateOutputs {
  constructor(name: string, args: TemplateArgs, options?: pulumi.CustomResourceOptions) {
    super(templateKind, name, args, options);
  }

  /** Reads a template that this program does not manage, a public one too. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Template {
    return new Template(name, undefined as unknown as TemplateArgs, { ...options, id });
  }
}
