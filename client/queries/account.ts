import type { Secret } from "../../api/account";
import { lookUp, type LookupArgs } from "./lookup";
import type { Ask } from "./questions";

/** The account's public SSH keys, one authorized_keys line each. */ // U-1
export const sshKeys = (once: Ask): Promise<string[]> => once("ssh keys", (client) => client.account.sshKeys.list());

/** Every secret of the account: what it is called, and never its value. */ // U-10, U-16
export const accountSecrets = (once: Ask): Promise<Secret[]> =>
  once("account secrets", (client) => client.account.secrets.list());

/** One secret of the account, by id or by name; names are compared without regard to case, as the platform does. */ // U-10
export const accountSecret = (once: Ask, args: LookupArgs): Promise<Secret> =>
  lookUp(
    "secret",
    args,
    () => accountSecrets(once),
    (id) => once(`account secret ${id}`, (client) => client.account.secrets.get(id)),
    (one, other) => one.toLowerCase() === other.toLowerCase(),
  );
