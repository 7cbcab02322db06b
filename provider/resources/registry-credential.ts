import { RegistryCreate } from "../../api/registries";
import { defineResource, field } from "../resource";
import { fingerprints } from "../state";
import { adoptField, timeoutsField } from "./ours";

const because = "the platform has no update of credentials (R-11)";

export const registryCredential = defineResource({
  kind: "RegistryCredential",
  doc: `Username and password of a container registry, for private images. Any change makes a new one, repoints the pods and deletes the old one, in one \`up\`: ${because}.`,
  source: "7",
  inputs: {
    name: field(RegistryCreate.shape.name, {
      change: "replace",
      doc: "Unique in the account. Left out: the logical name and a short suffix. A replacement under the same name is stored as `<name>-<suffix>` (output `platformName`), since the old one holds the name until it is deleted.",
      limits: "text, 1 to 191 characters",
      rules: ["R-2", "R-15"],
      createOnly: true,
    }),
    username: field(RegistryCreate.shape.username, {
      change: "replace",
      doc: "User at the registry. Never an output; outputs hold a fingerprint of it.",
      limits: "text, 1 to 191 characters",
      rules: ["R-2", "R-10"],
      secret: true,
    }),
    password: field(RegistryCreate.shape.password, {
      change: "replace",
      doc: "Password or token at the registry. Never an output; outputs hold a fingerprint of it.",
      limits: "text, 1 to 16384 characters",
      rules: ["R-2", "R-10"],
      secret: true,
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {
    platformName: { type: "string", doc: "The name under which the platform keeps it.", rules: ["R-15"] },
    [fingerprints]: {
      type: "Record<string, string>",
      doc: "Salted hashes of username and password, by which a change is noticed.",
      secret: true,
    },
  },
  maxNameLength: 191,
  rules: [],
});
