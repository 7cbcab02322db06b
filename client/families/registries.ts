import { type Delegation, delegations, registries } from "../../api/registries";
import type { Clock } from "../clock";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";
import { delegationBy } from "../reads/sources";
import { familyOn } from "./family";

export function registriesOn(call: Call, clock: Clock) {
  const family = familyOn(call, delegations, { list: "delegations" });
  return {
    ...familyOn(call, registries, { list: "registries" }),
    /** Delegated pull access to repositories of an external cloud's registry. */
    delegations: {
      ...family,
      /** One delegation, found in the list: the platform has no address for one. @throws NotFoundError after half a minute */
      get: (id: string, options?: CallOptions): Promise<Delegation> =>
        delegationBy(() => family.list(options), id, clock, options?.signal),
    },
  };
}
