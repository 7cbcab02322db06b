/** `urn:pulumi:<stack>::<project>::<qualified type>::<name>`: a resource's logical name. */
export const stackType = "pulumi:pulumi:Stack";
/** The type of the engine's own provider: stack references, and resources by URN. */
export const builtinProviderType = "pulumi:providers:pulumi";

export function parseUrn(urn: string) {
  // The qualified type has the types of the parents (but the Stack) and the own type, joined by `$`.
  const [head, project, qualifiedType, ...name] = urn.split("::");
  const stack = head?.startsWith("urn:pulumi:") ? head.slice("urn:pulumi:".length) : undefined;
  if (!stack || !project || !qualifiedType || name.length === 0)
    throw new Error(`malformed URN ${JSON.stringify(urn)}`);
  const type = qualifiedType.slice(qualifiedType.lastIndexOf("$") + 1);
  return { stack, project, qualifiedType, type, name: name.join("::") };
}

/** A resource as the calls of a provider name it. */
export function targetOf(urn: string) {
  const { type, name } = parseUrn(urn);
  return { urn, type, name };
}

export function makeUrn(
  stack: string,
  project: string,
  parent: string | undefined,
  type: string,
  name: string,
): string {
  const above = parent ? parseUrn(parent).qualifiedType : stackType;
  const qualified = above === stackType ? type : `${above}$${type}`;
  return `urn:pulumi:${stack}::${project}::${qualified}::${name}`;
}

/** A URN as a word of a command line: its name may contain anything. */
export const inShell = (urn: string): string => `'${urn.replaceAll("'", `'\\''`)}'`;

/** A provider reference is `<provider URN>::<provider id>`. */
export function parseProviderReference(reference: string): { urn: string; id: string } {
  const cut = reference.lastIndexOf("::");
  return { urn: reference.slice(0, cut), id: reference.slice(cut + 2) };
}

const providerPrefix = "pulumi:providers:";

export const isProviderType = (type: string): boolean => type.startsWith(providerPrefix);

export const providerType = (packageName: string): string => `${providerPrefix}${packageName}`;

/** `compute` of `compute:index:Pod`, of the function `compute:index:pods` and of `pulumi:providers:compute`. */
export const packageOf = (token: string): string =>
  isProviderType(token) ? token.slice(providerPrefix.length) : (token.split(":")[0] ?? "");

const dynamicPrefix = "pulumi-";

/** The language of a type of dynamic resources: `python` of `pulumi-python:dynamic:Resource`. */
export const dynamicLanguage = (type: string): string | undefined =>
  packageOf(type).startsWith(dynamicPrefix) ? packageOf(type).slice(dynamicPrefix.length) : undefined;

export const isDynamicType = (type: string): boolean => dynamicLanguage(type) !== undefined;

/** Tells whether a provider is a default one, which is never displayed. */
export function isDefaultProvider(urn: string): boolean {
  const { type, name } = parseUrn(urn);
  return isProviderType(type) && name.startsWith("default");
}
