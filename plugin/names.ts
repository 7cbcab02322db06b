import { packageName } from "../provider/state/identity";

export { dynamicType, packageName, parseUrn, pluginType } from "../provider/state/identity";

/** The import path of the generated SDK for Go; nothing is downloaded from there (docs/guides/go.md). */
export const goPackage = "example.com/pulumi-compute-platform/sdks/go/compute";

/** The types of a fleet made by the plugin and by the TypeScript class. Each is the other's alias. */
export const fleetType = `${packageName}:index:Fleet`;
export const localFleetType = `${packageName}:fleet:Fleet`;

export const functionToken = (name: string): string => `${packageName}:index:${name}`;
