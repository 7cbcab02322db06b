import { ownMember } from "../../values/own-member";
import { isUnknown, signature, signatures } from "./values";
import { type Json, type JsonMap, textOf } from "./wire";

/** Properties for a transform, with an output for each secret, each unknown, and each value made from other resources. */
export function withOutputs(properties: JsonMap, dependencies: Readonly<Record<string, readonly string[]>>): JsonMap {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const urns = ownMember(dependencies, name) ?? [];
      const output = upgraded(value);
      return [name, urns.length === 0 ? output : { ...asOutput(output), dependencies: [...urns] }];
    }),
  );
}

/** The URNs on which the outputs in a value depend. */
export function dependenciesIn(value: Json | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) dependenciesIn(item, found);
  else if (typeof value === "object" && value !== null) {
    const urns = isOutput(value) ? value["dependencies"] : undefined;
    if (Array.isArray(urns)) for (const urn of urns) if (typeof urn === "string") found.add(urn);
    for (const member of Object.values(value)) dependenciesIn(member, found);
  }
  return found;
}

function upgraded(value: Json): Json {
  if (typeof value === "string") return isUnknown(value) ? { [signature]: signatures.output } : value;
  if (Array.isArray(value)) return value.map(upgraded);
  if (value === null || typeof value !== "object") return value;
  if (textOf(value, signature) === signatures.secret)
    return { ...asOutput(upgraded(value["value"] ?? null)), secret: true };
  if (signature in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, upgraded(member)]));
}

const isOutput = (value: JsonMap): boolean => textOf(value, signature) === signatures.output;

function asOutput(value: Json): JsonMap {
  const isOne = typeof value === "object" && value !== null && !Array.isArray(value) && isOutput(value);
  return isOne ? value : { [signature]: signatures.output, value };
}
