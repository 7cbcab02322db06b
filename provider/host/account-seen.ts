import { NotFoundError } from "../../client/errors/api-errors";
import type { ResourceClient } from "../../client";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a run has asked of the account for the sake of previews, each once. */
export class AccountSeen {
  private readonly serverless = new Map<string, Promise<boolean | "absent">>();
  private templates: Promise<readonly Named[]> | undefined;
  private keys: Promise<boolean> | undefined;

  constructor(private readonly client: ResourceClient) {}

  /** Another operation begins. */
  begin(): void {
    this.serverless.clear();
    this.templates = this.keys = undefined;
  }

  /** Whether a template, of this account or a public one, is for endpoints. */
  isServerless(id: string): Promise<boolean | "absent"> {
    const answer = this.serverless.get(id) ?? this.askTemplate(id);
    this.serverless.set(id, answer);
    return answer;
  }

  ownTemplates(): Promise<readonly Named[]> {
    return (this.templates ??= this.client.templates.list().then(({ templates }) => templates));
  }

  hasSshKeys(): Promise<boolean> {
    return (this.keys ??= this.client.account.sshKeys.list().then((keys) => keys.length > 0));
  }

  private async askTemplate(id: string): Promise<boolean | "absent"> {
    try {
      return (await this.client.templates.get(id)).serverless;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return "absent";
    }
  }
}
