import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../../provider/table/props";
import * as dynamic from "../../sdk";
import * as plugin from "../../sdk/plugin";
import type { Mode } from "../plugin";
import type { ComparedKind } from "../programs";
import type { Declared, Options, Program } from "./life";

/** The facts of its platform that a program is told. */
export interface ReachedPlatform {
  readonly apiKey: string;
  readonly apiUrl: string;
  /** The id of what somebody else has made. */
  readonly idOfFound: (name: string) => string | undefined;
}

/** The SDK keeps it to itself. It waits until all that the program has asked of the engine is answered. */
const { waitForRPCs } = pulumi.runtime as unknown as { readonly waitForRPCs: () => Promise<void> };

class Group extends pulumi.ComponentResource {}

type Class = new (name: string, args: object, options: pulumi.CustomResourceOptions) => pulumi.CustomResource;
type Reading = { get(name: string, id: pulumi.Input<string>, options: pulumi.CustomResourceOptions): pulumi.Resource };

const classesOf = (sdk: typeof dynamic) =>
  ({
    pod: sdk.Pod,
    cluster: sdk.Cluster,
    networkVolume: sdk.NetworkVolume,
    registryCredential: sdk.RegistryCredential,
  }) satisfies Record<ComparedKind, unknown>;
const classes: Readonly<Record<Mode, Readonly<Record<ComparedKind, unknown>>>> = {
  dynamic: classesOf(dynamic),
  plugin: classesOf(plugin),
};

/**
 * Declares the resources of a program with the classes that users have, and returns the stack's outputs.
 *
 * @param oneByOne waits for each resource before it declares the next. The work of an engine before a failure is then
 * deterministic.
 */
export async function register(
  program: Program,
  mode: Mode,
  { apiKey, apiUrl, idOfFound }: ReachedPlatform,
  oneByOne: boolean,
): Promise<Record<string, unknown>> {
  const made = new Map<string, pulumi.Resource>();
  const find = (name: string | undefined) => (name === undefined ? undefined : made.get(name));
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (!isObject(value)) return value;
    if (typeof value.$secret === "string") return pulumi.secret(value.$secret);
    if (typeof value.$id === "string") return (find(value.$id) as pulumi.CustomResource | undefined)?.id;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member)]));
  };
  const optionsOf = ({ dependsOn, deletedWith, parent, provider, aliases, import: found, ...plain }: Options) => {
    const known = {
      // No engine imports a dynamic resource.
      import: found === undefined || mode === "dynamic" ? undefined : (idOfFound(found) ?? "nothing"),
      parent: find(parent),
      deletedWith: find(deletedWith),
      provider: find(provider),
      dependsOn: dependsOn?.flatMap((name) => find(name) ?? []),
      aliases: aliases?.map(({ name, parent: before, noParent }) => ({
        ...(name !== undefined && { name }),
        ...(find(before) && { parent: find(before) }),
        ...(noParent && { parent: pulumi.rootStackResource }),
      })),
    };
    return { ...plain, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
  };
  const make = ({ kind, name, args, options }: Declared): pulumi.Resource | undefined => {
    const given = optionsOf(options) as pulumi.CustomResourceOptions;
    if (kind === "group") {
      const group = new Group("lives:index:Group", name, {}, given);
      (group as unknown as { registerOutputs(outputs: object): void }).registerOutputs(filled(args) as object);
      return group;
    }
    if (kind === "provider") {
      return mode === "plugin" ? new plugin.Provider(name, { apiKey, apiUrl, ...args }, given) : undefined;
    }
    if (kind === "reader") {
      const of = find(String(args.of));
      if (!(of instanceof dynamic.NetworkVolume)) return undefined;
      return (classes[mode].networkVolume as Reading).get(name, of.id, given);
    }
    return new (classes[mode][kind] as Class)(name, filled(args) as object, given);
  };
  for (const declared of program) {
    const resource = make(declared);
    if (resource) made.set(declared.name, resource);
    if (oneByOne) await waitForRPCs();
  }
  const volumes = [...made].filter(([, resource]) => resource instanceof dynamic.NetworkVolume);
  return Object.fromEntries(volumes.map(([name, volume]) => [name, (volume as dynamic.NetworkVolume).id]));
}
