import { ownMember } from "../../values/own-member";
import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { unsupported } from "../errors";
import { fromStruct } from "../protocol/proto";
import type { Construction } from "../protocol/provider-verbs";
import type { CustomTimeouts } from "../state/resource-state";
import { isDynamicType, isProviderType } from "../protocol/urn";
import { type PropertyMap, withVersion } from "../protocol/values";
import { mapFromWire } from "../protocol/wire";

/** An earlier identity of a resource, by its parts. Omitted parts are those of the resource. */
export interface AliasParts {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly stack?: string | undefined;
  readonly project?: string | undefined;
  readonly parent?: string | undefined;
  /** It had no parent. */
  readonly noParent?: boolean;
}

/** A full URN, or the parts of one. */
export type Alias = string | AliasParts;

/** The program's request for one resource. */
export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** The reference of a provider; undefined for the default one of the type's package. */
  readonly provider?: string | undefined;
  /** The version of the package's plugin; empty if the program leaves it open. */
  readonly version?: string;
  /** The id of an object to import. */
  readonly importId?: string | undefined;
  readonly parent: string | undefined;
  readonly inputs: PropertyMap;
  /** The option; undefined takes the parent's. */
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** The option. Undefined leaves the choice to the provider's diff. */
  readonly deleteBeforeReplace: boolean | undefined;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly hideDiff: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Alias[];
  readonly customTimeouts: CustomTimeouts | undefined;
  readonly deletedWith: string | undefined;
}

/** A registration of a custom resource with only a type, a name and inputs. */
export const bareGoal = {
  custom: true,
  parent: undefined,
  protect: undefined,
  retainOnDelete: undefined,
  dependencies: [],
  propertyDependencies: {},
  deleteBeforeReplace: undefined,
  ignoreChanges: [],
  replaceOnChanges: [],
  hideDiff: [],
  additionalSecretOutputs: [],
  aliases: [],
  customTimeouts: undefined,
  deletedWith: undefined,
} as const;

/** Reads a registration. @throws EngineError `unsupported` for an option that this engine would silently ignore. */
export function goalOf(request: RegisterResourceRequest): Goal {
  refuse(request);
  const given = mapFromWire(fromStruct(request.getObject()));
  const version = request.getVersion();
  const inputs = isProviderType(request.getType()) ? withVersion(given, version) : given;
  const dependencies = request.getDependenciesList().sort();
  const stated = propertyDependenciesOf(request);
  const none = Object.keys(stated).length === 0 && dependencies.length > 0;
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    provider: request.getProvider() || undefined,
    version,
    importId: request.getImportid() || undefined,
    parent: request.getParent() || undefined,
    inputs,
    protect: request.hasProtect() ? request.getProtect() : undefined,
    retainOnDelete: request.hasRetainondelete() ? request.getRetainondelete() : undefined,
    dependencies,
    propertyDependencies: none ? Object.fromEntries(Object.keys(inputs).map((key) => [key, dependencies])) : stated,
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    hideDiff: request.getHidediffsList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: [...request.getAliasurnsList(), ...request.getAliasesList().map(aliasOf)],
    customTimeouts: timeoutsOf(request.getCustomtimeouts()),
    deletedWith: request.getDeletedwith() || undefined,
  };
}

/** A component that a provider makes. */
export type RemoteGoal = Pick<Goal, "type" | "provider" | "version"> &
  Omit<Construction, "setOptions" | "monitor"> & { readonly request: RegisterResourceRequest };

/** Reads a registration of a remote component. @throws EngineError `unsupported`, as {@link goalOf} does. */
export function remoteGoalOf(request: RegisterResourceRequest): RemoteGoal {
  const { type, name, provider, version, parent } = goalOf(request);
  const inputs = fromStruct(request.getObject());
  const inputDependencies = propertyDependenciesOf(request);
  return { type, name, provider, version, parent, inputs, inputDependencies, request };
}

/** The sorted URNs that each property was made of. */
export function propertyDependenciesOf(request: RegisterResourceRequest): Record<string, readonly string[]> {
  const given: Record<string, readonly string[]> = {};
  request.getPropertydependenciesMap().forEach((urns, key) => {
    given[key] = urns.getUrnsList().sort();
  });
  return given;
}

function aliasOf(alias: AliasMessage): Alias {
  const spec = alias.getSpec();
  if (!spec) return alias.getUrn();
  return {
    name: spec.getName() || undefined,
    type: spec.getType() || undefined,
    stack: spec.getStack() || undefined,
    project: spec.getProject() || undefined,
    parent: spec.getParenturn() || undefined,
    noParent: spec.getNoparent(),
  };
}

/** Reads the request of `Resource.get`. */
export const readGoalOf = (request: ReadResourceRequest) => ({
  type: request.getType(),
  name: request.getName(),
  provider: request.getProvider() || undefined,
  version: request.getVersion(),
  id: request.getId(),
  parent: request.getParent() || undefined,
  inputs: mapFromWire(fromStruct(request.getProperties())),
  dependencies: request.getDependenciesList().sort(),
  additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
});

export type ReadGoal = ReturnType<typeof readGoalOf>;

function refuse(request: RegisterResourceRequest): void {
  const about = (what: string) => unsupported(`${what} (of ${request.getName()}, ${request.getType()})`);
  if (request.getImportid() && isDynamicType(request.getType()))
    throw unsupported(
      `the option import (of ${request.getName()}, ${request.getType()})`,
      "dynamic resources cannot be imported by any engine; read them with get, or adopt them in create",
    );
  if (request.getReplaceWithList?.().length) throw about("the option replaceWith");
  if (request.hasReplacementTrigger?.()) throw about("the option replacementTrigger");
  if (request.hasHooks?.() && hasHooks(request.getHooks()?.toObject())) throw about("resource hooks");
  if (request.getPackageref()) throw about("parameterised packages");
  if (request.getPlugindownloadurl()) throw about("the option pluginDownloadURL");
  if (isProviderType(request.getType()) && isDynamicType(request.getType()))
    throw about("explicit providers of dynamic resources");
  if (request.getProvider() && isDynamicType(request.getType()))
    throw about("an explicit provider of dynamic resources");
}

const hasHooks = (hooks: object | undefined): boolean =>
  Object.values(hooks ?? {}).some((list) => Array.isArray(list) && list.length > 0);

function timeoutsOf(given: RegisterResourceRequest.CustomTimeouts | undefined): CustomTimeouts | undefined {
  const texts = {
    create: given?.getCreate(),
    update: given?.getUpdate(),
    delete: given?.getDelete(),
    read: given?.getRead?.(),
  };
  const pairs = Object.entries(texts).flatMap(([key, text]) => (text ? [[key, seconds(text)] as const] : []));
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

const units: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };

/** `1h30m` in seconds. */
export function seconds(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(h|ms|µs|us|ns|m|s)/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text)
    throw unsupported(`the timeout ${JSON.stringify(text)}`, 'write it like "5m", "30s" or "1h30m"');
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * (ownMember(units, unit ?? "") ?? 0), 0);
}
