import * as pulumi from "@pulumi/pulumi";

/**
 * Names of the arguments in which the program has a secret, wherever in them it is; undefined where there is none. The
 * engine opens secrets before a dynamic provider gets them, and what the provider says must not quote them.
 */
export async function namesOfSecrets(args: Readonly<Record<string, unknown>>): Promise<string[] | undefined> {
  const eventual = Object.entries(args).filter(([, value]) => isEventual(value));
  const found = await Promise.all(
    eventual.map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : [])),
    // Registering the resource tells what failed.
  ).catch(() => []);
  const names = found.flat();
  return names.length > 0 ? names : undefined;
}

/** Only what is not yet there can be a secret. */
function isEventual(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  if (typeof value !== "object" || value === null || pulumi.CustomResource.isInstance(value)) return false;
  return Object.values(value).some(isEventual);
}
