import * as z from "zod";
import { RegistryCreate } from "../../../api/registries";
import { defineResource, field } from "../../table/resource";
import { fingerprints } from "../../state/state";
import { adoptField, timeoutsField } from "../shared/provider-only";

const because = "the platform can't update credentials";

export const registryCredential = defineResource({
  kind: "RegistryCredential",
  doc: `Username and password for a container registry that holds private images. Any change creates a new credential, points the pods to it and deletes the old one, all in one \`up\`: ${because}.`,
  source: "7",
  requests: { create: RegistryCreate },
  inputs: {
    name: field(RegistryCreate.shape.name, {
      change: "replace",
      doc: "Unique in the account. Default: the resource's name in the program and a short suffix. A replacement with the same name is stored as `<name>-<suffix>` (output `platformName`), because the old credential holds the name until it is deleted.",
      limits: "string, 1 to 191 characters",
      rules: ["R-2", "R-15"],
      writeOnly: true,
    }),
    username: field(RegistryCreate.shape.username, {
      change: "replace",
      doc: "User name at the registry. Never an output; outputs hold only a fingerprint of it.",
      limits: "string, 1 to 191 characters",
      rules: ["R-2", "R-10"],
      secret: true,
    }),
    password: field(RegistryCreate.shape.password, {
      change: "replace",
      doc: "Password or token at the registry. Never an output; outputs hold only a fingerprint of it.",
      limits: "string, 1 to 16384 characters",
      rules: ["R-2", "R-10"],
      secret: true,
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {
    platformName: {
      schema: z.string(),
      // Engines encrypt an output if the input of the same name is secret, but this one has another name.
      doc: "The credential's name on the platform, which the program may have given as a secret.",
      rules: ["R-15"],
      secret: true,
      stable: true,
    },
    [fingerprints]: {
      schema: z.record(z.string(), z.string()),
      doc: "Fingerprints of username and password that show whether they changed.",
      secret: true,
    },
  },
  maxNameLength: 191,
  uniqueNames: "suffixed",
  rules: [],
});
