import { type Secret, type SecretCreate, secrets, type SecretUpdate, sshKeys } from "../../api/account";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** What belongs to the account as a whole. */ // section 2
export class Account {
  /** Public keys that pods with `startSsh` let in. */
  readonly sshKeys: SshKeys;
  /** Values that containers get at boot without being shown anywhere. */
  readonly secrets: Secrets;

  constructor(call: Call) {
    this.sshKeys = new SshKeys(call);
    this.secrets = new Secrets(call);
  }
}

export class SshKeys {
  constructor(private readonly call: Call) {}

  /** The registered keys, each one authorized_keys line. */ // U-1
  async list(options?: CallOptions): Promise<string[]> {
    return (await this.call(sshKeys.list, { params: {}, ...options })).keys;
  }

  /**
   * Replaces the whole set and answers it: keys left out are removed, `[]` removes all.
   * They reach only pods made afterwards.
   *
   * @throws InvalidRequestError for an entry that is not one line of type, key and comment.
   */ // U-2, U-3, U-4, U-5
  async replace(keys: readonly string[], options?: CallOptions): Promise<string[]> {
    return (await this.call(sshKeys.replace, { params: {}, body: { keys: [...keys] }, ...options })).keys;
  }
}

export class Secrets {
  constructor(private readonly call: Call) {}

  /** Every secret, or the one of that name, whatever its case. Never a value. */ // U-10, U-16
  async list({ name, ...options }: CallOptions & { readonly name?: string } = {}): Promise<Secret[]> {
    const query = name === undefined ? {} : { name };
    return (await this.call(secrets.list, { params: {}, query, ...options })).secrets;
  }

  /**
   * Stores a secret: name 1 to 191 characters and for ever, value under 16 MiB, description to 65,535 bytes.
   * @throws ConflictError when the name is taken.
   */ // U-11
  create(body: SecretCreate, options?: CallOptions): Promise<Secret> {
    return this.call(secrets.create, { params: {}, body, ...options });
  }

  /** One secret, without its value. @throws NotFoundError */ // U-12
  get(id: string, options?: CallOptions): Promise<Secret> {
    return this.call(secrets.get, { params: { id }, ...options });
  }

  /**
   * Rotates the value, edits the description, or both; a container sees a new value at its next boot.
   * With both, an error may leave the value already rotated.
   */ // U-13, U-18, U-19
  update(id: string, body: SecretUpdate, options?: CallOptions): Promise<Secret> {
    return this.call(secrets.update, { params: { id }, body, ...options });
  }

  /** Deletes a secret. One that is already gone counts as deleted. */ // U-14
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(secrets.delete, { params: { id }, ...options }));
  }
}
