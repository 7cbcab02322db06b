/** Templates, secrets, delegations and SSH keys, as small as they can be said: from the contract alone. */
export interface ModelTemplate {
  name: string;
  image: string;
  env: Record<string, string>;
  readonly serverless: boolean;
  registry: string | null;
}

export interface TemplateChange {
  readonly name?: string;
  readonly image?: string;
  readonly env?: Record<string, string>;
}

export class ThingsModel {
  readonly templates = new Map<string, ModelTemplate>();
  readonly secrets = new Map<string, { readonly name: string; description: string | null }>();
  readonly delegations = new Map<string, string | null>();
  sshKeys: readonly string[] = [];

  private hasTemplateName(name: string, except?: string): boolean {
    return [...this.templates].some(([id, template]) => id !== except && template.name === name);
  }

  /** T-24: names are unique; M-12: the credential must be there. */
  canCreateTemplate(name: string, hasRegistry: boolean): number {
    return this.hasTemplateName(name) || !hasRegistry ? 400 : 201;
  }

  patchTemplate(id: string, change: TemplateChange): number {
    const template = this.templates.get(id);
    if (!template) return 404;
    if (change.name !== undefined && this.hasTemplateName(change.name, id)) return 400;
    Object.assign(template, change);
    return 200;
  }

  /** T-22: what kept a link blocks. */
  deleteTemplate(id: string, isUsed: boolean): number {
    if (!this.templates.has(id)) return 404;
    if (isUsed) return 400;
    this.templates.delete(id);
    return 204;
  }

  /** P-36, E-33: absent 404, of the wrong kind 422; nothing when it may be used. */
  cannotUse(id: string | undefined, serverless: boolean): number | undefined {
    if (id === undefined) return undefined;
    const template = this.templates.get(id);
    if (!template) return 404;
    return template.serverless === serverless ? undefined : 422;
  }

  /** U-11: names are unique without regard to case. */
  canCreateSecret(name: string): number {
    const isTaken = [...this.secrets.values()].some((each) => each.name.toLowerCase() === name.toLowerCase());
    return isTaken ? 409 : 201;
  }

  patchSecret(id: string, description: string | undefined): number {
    const secret = this.secrets.get(id);
    if (!secret) return 404;
    if (description !== undefined) secret.description = description || null;
    return 200;
  }

  delete(kind: "secrets" | "delegations", id: string): number {
    return this[kind].delete(id) ? 204 : 404;
  }

  /** U-3, U-5: the whole set or nothing. */
  putKeys(keys: readonly string[]): number {
    if (keys.some((key) => key.includes("\n"))) return 422;
    this.sshKeys = keys;
    return 200;
  }

  /** */
  forgetRegistry(id: string): void {
    for (const template of this.templates.values()) if (template.registry === id) template.registry = null;
  }
}
