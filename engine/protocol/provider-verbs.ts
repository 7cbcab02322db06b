import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { PropertyMap } from "./values";
import type { JsonMap } from "./wire";

export interface Target {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

export interface CheckFailure {
  /** Empty when no one property is at fault. */
  readonly property: string;
  readonly reason: string;
}

export interface DiffAnswer {
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** The input keys that changed, where the provider says which. */
  readonly diffs?: readonly string[];
  readonly detailed?: DetailedDiff;
}

/** What happens at each property path. */
export type DetailedDiff = ReadonlyMap<string, PathChange>;

export interface PathChange {
  readonly kind: "add" | "delete" | "update";
  /** Asks for a new object. */
  readonly replace: boolean;
  /** Between the inputs of before and those of now; else between what the platform has and the inputs of now. */
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

/**
 * The provider verbs, over whatever kind of properties. Towards the host they are plain JSON; the engine works with
 * `PropertyMap`s, so with secrets in place. `create` and `update` may throw `InitFailed`.
 */
export interface ProviderVerbs<Properties> {
  check(
    call: Target & { olds: Properties; news: Properties; seed: Buffer },
  ): Promise<{ inputs: Properties; failures: readonly CheckFailure[] }>;
  diff(
    call: Target & {
      id: string;
      olds: Properties;
      oldInputs: Properties;
      news: Properties;
      ignoreChanges: readonly string[];
    },
  ): Promise<DiffAnswer>;
  /** In a preview the outputs are what can be foreseen of them, and there is no id. */
  create(
    call: Target & { inputs: Properties; timeout: number; preview: boolean },
  ): Promise<{ id: string; outputs: Properties }>;
  update(
    call: Target & {
      id: string;
      olds: Properties;
      oldInputs: Properties;
      news: Properties;
      ignoreChanges: readonly string[];
      timeout: number;
      preview: boolean;
    },
  ): Promise<{ outputs: Properties }>;
  /** An empty id says that the object is gone. */
  read(
    call: Target & { id: string; outputs: Properties; inputs: Properties; timeout: number },
  ): Promise<{ id: string; outputs: Properties; inputs: Properties | undefined }>;
  delete(call: Target & { id: string; outputs: Properties; inputs: Properties; timeout: number }): Promise<void>;
}

/** A component that a provider is to make, by asking the engine for its parts as a program does. */
export interface Construction {
  readonly type: string;
  readonly name: string;
  readonly parent: string | undefined;
  /** As the program sent them, with what each value was made of. */
  readonly inputs: JsonMap;
  /** What each input was made of. */
  readonly inputDependencies: Readonly<Record<string, readonly string[]>>;
  /** Sets the options of the resource, which pass through the engine as they are. */
  readonly setOptions: (request: ConstructRequest) => void;
  readonly monitor: MonitorOfRun;
}

/** The engine, as a component finds it. */
export interface MonitorOfRun {
  readonly project: string;
  readonly stack: string;
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly address: string;
}

export interface Constructed<Properties> {
  readonly urn: string;
  readonly outputs: Properties;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

interface Beside<Properties> {
  construct?: (asked: Construction) => Promise<Constructed<Properties>>;
  /** Reads an object that no state knows. */
  import?: (
    call: Target & { id: string; timeout: number },
  ) => Promise<{ id: string; outputs: Properties; inputs: Properties | undefined }>;
  invoke?: (token: string, args: Properties, preview: boolean) => Promise<Invoked<Properties>>;
  /** What another configuration of it would mean for the resources that it has. */
  diffConfig?: (call: DiffConfigCall<Properties>) => Promise<DiffAnswer>;
  /** Ends what waits; running calls come back with what they made. */
  cancel?: () => Promise<void>;
  close(): Promise<void>;
}

/** What a provider has said of itself. One that says nothing takes plain values, and is not asked in previews. */
export interface Traits {
  /** Takes secrets in their envelopes, and answers so. */
  readonly secrets: boolean;
  /** Takes references to resources in their envelopes. */
  readonly resources: boolean;
  /** Foresees in a preview what a create or update would answer. */
  readonly previews: boolean;
}

export type RawProvider = ProviderVerbs<JsonMap> & Beside<JsonMap> & { readonly traits?: Traits };
export type Provider = ProviderVerbs<PropertyMap> & Beside<PropertyMap>;
