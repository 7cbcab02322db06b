/* eslint-disable @typescript-eslint/no-require-imports -- a folder is loaded when its kind is first asked for */
import { randomBytes } from "node:crypto";
import { lazily } from "../../client/lazily";
import { ownMember } from "../../values/own-member";
import type { Props } from "../table/props";
import { hasUnknown } from "../table/unknown";
import type { Kind } from "./operations";
import { type KindName, kindNames } from "./names";

const folders = {
  Pod: () => require("./pod/requests") as typeof import("./pod/requests"),
  Cluster: () => require("./cluster/requests") as typeof import("./cluster/requests"),
  NetworkVolume: () => require("./network-volume/requests") as typeof import("./network-volume/requests"),
  RegistryCredential: () =>
    require("./registry-credential/requests") as typeof import("./registry-credential/requests"),
  SshKey: () => require("./ssh-key/requests") as typeof import("./ssh-key/requests"),
  AccountSshKeys: () => require("./account-ssh-keys/requests") as typeof import("./account-ssh-keys/requests"),
  Endpoint: () => require("./endpoint/requests") as typeof import("./endpoint/requests"),
  Template: () => require("./template/requests") as typeof import("./template/requests"),
  Ready: () => require("./ready/requests") as typeof import("./ready/requests"),
  JobRun: () => require("./job-run/requests") as typeof import("./job-run/requests"),
  AccountSecret: () => require("./account-secret/requests") as typeof import("./account-secret/requests"),
  RegistryDelegation: () =>
    require("./registry-delegation/requests") as typeof import("./registry-delegation/requests"),
} as const satisfies { readonly [N in KindName]: () => { readonly kind: Kind<N> } };

type Kinds = { readonly [N in KindName]: ReturnType<(typeof folders)[N]>["kind"] };

/** The declarations of the kinds, each built when it is first asked for: commands wait for them, and most need one or two. */
export const kinds = lazily<Kinds>(
  Object.fromEntries(kindNames.map((name) => [name, () => folders[name]().kind])) as {
    readonly [N in KindName]: () => Kinds[N];
  },
);

/** Tells whether the id follows from the arguments, so that finding an object of it does not identify the account. */
export const isInAnyAccount = (name: KindName): boolean => (kinds[name] as Kind).operations.idOf !== undefined;

/** The id that follows from the arguments; undefined for other kinds, and as long as it can't be known. */
export function idGiven(name: KindName, inputs: Props): string | undefined {
  const { operations } = kinds[name] as Kind;
  const isKnown = operations.idFrom !== undefined && !hasUnknown(ownMember(inputs, operations.idFrom));
  return isKnown ? operations.idOf?.(inputs, randomBytes) : undefined;
}

export type ObjectOf<N extends KindName> = Awaited<ReturnType<Kinds[N]["operations"]["get"]>>;

export const resources = () => kindNames.map((name) => kinds[name].resource);
