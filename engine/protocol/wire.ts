import { ownMember } from "../../values/own-member";
import { unsupported } from "../errors";
import { isMap, type PropertyMap, Reference, Secret, signature, signatures, unknown, type Value } from "./values";

/** JSON in the form of protobuf's Struct. */
export type Json = null | boolean | number | string | Json[] | JsonMap;
export interface JsonMap {
  [key: string]: Json;
}

/** A text member; empty if it is not a text. */
export const textOf = (json: JsonMap, key: string): string => {
  const value = ownMember(json, key);
  return typeof value === "string" ? value : "";
};

export function referenceIn(json: JsonMap): Reference {
  const { id } = json;
  return new Reference(textOf(json, "urn"), typeof id === "string" ? id : undefined, textOf(json, "packageVersion"));
}

/** A value from a program or provider, with its envelopes opened. @throws EngineError `unsupported` for assets. */
export function fromWire(json: Json): Value {
  if (Array.isArray(json)) return json.map(fromWire);
  if (json === null || typeof json !== "object") return json;
  if (!(signature in json)) return mapFromWire(json);
  switch (textOf(json, signature)) {
    case signatures.secret: {
      const inner = fromWire(json["value"] ?? null);
      return inner instanceof Secret ? inner : new Secret(inner);
    }
    case signatures.reference:
      return referenceIn(json);
    case signatures.output: {
      // An output without a value is unknown.
      const inner = "value" in json ? fromWire(json["value"]) : unknown;
      return json["secret"] === true && !(inner instanceof Secret) ? new Secret(inner) : inner;
    }
    case signatures.asset:
    case signatures.archive:
      throw unsupported("assets and archives as property values");
    default:
      throw unsupported("a property value of an unknown special kind");
  }
}

export function mapFromWire(json: JsonMap): PropertyMap {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fromWire(value)]));
}

/** A value for the program: secrets and references in their envelopes. */
export function toWire(value: Value): Json {
  if (value instanceof Secret) return { [signature]: signatures.secret, value: toWire(value.value) };
  if (value instanceof Reference) {
    const id: JsonMap = value.id === undefined ? {} : { id: value.id };
    return { [signature]: signatures.reference, urn: value.urn, ...id, packageVersion: value.packageVersion };
  }
  if (Array.isArray(value)) return value.map(toWire);
  return isMap(value) ? mapToWire(value) : value;
}

export function mapToWire(map: PropertyMap): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, toWire(value)]));
}

/** A value for a provider without secrets and references: plain values, and ids (or URNs) for references. */
export function toPlain(value: Value): Json {
  if (value instanceof Secret) return toPlain(value.value);
  if (value instanceof Reference) return value.id ?? value.urn;
  if (Array.isArray(value)) return value.map(toPlain);
  return isMap(value) ? mapToPlain(value) : value;
}

export function mapToPlain(map: PropertyMap): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, toPlain(value)]));
}
