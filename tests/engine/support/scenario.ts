/** A resource of the recorded program, see `../program/index.js`. */
export interface ResourceSpec {
  name: string;
  type?: string;
  /** Which of the cloud's providers: `full`, `noDiff`, `noCheck`, `noRead`, `noUpdate`. */
  provider?: string;
  /** Made by the plugin, not by a dynamic provider. */
  plugin?: true;
  version?: string;
  /** A provider of the plugin, to be named by the option `provider` of others. */
  isProvider?: true;
  /** A comment in the provider's text: another one is another provider text. */
  code?: string;
  args?: Record<string, unknown>;
  options?: Record<string, unknown>;
  component?: true;
  children?: ResourceSpec[];
  outputs?: Record<string, unknown>;
  /** The id of an object to read and not to manage: a text, or a reference to the id of another resource. */
  get?: string | { $ref: string };
  /** The full name of a stack whose outputs are read. */
  stackReference?: string;
}

/** A transform, of the whole stack or, among a resource's options, of one resource and what is below it. */
export interface TransformSpec {
  /** Names; everything if left out. */
  only?: string[];
  args?: Record<string, unknown>;
  options?: Record<string, unknown>;
  order?: string;
  throw?: string;
}

export interface ProgramSpec {
  transforms?: TransformSpec[];
  resources?: ResourceSpec[];
  outputs?: Record<string, unknown>;
  log?: string[];
  errors?: string[];
  throw?: string;
  exit?: number;
}

export interface Fault {
  message?: string;
  delayMs?: number;
  /** A file of the cloud that the call waits for. */
  until?: string;
  /** The object is made, but the call fails with an init error. */
  init?: true;
  /** The provider host dies. */
  exit?: true;
  /** A warning that the provider tells the engine. */
  say?: string;
  /** A file to leave when the call is met. */
  mark?: string;
}

export type ConfigSpec = Record<string, string | { secret: string } | null>;

export interface ScenarioStep {
  readonly run: "up" | "preview" | "refresh" | "destroy";
  /** `dev` if left out. */
  readonly stack?: "dev" | "other";
  readonly previewOnly?: true;
  readonly refreshFirst?: true;
  readonly expectNoChanges?: true;
  readonly clearPendingCreates?: true;
  readonly continueOnError?: true;
  /** Of a refresh or destroy: run the program too. */
  readonly runProgram?: true;
  /** URNs, or names of the cloud's things; `*` and `**` stand for any. */
  readonly target?: readonly string[];
  readonly targetDependents?: true;
  readonly exclude?: readonly string[];
  readonly excludeDependents?: true;
  readonly replace?: readonly string[];
  /** Marked before this step by `pulumi state taint`, or unmarked. */
  readonly taint?: readonly string[];
  readonly untaint?: readonly string[];
  readonly parallel?: number;
  /** From this step on. */
  readonly program?: ProgramSpec;
  readonly config?: ConfigSpec;
  /** Written over the stack's config file as it stands. */
  readonly configText?: string;
  /** For this step only, by `method name`. */
  readonly faults?: Record<string, Fault>;
  /** What happens to the platform behind our back, before this step: members to change by object, or null to remove. */
  readonly cloud?: Record<string, Record<string, unknown> | null>;
}

export interface Scenario {
  readonly name: string;
  /** What both engines must agree on here, in a sentence. */
  readonly about: string;
  readonly steps: readonly ScenarioStep[];
  /** False where independent resources make the order of calls a matter of chance. */
  readonly ordered?: false;
}

/** What one step did, in terms that do not change from run to run. */
export interface Observation {
  readonly ok: boolean;
  readonly summary: Record<string, number>;
  /** `op name`, sorted. */
  readonly steps: string[];
  /** What a plugin said of the differences: `name path kind`, sorted. */
  readonly detailed?: string[];
  /** Creates, updates and deletes in the order they arrived; left out where chance decides. */
  readonly order?: string[];
  /** All calls with their arguments, sorted. */
  readonly calls: unknown[];
  readonly state: unknown[];
  readonly pending: unknown[];
  /** The version of the state's form with its features, unless it is the plain version 3. */
  readonly form?: string;
  readonly cloud: Record<string, unknown>;
  readonly errors: string[];
}

/** The URN of one of the cloud's things; what is a URN or a pattern already stays as it is. */
export const urnOf = (name: string): string =>
  /[:*]/.test(name) ? name : `urn:pulumi:dev::proj::pulumi-nodejs:dynamic/test:Thing::${name}`;
