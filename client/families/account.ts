import { secrets, sshKeys } from "../../api/account";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";
import { familyOn } from "./family";

export const accountOn = (call: Call) => ({
  /** Public keys that pods with `startSsh` let in. */
  sshKeys: {
    ...familyOn(call, sshKeys, { list: "keys" }),
    /**
     * Replaces the whole set and answers it: keys left out are removed, `[]` removes all.
     * They reach only pods made afterwards.
     *
     * @throws InvalidRequestError for an entry that is not one line of type, key and comment.
     */ // U-2, U-3, U-4, U-5
    replace: async (keys: readonly string[], options?: CallOptions): Promise<string[]> =>
      (await call(sshKeys.replace, { params: {}, body: { keys: [...keys] }, ...options })).keys,
  },
  /** Values that containers get at boot without being shown anywhere. */
  secrets: familyOn(call, secrets, { list: "secrets" }),
});
