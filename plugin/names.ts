import { packageName } from "../provider/state/identity";

export { dynamicType, packageName, parseUrn, pluginType } from "../provider/state/identity";

/** Where Go programs import the generated SDK from; nothing is downloaded from there (docs/guides/go.md). */
export const goPackage = "example.com/pulumi-compute-platform/sdks/go/compute";

/** A fleet as the plugin makes it, and as the class for TypeScript does in the program itself. Each is the other's alias. */
export const fleetType = `${packageName}:index:Fleet`;
export const localFleetType = `${packageName}:fleet:Fleet`;

export const functionToken = (name: string): string => `${packageName}:index:${name}`;
