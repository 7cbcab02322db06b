import { sshKeys } from "../../api/account";
import { operations } from "../kernel/route";

export const sshKeyOperations = operations(sshKeys, {
  list: ({ store }) => ({ keys: [...store.sshKeys] }),
  replace: ({ body, store }) => {
    store.sshKeys = body.keys;
    return { keys: body.keys };
  },
});
