import { isDeepStrictEqual } from "node:util";
import type { Config } from "../project/config";
import type { Operation } from "../run/operation";
import type { Provider } from "./provider";
import { newEntry } from "../state/resource-state";
import { type PropertyMap, Secret, unknown } from "../protocol/values";
import { mapToWire } from "../protocol/wire";
import type { World } from "../plan/world";

/** Its inputs are all the settings of the stack, of every namespace. */
export const providerInputs = (config: Config): PropertyMap =>
  Object.fromEntries([...config].map(([key, { value, secret }]) => [key, secret ? new Secret(value) : value]));

/**
 * Registers a default provider, which happens with the first resource of a run that is one of its own (pulumi-engine 4).
 * Its id is kept for ever: all resources refer to it by that.
 *
 * @param inputs those of {@link providerInputs} for dynamic resources; the builtin provider has none.
 */
export async function registerDefaultProvider(
  operation: Operation,
  world: World,
  type: string,
  inputs: PropertyMap,
): Promise<{ reference: string; verbs: Provider }> {
  const { stack, project, dryRun, journal, ambient, providers } = operation.options;
  const urn = `urn:pulumi:${stack}::${project}::${type}::default`;
  const old = world.olds.get(urn);
  const id = old?.id ?? (dryRun ? undefined : ambient.uuid());
  const unchanged = old !== undefined && isDeepStrictEqual(mapToWire(old.inputs), mapToWire(inputs));
  const now = operation.timestamp();
  const times = unchanged
    ? { created: old.created, modified: old.modified }
    : { created: old?.created ?? now, modified: now };
  const entry = newEntry({ urn, type, custom: true, id, inputs, outputs: inputs, ...times });
  world.planned.set(urn, entry);
  if (!dryRun) {
    const put = () => journal.snapshot.put(entry, old);
    if (unchanged) put();
    else await journal.write(put);
  }
  return { reference: `${urn}::${id ?? unknown}`, verbs: await providers.get({ urn, id, inputs }) };
}
