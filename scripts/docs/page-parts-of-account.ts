import type { Resource } from "../../provider/table/resource";
import type { PageParts } from "./page-parts";

/** Those that the account has beside what runs in it. */
export const partsOfAccount = {
  AccountSecret: {
    whyReplaced: "a secret keeps its name for ever",
    drift: [
      [
        "given another value",
        "`valueLastUpdatedAt`, and the fingerprint of the value is gone",
        "sets your value again; the preview says that somebody else has changed it",
      ],
      ["given another description", "`description`, if your program sets it", "restores your description"],
    ],
    errors: ["name_taken", "name_moves", "conflict", "create_ambiguous"],
    adopting:
      "The platform never reports the value, so it is assumed to match your program. A secret can't be renamed: set the name it has. What begins a reference to a secret in `env` is the platform's own prefix; the emulator's is `PLATFORM`.",
  },
  RegistryDelegation: {
    whyReplaced: "the platform can't update delegations",
    drift: [["revoked", "removed from the state", "registers it again"]],
    errors: ["create_ambiguous"],
    adopting:
      "The platform reports the parts of the ARN, from which the provider makes it again; the delegation has to be the one that your program declares, since nothing about it can be changed.",
  },
} satisfies Partial<Record<Resource["kind"], PageParts>>;
