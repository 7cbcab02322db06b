import * as pulumi from "@pulumi/pulumi";

/** Where in the arguments something is secret as a whole, as a list of steps. */
export type SecretPath = readonly [argument: string, ...steps: (string | number)[]];

/**
 * Where in the arguments the program has secrets; undefined where there is none. The engine opens secrets before a dynamic
 * provider gets them, and what the provider says must not quote them.
 */
export async function pathsOfSecrets(args: Readonly<Record<string, unknown>>): Promise<SecretPath[] | undefined> {
  const found = await Promise.all(
    Object.entries(args).map(([name, value]) => pathsIn(value, [name])),
    // Registering the resource tells what failed.
  ).catch(() => []);
  const paths = found.flat();
  return paths.length > 0 ? paths : undefined;
}

/** Only what is not yet there can be a secret. */
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
