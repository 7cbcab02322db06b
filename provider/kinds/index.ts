/* eslint-disable @typescript-eslint/no-require-imports -- a folder is loaded when its kind is first asked for */
import { lazily } from "../../client/lazily";
import type { Kind } from "./kind";
import { type KindName, kindNames } from "./names";

/** The folder of each kind. */
const folders = {
  Pod: () => require("./pod") as typeof import("./pod"),
  Cluster: () => require("./cluster") as typeof import("./cluster"),
  NetworkVolume: () => require("./network-volume") as typeof import("./network-volume"),
  RegistryCredential: () => require("./registry-credential") as typeof import("./registry-credential"),
  SshKey: () => require("./ssh-key") as typeof import("./ssh-key"),
  AccountSshKeys: () => require("./account-ssh-keys") as typeof import("./account-ssh-keys"),
  Endpoint: () => require("./endpoint") as typeof import("./endpoint"),
  Template: () => require("./template") as typeof import("./template"),
  Ready: () => require("./ready") as typeof import("./ready"),
  JobRun: () => require("./job-run") as typeof import("./job-run"),
  AccountSecret: () => require("./account-secret") as typeof import("./account-secret"),
  RegistryDelegation: () => require("./registry-delegation") as typeof import("./registry-delegation"),
} as const satisfies { readonly [N in KindName]: () => { readonly kind: Kind<N> } };

type Kinds = { readonly [N in KindName]: ReturnType<(typeof folders)[N]>["kind"] };

/**
 * What the folder of each kind says. A process makes the tables and schemas of the kinds that it serves and of no other:
 * most serve one or two, and every command of a user waits until they are made.
 */
export const kinds = lazily<Kinds>(
  Object.fromEntries(kindNames.map((name) => [name, () => folders[name]().kind])) as {
    readonly [N in KindName]: () => Kinds[N];
  },
);

/** An object of the kind, as the platform reports it. */
export type ObjectOf<N extends KindName> = Awaited<ReturnType<Kinds[N]["operations"]["get"]>>;

/** The tables of every kind, for what holds for all of them: reference pages and laws. */
export const resources = () => kindNames.map((name) => kinds[name].resource);
