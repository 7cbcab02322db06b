import { createHash } from "node:crypto";

/** Identifies a resource and its stack, in every run and below its parent. Every resource's state contains it, so it is short. */
export function shortDigest(urn: string): string {
  return createHash("sha256").update(urn).digest("base64url").slice(0, 12);
}

/** Identifies a stack and its project in the same form: the common beginning of all its URNs. */
export function stackKeyOf(stack: string, project: string): string {
  return shortDigest(`urn:pulumi:${stack}::${project}`);
}

/** The package of the schema, of the configuration's namespace and of the executable `pulumi-resource-compute`. */
export const packageName = "compute";

export const pluginType = (kind: string): string => `${packageName}:index:${kind}`;

/** The type token of a kind among dynamic resources. Neither token ever changes: states hold them, and each is the other's alias. */
export const dynamicType = (kind: string): string => `pulumi-nodejs:dynamic/${packageName}:${kind}`;

/** The name of the kind in a type token of either form; undefined for resources of other providers. */
export function kindIn(token: string): string | undefined {
  const prefix = [pluginType(""), dynamicType("")].find((each) => token.startsWith(each));
  return prefix && token.slice(prefix.length);
}

/** The key of a resource in journals, marks and outputs, which stays when a stack moves between dynamic class and plugin. */
export const resourceKeyOf = (urn: string): string => shortDigest(dynamicUrn(urn));

/** The URN of the same resource as a dynamic one. A dynamic one keeps its own, with the types of its parents. */
function dynamicUrn(urn: string): string {
  if (!parseUrn(urn).type.startsWith(pluginType(""))) return urn;
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  const plain = types.split("$").map((type) => {
    const kind = type.startsWith(pluginType("")) ? kindIn(type) : undefined;
    return kind === undefined ? type : dynamicType(kind);
  });
  return [stack, project, plain.join("$"), ...name].join("::");
}

export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The last type: the resource's own. */
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

/** The members that lists show of every object, supplied by the kind if the platform has other names for them, or none. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}
