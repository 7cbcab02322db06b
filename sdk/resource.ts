import { append } from "../values/many";
import * as pulumi from "@pulumi/pulumi";
import { ownMember } from "../values/own-member";
import { lazily } from "../client/lazily";
import { dynamicType, pluginType, shortDigest, stackKeyOf } from "../provider/state/identity";
import type { KindName } from "../provider/kinds/names";
import { storedProvider } from "../provider/state/stored-provider";
import { refuseDeletedWith, refuseUnaskedReplacement } from "./refused-options";
import { checkReachable } from "./reachable";

/** A class's facts about its kind. A test compares them with the declaration. */
export interface ClassKind {
  readonly kind: KindName;
  /** Everything that appears on the resource as an output, arguments included. */
  readonly outputs: readonly string[];
  readonly secretArguments?: readonly string[];
  readonly secretOutputs?: readonly string[];
  /** Arguments that may be lists of which the output is the one that was chosen. */
  readonly alternatives?: readonly string[];
  /** What holds where the program does not set `dataLoss`. */
  readonly dataLoss?: "refuse" | "allow";
}

/** What only a state holds, and no answer of a preview that makes or changes the object. */
const inStateOnly = "__declared";

/** Whether a preview knows the value, which Pulumi's Outputs tell beside their public face. */
const isKnown = (output: pulumi.Output<unknown>): Promise<boolean> =>
  (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown;

/** How a class reaches the provider: as a dynamic resource, or through the plugin (`sdk/plugin`). */
export interface Registration {
  type(kind: ClassKind["kind"]): string;
  /** The other way's type: a stack that changes over keeps its resources. */
  formerType(kind: ClassKind["kind"]): string;
  /** What goes along with the arguments. */
  handOver(resource: Registered): Record<string, unknown>;
  /** The provider says itself which outputs are secret; nobody has to note it in the state of each resource. */
  readonly marksSecrets?: true;
  /** Our options; the program's own override them. */
  readonly options?: pulumi.CustomResourceOptions;
  /** Why the option `import` can't be used, where it can't. */
  noImport?(kind: ClassKind["kind"], name: string): string;
}

interface Registered {
  readonly kind: ClassKind["kind"];
  readonly type: string;
  readonly name: string;
  readonly options: pulumi.CustomResourceOptions | undefined;
  /** Where in the arguments the program has secrets. */
  readonly secrets: Promise<readonly SecretPath[] | undefined> | undefined;
}

/** Dynamic resources: Pulumi's own provider host loads the code that the constant names (decision 1). */
const dynamic: Registration = {
  type: dynamicType,
  formerType: pluginType,
  handOver: ({ kind, type, name, options, secrets }) => ({
    __provider: storedProvider(kind),
    __logicalName: name,
    __key: urn(name, type, options?.parent).then(shortDigest),
    // For the messages of a preview; not part of a `.get`, whose arguments become the state.
    ...(options?.id === undefined && {
      __urn: urn(name, type, options?.parent),
      __stackName: pulumi.getStack(),
      ...(pulumi.runtime.isDryRun() && { __preview: true }),
      __program: process.pid,
      __secrets: secrets?.then(argumentsOf),
      __secretPaths: secrets,
    }),
    __stack: stackKeyOf(pulumi.getStack(), pulumi.getProject()),
    ...(options?.replaceOnChanges && { __replaceOnChanges: options.replaceOnChanges }),
  }),
  noImport: (kind, name) =>
    `${kind} ${name}: the option \`import\` does not work with dynamic resources. Give the argument ` +
    "`adopt: { id }` in its place; it takes the existing object under management and can be removed afterwards.",
};

interface CommonArgs {
  readonly timeouts?: {
    readonly create?: number | string;
    readonly update?: number | string;
    readonly delete?: number | string;
  };
}

/** A resource of the platform. Nothing of the program is serialised. */
export abstract class PlatformResource extends pulumi.CustomResource {
  /** @internal */
  static readonly registration: Registration = dynamic;

  protected constructor(
    { kind, outputs, secretArguments = [], secretOutputs = [], alternatives = [], dataLoss }: ClassKind,
    name: string,
    args: CommonArgs | undefined,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    const { registration } = new.target;
    const type = registration.type(kind);
    const given: Record<string, unknown> = { ...args };
    if (registration.noImport) {
      if (options?.import !== undefined) throw new pulumi.RunError(registration.noImport(kind, name));
    }
    checkReachable(kind, name, registration.noImport === undefined);
    // A `Ready` is only in the state, and a resource that is read is never deleted.
    if (kind !== "Ready" && options?.id === undefined) refuseDeletedWith(`${kind} ${name}`, `the ${kind}`, options);
    if (options?.id === undefined) refuseUnaskedReplacement(kind, name, given.dataLoss ?? dataLoss, options);
    const timeouts = timeoutsFrom(args, options);
    const withoutResources = Object.fromEntries(
      Object.entries(given).map(([property, value]) => [property, withIds(value)]),
    );
    const secretNames = [...secretOutputs, ...(options?.additionalSecretOutputs ?? [])];
    const isMarked = registration.marksSecrets || options?.id !== undefined;
    const secrets = isMarked ? undefined : pathsOfSecrets(withoutResources).then(noteIn(secretNames, outputs));
    // Pulumi makes an Output only for a property that is there at construction, so outputs start as undefined.
    const properties = {
      ...Object.fromEntries(outputs.map((output) => [output, undefined])),
      ...withoutResources,
      ...Object.fromEntries(
        secretArguments
          .filter((argument) => ownMember(given, argument) !== undefined)
          .map((argument) => [argument, pulumi.secret(ownMember(given, argument))]),
      ),
      ...(timeouts !== undefined && { timeouts }),
      ...registration.handOver({ kind, type, name, options, secrets }),
      ...(pulumi.runtime.isDryRun() && { [inStateOnly]: undefined }),
    };
    const own = {
      ...registration.options,
      // What is only read is no other resource for having had another type, and the SDK can't read with aliases everywhere.
      ...(options?.id === undefined && { aliases: formerAliases(registration.formerType(kind), options?.aliases) }),
    };
    const all = pulumi.mergeOptions(own, options);
    if (!registration.marksSecrets) all.additionalSecretOutputs = secretNames;
    const traces = untraced();
    try {
      super(type, name, properties, all);
    } catch (error) {
      traces.restore();
      // It was made without a trace; this one leads to the program's line.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      traces.restore();
    }
    if (pulumi.runtime.isDryRun()) this.knowUnset(outputs);
    for (const name of alternatives) this.showChosen(name);
  }

  /**
   * In a preview the SDK takes an output that a state lacks for one that nobody knows yet, and what depends on it for changed. Where the engine
   * hands out the state as it is, as of what does not change, there is nothing to come.
   */
  private knowUnset(names: readonly string[]): void {
    const outputs = this as unknown as Record<string, pulumi.Output<unknown>>;
    const { [inStateOnly]: state } = outputs;
    delete outputs[inStateOnly];
    // Most are never read.
    const known = lazily(
      Object.fromEntries(
        names.map((name) => {
          const output = ownMember(outputs, name)!;
          const isThere = async () => (await isKnown(output)) || !(await isKnown(state!));
          const make = (): pulumi.Output<unknown> =>
            this.urn.apply(async () => ((await isThere()) ? output : undefined));
          return [name, make];
        }),
      ),
    );
    for (const name of names)
      Object.defineProperty(this, name, {
        enumerable: true,
        configurable: true,
        get: () => ownMember(known, name),
        set: (value: pulumi.Output<unknown>) => (known[name] = value),
      });
  }

  /** In a preview the engine returns the arguments; the choice from a list or by a need is not known yet. */
  private showChosen(name: string): void {
    const outputs = this as unknown as Record<string, pulumi.Output<unknown>>;
    outputs[name] = ownMember(outputs, name)!.apply((value) => {
      const isNeed = typeof value === "object" && value !== null && "memory" in value;
      if (!Array.isArray(value) && !isNeed) return value;
      return pulumi.runtime.isDryRun() ? pulumi.unknown : ([value].flat() as unknown[])[0];
    });
  }
}

/**
 * Adds to a list, which is the option `additionalSecretOutputs`, the outputs of which the program has a secret in the argument: else what it
 * calls a secret later would stay in the state in plain text until it changes. Pulumi reads the option when all arguments are known, of which
 * these names are one.
 */
const noteIn =
  (list: string[], outputs: readonly string[]) =>
  (paths: SecretPath[] | undefined): SecretPath[] | undefined => {
    append(
      list,
      (argumentsOf(paths) ?? []).filter((name) => outputs.includes(name) && !list.includes(name)),
    );
    return paths;
  };

type Aliases = NonNullable<pulumi.ResourceOptions["aliases"]>;

/** The type of the other form, with any name or parent that the program says it had: the engine does not combine aliases. */
function formerAliases(type: string, given: Aliases = []): Aliases {
  const ofType = (alias: pulumi.URN | pulumi.Alias) => (typeof alias === "string" ? alias : { type, ...alias });
  const isReady = (alias: Aliases[number]): alias is pulumi.URN | pulumi.Alias =>
    !pulumi.Output.isInstance(alias) && !(alias instanceof Promise);
  return [
    { type },
    ...given.map((alias) =>
      isReady(alias) ? ofType(alias) : pulumi.output(alias).apply((known) => ofType(known as pulumi.Alias)),
    ),
  ];
}

/** A resource that programs can read without managing it. */
export abstract class ReadableResource extends PlatformResource {
  /** Reads an object that this program does not manage, by its id. @throws when there is none. */
  static get<Resource extends ReadableResource>(
    this: new (
      name: string,
      args: never,
      options?: pulumi.CustomResourceOptions,
    ) => Resource,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): Resource {
    return new this(name, undefined as never, { ...options, id });
  }
}

/**
 * Pulumi traces the stack of four promises for every output, only to tell where one that leaks was made; mapped to the
 * program's source, these traces take most of the time of a program with many resources. So there are none, unless they
 * are asked for. Where in the program a resource stands is not lost: for that Pulumi sets a limit of its own.
 */
function untraced(): { restore(): void } {
  const limit = Error.stackTraceLimit;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  return {
    restore: () => {
      Error.stackTraceLimit = limit;
    },
  };
}

/**
 * The URN of a resource, as a promise rather than the Output it is made from: an Output that comes from the parent's URN
 * depends on the parent, which for a component means on all its children, and so children would wait for each other for ever.
 */
const urn = (name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> =>
  new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });

/** Our `timeouts`, member by member before those of the option `customTimeouts`. */
function timeoutsFrom(args: CommonArgs | undefined, options: pulumi.CustomResourceOptions | undefined) {
  const given = args?.timeouts as unknown;
  // `check` refuses a value that is not an object.
  if (typeof given === "string" || typeof given === "number") return given;
  const { create, update, delete: deletion } = options?.customTimeouts ?? {};
  const merged = Object.entries({ create, update, delete: deletion, ...args?.timeouts }).filter(([, value]) => value);
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
}

/** Puts ids in place of resources, wherever in the arguments they are; Outputs keep being followed by Pulumi. */
function withIds(value: unknown): unknown {
  if (pulumi.CustomResource.isInstance(value)) return value.id;
  if (pulumi.Output.isInstance(value)) return value.apply(withIds);
  if (value instanceof Promise) return value.then(withIds);
  if (Array.isArray(value)) return value.map(withIds);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withIds(member)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Where in the arguments something is secret as a whole, as a list of steps. */
export type SecretPath = readonly [argument: string, ...steps: (string | number)[]];

/** Where the program has secrets; undefined for nowhere. The engine opens them for a dynamic provider, which must not quote them. */
export async function pathsOfSecrets(args: Readonly<Record<string, unknown>>): Promise<SecretPath[] | undefined> {
  const found = await Promise.all(
    Object.entries(args).map(([name, value]) => pathsIn(value, [name])),
    // Registering the resource tells what failed.
  ).catch(() => []);
  const paths = found.flat();
  return paths.length > 0 ? paths : undefined;
}

/** Only an unresolved value can be a secret. */
async function pathsIn(value: unknown, path: SecretPath): Promise<SecretPath[]> {
  if (pulumi.Output.isInstance(value) || value instanceof Promise)
    return (await pulumi.isSecret(pulumi.output(value))) ? [path] : [];
  if (typeof value !== "object" || value === null || pulumi.CustomResource.isInstance(value)) return [];
  const steps = Array.isArray(value) ? value.entries() : Object.entries(value);
  return (await Promise.all([...steps].map(([step, member]) => pathsIn(member, [...path, step])))).flat();
}

/** Names of the arguments in which these are. */
export const argumentsOf = (paths: readonly SecretPath[] | undefined): string[] | undefined =>
  paths && [...new Set(paths.map(([name]) => name))];
