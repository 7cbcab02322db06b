import type { Props } from "../../provider/table/props";
import type { LivingKind as Kind } from "../programs";

/** Something that others do, to the object that a resource has. */
export type Drift =
  | { readonly what: "change"; readonly name: string; readonly body: Props }
  | { readonly what: "add a variable"; readonly name: string; readonly variable: string; readonly value: string }
  | { readonly what: "delete" | "stop" | "start" | "end its members"; readonly name: string }
  /** An object of the same platform name, made by somebody else. */
  | { readonly what: "make a twin"; readonly name: string }
  /** An object that the stack has nothing to do with, yet; `name` is what a program that takes it over calls the resource. */
  | { readonly what: "make"; readonly name: string; readonly kind: Kind; readonly body: Props };

export const pathOf: Readonly<Record<Kind, string>> = {
  pod: "/v2/pods",
  cluster: "/v2/clusters",
  networkVolume: "/v2/network-volumes",
  registryCredential: "/v2/registries",
  template: "/v2/templates",
  endpoint: "/v2/serverless",
  accountSecret: "/v2/account/secrets",
  registryDelegation: "/v2/registries/delegations",
  sshKey: "/v2/account/ssh-keys",
};

export const kinds = Object.keys(pathOf) as Kind[];
