import type { Store } from "../emulator/store/store";
import { fingerprintOfLine } from "../provider/kinds/shared/key-line";
import type { LivingKind, ProgramKind } from "./programs";

/** The members of an object that proofs ask for and everybody could see. */
export interface PlatformObject {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
  /** The cluster of a member, which is no pod of its own. */
  readonly cluster?: unknown;
  /** The owner of a template: public ones are others'. */
  readonly owner?: string;
}

/** The path of each kind's objects on the platform. */
export const pathOf: Readonly<Record<LivingKind, string>> = {
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

/** The collection in which the emulator keeps each kind's objects. */
export const collections = {
  pod: "pods",
  cluster: "clusters",
  networkVolume: "volumes",
  registryCredential: "registries",
  template: "templates",
  accountSecret: "secrets",
  registryDelegation: "delegations",
} as const satisfies Partial<Record<ProgramKind, string>>;
export type StoredKind = keyof typeof collections;

/** An object without the record that the emulator keeps around it, such as a secret's. */
export const plainObject = (stored: unknown): PlatformObject => {
  const { record, ...rest } = stored as PlatformObject & { readonly record?: Partial<PlatformObject> };
  return record ? { ...rest, ...record, name: record.name ?? "" } : rest;
};

/** The lines of an account's list of keys, as objects. */
export const keysIn = ({ sshKeys }: Store): readonly (PlatformObject & { readonly publicKey: string })[] =>
  sshKeys.map((line) => ({ id: fingerprintOfLine(line), name: line, publicKey: line }));

/** The kind and id that a path is about. */
export function subjectOf(path: string): { readonly kind: LivingKind; readonly id: string } | undefined {
  // Credentials and delegations are below one path.
  const [kind] = (Object.keys(pathOf) as LivingKind[])
    .filter((each) => path.startsWith(`${pathOf[each]}/`))
    .sort((a, b) => pathOf[b].length - pathOf[a].length);
  const id = kind && path.slice(pathOf[kind].length + 1).split(/[/?]/)[0];
  return kind && id ? { kind, id } : undefined;
}

/** What an earlier run left of a resource, by its refusal: an engine was handed it and was killed before it wrote its state. */
export const leftBy = (said: string): string | undefined => /an earlier run made \w+ (\w+) \(/.exec(said)?.[1];

/** The object that an error says to adopt, as people read it there. */
export function advised(said: string): { readonly name: string; readonly id: string } | undefined {
  const [, name, id] = /creating the \w+ "([^"]+)" got no clear answer[^\n]* and (\w+) has that name/.exec(said) ?? [];
  return name !== undefined && id !== undefined ? { name, id } : undefined;
}
