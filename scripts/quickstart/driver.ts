/** Property maps as an engine reports them; secrets appear as a placeholder, never in the clear. */
export type Properties = Readonly<Record<string, unknown>>;

export type StepOp = "same" | "create" | "update" | "replace" | "delete";

/** The effect, done or planned, of an operation on one of our resources. */
export interface Step {
  readonly op: StepOp;
  /** `Pod`, `Cluster`, … */
  readonly kind: string;
  /** The name in the program. */
  readonly name: string;
  /** Inputs that the engine says have changed; the only trace of a secret that did. */
  readonly changedKeys: readonly string[];
  readonly oldInputs: Properties;
  readonly newInputs: Properties;
  readonly oldOutputs: Properties;
  readonly newOutputs: Properties;
}

export interface Outcome {
  readonly ok: boolean;
  readonly steps: readonly Step[];
  /** Errors and warnings, as the engine words them. */
  readonly messages: readonly string[];
}

/** Settings of the stack: the program's own without a prefix, others as `namespace:key`. */
export type Settings = Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>;

export interface DriverOptions {
  /** The directory of Pulumi.yaml. */
  readonly projectFolder: string;
  readonly stack: string;
  /** Temporary; holds state, plugins and logs. */
  readonly folder: string;
  /** Aborted when the user asks to stop: what runs is to end at once. */
  readonly signal: AbortSignal;
}

/** An engine that the story is told through: the Pulumi CLI, or the local engine. */
export interface Driver {
  readonly title: string;
  /** Makes the stack. Everything it keeps is below a temporary folder, except its settings file, which `close` removes. */
  open(): Promise<void>;
  set(settings: Settings): Promise<void>;
  preview(): Promise<Outcome>;
  up(): Promise<Outcome>;
  refresh(): Promise<Outcome>;
  destroy(): Promise<Outcome>;
  close(): Promise<void>;
}

const ourType = /^(?:pulumi-nodejs:dynamic\/compute|compute:index):(\w+)$/;

/** Turns what engines say of a resource into a step, or into nothing for the stack and the provider entry. */
export function toStep(op: StepOp, about: About): Step[] {
  const { urn, type, changedKeys, old, next } = about;
  const kind = ourType.exec(type)?.[1];
  if (!kind) return [];
  return [
    {
      op,
      kind,
      name: urn.slice(urn.lastIndexOf("::") + 2),
      changedKeys,
      oldInputs: old?.inputs ?? {},
      newInputs: next?.inputs ?? {},
      oldOutputs: old?.outputs ?? {},
      newOutputs: next?.outputs ?? {},
    },
  ];
}

interface About {
  readonly urn: string;
  readonly type: string;
  readonly changedKeys: readonly string[];
  readonly old?: Snapshot | undefined;
  readonly next?: Snapshot | undefined;
}

export interface Snapshot {
  readonly inputs?: Properties | undefined;
  readonly outputs?: Properties | undefined;
}
