// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const registryCredentialKind: Kind = {
  kind: "RegistryCredential",
  outputs: ["name", "platformName", "fingerprints"],
  secretArguments: ["username", "password"],
  secretOutputs: ["fingerprints"],
};

/** What a RegistryCredential has as outputs. */
export abstract class RegistryCredentialOutputs extends PlatformResource {
  /** Unique in the account. Default: the resource's name in the program and a short suffix. A replacement with the same name is stored as `<name>-<suffix>` (output `platformName`), because the old credential holds the name until it is deleted. */
  declare readonly name: pulumi.Output<string>;
  /** The credential's name on the platform. */
  declare readonly platformName: pulumi.Output<string>;
  /** Fingerprints of username and password that show whether they changed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string>>;
}
