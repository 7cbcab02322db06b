import { defaultUser, type KeyRecord } from "../kernel/keys";
import { type ControlRoute, route } from "./route";
import { KeySpec } from "./schemas";

/** What the emulator's own routes need of the accounts. */
export interface KnownAccounts {
  has(name: string): boolean;
  setKey(account: string, record: KeyRecord): void;
}

/** The route that gives keys to accounts, and makes those that are not there. */
export function keyControl(accounts: KnownAccounts): readonly ControlRoute[] {
  return [
    route("POST", "/keys", KeySpec, (_store, { user = defaultUser, account = "default", ...spec }) => {
      accounts.setKey(account, { ...spec, user });
      return { account, grant: spec.grant, user, disabled: spec.disabled ?? false };
    }),
  ];
}
