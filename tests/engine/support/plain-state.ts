import { parseProviderReference, parseUrn } from "../../../engine/protocol/urn";
import { isMap, Reference, Secret, type Value } from "../../../engine/protocol/values";
import type { ResourceState } from "../../../engine/state/resource-state";

/** Writes a placeholder for the text of a dynamic provider. */
export type ShowCode = (text: Value | undefined) => string;

/** An entry of a state in terms that do not change from run to run: decrypted, without times and ids of providers. */
export function plainEntry(entry: ResourceState, showCode: ShowCode): Record<string, unknown> {
  const { created, modified, extra, provider, dependencies, propertyDependencies, ...rest } = entry;
  const isProvider = entry.type.startsWith("pulumi:providers:");
  const properties = Object.entries(propertyDependencies).filter(([, urns]) => urns.length > 0);
  const said = {
    ...rest,
    id: isProvider ? "<provider id>" : entry.id,
    provider: provider === undefined ? undefined : providerName(provider),
    inputs: plain(entry.inputs, showCode),
    outputs: plain(entry.outputs, showCode),
    dependencies: [...dependencies].sort(),
    propertyDependencies: Object.fromEntries(properties.map(([key, urns]) => [key, [...urns].sort()])),
    aliases: extra["aliases"],
  };
  return dropEmpty(said);
}

/** Without its id, which is another one each time. */
function providerName(reference: string): string {
  const { type, name } = parseUrn(parseProviderReference(reference).urn);
  return name === "default" ? "<default provider>" : `${type}::${name}`;
}

/** Secrets as `{ secret }`, provider texts by what tells them apart. */
function plain(value: Value, showCode: ShowCode): unknown {
  if (value instanceof Secret) return { secret: plain(value.value, showCode) };
  if (value instanceof Reference) return { reference: value.urn, id: value.id };
  if (Array.isArray(value)) return value.map((item) => plain(item, showCode));
  if (isMap(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, key === "__provider" ? showCode(value[key]) : plain(value[key] ?? null, showCode)]),
    );
  return value;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

const dropEmpty = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
