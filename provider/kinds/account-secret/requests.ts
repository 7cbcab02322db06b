import type { Secret } from "../../../api/account";
import { free } from "../../cost/pricing";
import { whenNameIsFree } from "../shared/name-taken";
import { createBody, reported, updateBody } from "../../table/requests";
import type { Operations } from "../operations";
import { accountSecret } from "./fields";

const accountSecretOperations: Operations<Secret> = {
  create(session, inputs, name) {
    const { secrets } = session.client.account;
    const look = async () => (await secrets.list({ name }))[0]; // U-11
    const create = () => secrets.create(createBody(accountSecret, inputs, name));
    return whenNameIsFree(session, { kind: "AccountSecret", inputs, look }, create);
  },

  read: ({ client }, id) => client.reads.secret(id),
  get: ({ client }, id, options) => client.account.secrets.get(id, options),
  list: ({ client }, options) => client.account.secrets.list(options),

  /** An answer may omit both (U-15), which are then unchanged; only a description can be removed. */
  observe: (secret, asked) => ({
    ...reported(accountSecret, secret),
    description: (secret.description === undefined ? asked.description : secret.description) ?? "",
    valueLastUpdatedAt: secret.valueLastUpdatedAt ?? asked.valueLastUpdatedAt,
  }),

  /**
   * One request each: a request with both may fail after it has set the value (U-19), without saying so. The value comes
   * last, so that the time in its answer belongs to this value, and not to one that somebody else set between the two.
   */
  async apply({ client }, { id }, { news, changed }, seen) {
    for (const name of ["description", "value"]) {
      if (!changed.has(name)) continue;
      const body = updateBody(accountSecret, { news, changed: new Set([name]) });
      seen(await client.account.secrets.update(id, body), name === "value");
    }
  },

  sendDelete: ({ client }, id) => client.account.secrets.delete(id),
  delete: ({ client }, id) => client.account.secrets.delete(id),
};

export const kind = { resource: accountSecret, operations: accountSecretOperations, pricing: free };
