import { getOrMake } from "../../values/many";
import { unlessAbsent } from "../../client/errors/api-errors";
import type { ResourceClient } from "../../client";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The account's answers to a run's previews, each requested once. */
export class AccountSeen {
  private readonly serverless = new Map<string, Promise<boolean | "absent">>();
  private readonly absent = new Map<string, Promise<boolean>>();
  private readonly own = new Map<string, Promise<readonly Named[]>>();
  private keys: Promise<boolean> | undefined;

  constructor(private readonly client: ResourceClient) {}

  begin(): void {
    this.serverless.clear();
    this.absent.clear();
    this.own.clear();
    this.keys = undefined;
  }

  /** Tells whether a template, of this account or public, is for endpoints. */
  isServerless(id: string): Promise<boolean | "absent"> {
    return getOrMake(this.serverless, id, () => this.askTemplate(id));
  }

  /** Tells whether the account lacks an object of the kind with this id, which `get` reads. */
  isAbsent(kind: string, id: string, get: () => Promise<unknown>): Promise<boolean> {
    return getOrMake(this.absent, `${kind}/${id}`, () => isMissing(get()));
  }

  ownOf(kind: string, list: () => Promise<readonly Named[]>): Promise<readonly Named[]> {
    return getOrMake(this.own, kind, list);
  }

  hasSshKeys(): Promise<boolean> {
    return (this.keys ??= this.client.account.sshKeys.list().then((keys) => keys.length > 0));
  }

  private async askTemplate(id: string): Promise<boolean | "absent"> {
    return (await unlessAbsent(this.client.templates.get(id)))?.serverless ?? "absent";
  }
}

const isMissing = async (look: Promise<unknown>): Promise<boolean> => (await unlessAbsent(look)) === undefined;
