import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { ResourceState } from "../state/resource-state";
import type { PropertyMap } from "./values";
import type { JsonMap } from "./wire";

export interface Target {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

export interface CheckFailure {
  /** Empty if no single property is at fault. */
  readonly property: string;
  readonly reason: string;
}

export interface DiffAnswer {
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** The changed input keys, if the provider names them. */
  readonly diffs?: readonly string[];
  readonly detailed?: DetailedDiff;
}

export type DetailedDiff = ReadonlyMap<string, PathChange>;

export interface PathChange {
  readonly kind: "add" | "delete" | "update";
  /** The change requires a replacement. */
  readonly replace: boolean;
  /** Compares old and new inputs; otherwise the platform's values and new inputs. */
  readonly isOfInputs: boolean;
}

export interface Invoked<Properties> {
  readonly outputs: Properties;
  readonly failures: readonly CheckFailure[];
}

export interface DiffConfigCall<Properties> {
  readonly urn: string;
  readonly olds: Properties;
  readonly oldInputs: Properties;
  readonly news: Properties;
  readonly ignoreChanges: readonly string[];
}

export interface Checked<Properties> {
  readonly inputs: Properties;
  readonly failures: readonly CheckFailure[];
}

interface Read<Properties> {
  readonly id: string;
  readonly outputs: Properties;
  readonly inputs: Properties | undefined;
}

type DiffCall<Properties> = Target & DiffConfigCall<Properties> & { readonly id: string };

/** A call about an object of the state. */
interface StateCall<Properties> extends Target {
  readonly id: string;
  readonly outputs: Properties;
  readonly inputs: Properties;
  readonly timeout: number;
}

/** The provider verbs for any form of properties. `create` and `update` may throw `InitFailed`. */
export interface ProviderVerbs<Properties> {
  check(call: Target & { olds: Properties; news: Properties; seed: Buffer }): Promise<Checked<Properties>>;
  diff(call: DiffCall<Properties>): Promise<DiffAnswer>;
  /** In a preview it returns the foreseeable outputs and no id. */
  create(
    call: Target & { inputs: Properties; timeout: number; preview: boolean },
  ): Promise<{ id: string; outputs: Properties }>;
  update(call: DiffCall<Properties> & { timeout: number; preview: boolean }): Promise<{ outputs: Properties }>;
  /** An empty id means that the object is gone. */
  read(call: StateCall<Properties>): Promise<Read<Properties>>;
  delete(call: StateCall<Properties>): Promise<void>;
}

/** A component that a provider creates by registering its parts with the engine, like a program. */
export interface Construction {
  readonly type: string;
  readonly name: string;
  readonly parent: string | undefined;
  /** The inputs as the program sent them, with the dependencies of each value. */
  readonly inputs: JsonMap;
  readonly inputDependencies: Readonly<Record<string, readonly string[]>>;
  /** Sets the options of the resource, which pass through the engine unchanged. */
  readonly setOptions: (request: ConstructRequest) => void;
  readonly monitor: MonitorOfRun;
}

/** The settings of a run, as programs and components know them. */
export interface RunInfo {
  readonly project: string;
  readonly stack: string;
  readonly dryRun: boolean;
  readonly parallel: number;
}

/** The same with the engine's address. */
export interface MonitorOfRun extends RunInfo {
  readonly address: string;
}

export interface Constructed<Properties> {
  readonly urn: string;
  readonly outputs: Properties;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

interface Beside<Properties> {
  construct?: (asked: Construction) => Promise<Constructed<Properties>>;
  /** Reads an object that is in no state. */
  import?: (call: Target & { id: string; timeout: number }) => Promise<Read<Properties>>;
  invoke?: (token: string, args: Properties, preview: boolean) => Promise<Invoked<Properties>>;
  /** The effect of another configuration on the provider's resources. */
  diffConfig?: (call: DiffConfigCall<Properties>) => Promise<DiffAnswer>;
  /** Ends waits; running calls return with the objects that they created. */
  cancel?: () => Promise<void>;
  close(): Promise<void>;
}

/** The capabilities of a provider. By default it accepts only plain values and is not called in previews. */
export interface Traits {
  /** Supports secrets in their envelopes, in requests and answers. */
  readonly secrets: boolean;
  /** Supports references to resources in their envelopes. */
  readonly resources: boolean;
  /** Answers creates and updates in previews. */
  readonly previews: boolean;
}

export type RawProvider = ProviderVerbs<JsonMap> & Beside<JsonMap> & { readonly traits?: Traits };
export type Provider = ProviderVerbs<PropertyMap> & Beside<PropertyMap>;
/** The provider of an entry of the state. */
export type ProviderOf = (entry: ResourceState) => Promise<Provider>;
