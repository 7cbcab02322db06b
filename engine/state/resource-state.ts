import { getOrMake } from "../../values/many";
import { stackType } from "../protocol/urn";
import type { PropertyMap } from "../protocol/values";
import type { JsonMap } from "../protocol/wire";

/** Timeouts in seconds, as in the state. */
export interface CustomTimeouts {
  readonly create?: number;
  readonly update?: number;
  readonly delete?: number;
  readonly read?: number;
}

/** One entry of a snapshot: an immutable value, except for the flags that an old entry gets while it waits for its end. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  /** It was replaced and waits for its delete. */
  delete: boolean;
  /** It was deleted first, and its replacement is still to be created. */
  pendingReplacement: boolean;
  readonly id?: string | undefined;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly parent?: string | undefined;
  readonly protect: boolean;
  /** The next run replaces it, as after `pulumi state taint`. */
  readonly taint: boolean;
  /** Read only (`Resource.get`): never changed and never deleted. */
  readonly external: boolean;
  readonly dependencies: readonly string[];
  readonly initErrors: readonly string[];
  /** `<provider URN>::<id>`; none for components and providers. */
  readonly provider?: string | undefined;
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly additionalSecretOutputs: readonly string[];
  readonly customTimeouts?: CustomTimeouts | undefined;
  /** The id in the program's option `import`. */
  readonly importId?: string | undefined;
  readonly retainOnDelete: boolean;
  readonly deletedWith?: string | undefined;
  /** RFC 3339. */
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
  readonly ignoreChanges: readonly string[];
  readonly hideDiff: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** Unknown members, kept unchanged. */
  readonly extra: JsonMap;
}

export type OperationType = "creating" | "updating" | "deleting" | "reading" | "importing";

/** A call to the platform that was begun and whose outcome is unknown. */
export interface PendingOperation {
  readonly type: OperationType;
  readonly resource: ResourceState;
}

const blank = {
  delete: false,
  pendingReplacement: false,
  inputs: {},
  outputs: {},
  protect: false,
  taint: false,
  external: false,
  dependencies: [],
  initErrors: [],
  propertyDependencies: {},
  additionalSecretOutputs: [],
  retainOnDelete: false,
  ignoreChanges: [],
  hideDiff: [],
  replaceOnChanges: [],
  extra: {},
};

/** V8 takes ten times as long to spread both into one literal, and each load of a state makes all of its entries. */
export const newEntry = (
  given: Partial<ResourceState> & Pick<ResourceState, "urn" | "type" | "custom">,
): ResourceState => Object.assign({}, blank, given);

const references = new WeakMap<ResourceState, readonly string[]>();

/** Every URN that must come before this entry, including its provider's. Called for every entry at every save. */
export const referencesOf = (entry: ResourceState): readonly string[] =>
  getOrMake(references, entry, () => collectReferences(entry));

function collectReferences(entry: ResourceState): readonly string[] {
  const provider = entry.provider && entry.provider.slice(0, entry.provider.lastIndexOf("::"));
  const all = [
    entry.parent,
    provider,
    entry.deletedWith,
    ...entry.dependencies,
    ...Object.values(entry.propertyDependencies).flat(),
  ];
  return [...new Set(all.filter((urn): urn is string => Boolean(urn)))];
}

/** An entry without references to missing objects, except its provider, which is needed to delete it. */
export function withoutReferences(entry: ResourceState, isGone: (urn: string) => boolean): ResourceState {
  const { parent, deletedWith, dependencies, propertyDependencies } = entry;
  const kept = (urns: readonly string[]) => urns.filter((urn) => !isGone(urn));
  const properties = Object.entries(propertyDependencies).map(([key, urns]) => [key, kept(urns)] as const);
  return {
    ...entry,
    parent: parent && !isGone(parent) ? parent : undefined,
    deletedWith: deletedWith && !isGone(deletedWith) ? deletedWith : undefined,
    dependencies: kept(dependencies),
    propertyDependencies: Object.fromEntries(properties.filter(([, urns]) => urns.length > 0)),
  };
}

export const stackOutputs = (resources: readonly ResourceState[]): PropertyMap =>
  resources.find(({ type, delete: replaced }) => type === stackType && !replaced)?.outputs ?? {};
