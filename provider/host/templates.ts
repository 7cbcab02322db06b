import { NotFoundError } from "../../client/errors/api-errors";
import type { ResourceClient } from "../../client";

/** What this process has asked of templates, each once. */
export class TemplatesSeen {
  private readonly asked = new Map<string, Promise<boolean | "absent">>();
  private list: Promise<{ readonly id: string; readonly name: string }[]> | undefined;

  constructor(private readonly client: ResourceClient) {}

  /** Whether a template, of this account or a public one, is for endpoints. */
  serverless(id: string): Promise<boolean | "absent"> {
    const answer = this.asked.get(id) ?? this.ask(id);
    this.asked.set(id, answer);
    return answer;
  }

  /** Those of the account. */
  own(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    return (this.list ??= this.client.templates.list().then(({ templates }) => templates));
  }

  private async ask(id: string): Promise<boolean | "absent"> {
    try {
      return (await this.client.templates.get(id)).serverless;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return "absent";
    }
  }
}
