/** The package of the schema, of the configuration's namespace and of the executable `pulumi-resource-compute`. */
export const packageName = "compute";

/** Where Go programs import the generated SDK from; nothing is downloaded from there (docs/guides/go.md). */
export const goPackage = "example.com/pulumi-compute-platform/sdks/go/compute";

export const pluginType = (kind: string): string => `${packageName}:index:${kind}`;

/** The type token of a kind among dynamic resources. Neither token ever changes: states hold them, and each is the other's alias. */
export const dynamicType = (kind: string): string => `pulumi-nodejs:dynamic/${packageName}:${kind}`;

/** A fleet as the plugin makes it, and as the class for TypeScript does in the program itself. Each is the other's alias. */
export const fleetType = `${packageName}:index:Fleet`;
export const localFleetType = `${packageName}:fleet:Fleet`;

export const functionToken = (name: string): string => `${packageName}:index:${name}`;

export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The last type, of the resource itself. */
  readonly type: string;
  readonly name: string;
}

/** `urn:pulumi:<stack>::<project>::<types from the root, joined by $>::<name>`; the name may hold `::` itself. */
export function parseUrn(urn: string): Urn {
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  return {
    stack: stack.slice("urn:pulumi:".length),
    project,
    type: types.slice(types.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}
