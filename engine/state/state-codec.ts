import { ownMember } from "../../values/own-member";
import { EngineError, unsupported } from "../errors";
import { newEntry, type PendingOperation, type ResourceState } from "./resource-state";
import type { Crypter } from "./secrets";
import { isMap, type PropertyMap, Reference, Secret, signature, signatures, type Value } from "../protocol/values";
import { type Json, type JsonMap, referenceIn, textOf } from "../protocol/wire";

/** Turns entries into the JSON of a checkpoint and back. Keeps the ciphertext of a secret that did not change. */
export type StateCodec = ReturnType<typeof createStateCodec>;

/** The members of an entry in the CLI's order: texts, unless they are listed below. */
const members = (
  "urn custom delete id type inputs outputs parent protect taint external dependencies initErrors provider " +
  "propertyDependencies pendingReplacement additionalSecretOutputs customTimeouts importID retainOnDelete deletedWith created " +
  "modified ignoreChanges hideDiff replaceOnChanges"
).split(" ");
const flags = "custom delete protect taint external pendingReplacement retainOnDelete".split(" ");
const lists = "dependencies initErrors additionalSecretOutputs ignoreChanges hideDiff replaceOnChanges".split(" ");
const maps = ["inputs", "outputs"];
const nameOf = (member: string): string => (member === "importID" ? "importId" : member);

/** Members that this engine would silently ignore although they change a step. */
const refused = ["replaceWith", "replacementTrigger", "viewOf", "resourceHooks", "refreshBeforeUpdate"];

export function createStateCodec(crypter: Crypter) {
  const ciphertexts = new WeakMap<Secret, string>();
  const texts = new WeakMap<ResourceState, { marks: string; text: string }>();

  const seal = (secret: Secret): string => {
    const kept = ciphertexts.get(secret);
    if (kept) return kept;
    const cipher = crypter.encrypt(JSON.stringify(toState(secret.value, (inner) => plainText(inner))));
    ciphertexts.set(secret, cipher);
    return cipher;
  };
  const open = (cipher: string): Secret => {
    const secret = new Secret(fromState(parse(crypter.decrypt(cipher)), (text) => new Secret(fromPlain(text))));
    ciphertexts.set(secret, cipher);
    return secret;
  };

  const writeEntry = (entry: ResourceState): string => {
    const marks = `${entry.delete}${entry.pendingReplacement}`;
    const cached = texts.get(entry);
    if (cached?.marks === marks) return cached.text;
    const text = JSON.stringify(entryToJson(entry, seal));
    texts.set(entry, { marks, text });
    return text;
  };
  return {
    readEntry: (json: JsonMap): ResourceState => orDamaged(json, () => readEntry(json, open)),
    writeEntry,
    readOperation: (json: JsonMap): PendingOperation => ({
      type: json["type"] as PendingOperation["type"],
      resource: orDamaged(json, () => readEntry(json["resource"] as JsonMap, open)),
    }),
    writeOperation: ({ type, resource }: PendingOperation): string =>
      `{"resource":${writeEntry(resource)},"type":${JSON.stringify(type)}}`,
  };
}

/** Inside a secret, an inner secret's "ciphertext" is the plain JSON text: the outer one protects it. */
const plainText = (inner: Secret): string => JSON.stringify(toState(inner.value, plainText));
const fromPlain = (text: string): Value => fromState(parse(text), (inner) => new Secret(fromPlain(inner)));
const parse = (text: string): Json => JSON.parse(text) as Json;

function toState(value: Value, seal: (secret: Secret) => string): Json {
  if (value instanceof Secret) return { [signature]: signatures.secret, ciphertext: seal(value) };
  if (value instanceof Reference) {
    const id: JsonMap = value.id === undefined ? {} : { id: value.id };
    return { [signature]: signatures.reference, ...id, packageVersion: value.packageVersion, urn: value.urn };
  }
  if (Array.isArray(value)) return value.map((element) => toState(element, seal));
  if (isMap(value)) return mapToState(value, seal);
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
    const bits = Buffer.alloc(8);
    bits.writeDoubleBE(value);
    return { [signature]: signatures.specialFloat, value: bits.toString("hex") };
  }
  return value;
}

function mapToState(map: PropertyMap, seal: (secret: Secret) => string): JsonMap {
  const keys = Object.keys(map).sort();
  return Object.fromEntries(keys.map((key) => [key, toState(ownMember(map, key) ?? null, seal)]));
}

function fromState(json: Json, open: (cipher: string) => Secret): Value {
  if (Array.isArray(json)) return json.map((element) => fromState(element, open));
  if (json === null || typeof json !== "object") return json;
  if (!(signature in json)) return mapFromState(json, open);
  switch (textOf(json, signature)) {
    case signatures.secret:
      if (typeof json["ciphertext"] === "string") return open(json["ciphertext"]);
      return new Secret(fromPlain(textOf(json, "plaintext")));
    case signatures.reference:
      return referenceIn(json);
    case signatures.specialFloat:
      return Buffer.from(textOf(json, "value"), "hex").readDoubleBE();
    default:
      throw unsupported("assets, archives or other special values in a state");
  }
}

const mapFromState = (json: JsonMap, open: (cipher: string) => Secret): PropertyMap =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fromState(value, open)]));

/** Reports a malformed entry by name. */
function orDamaged<T>(json: JsonMap, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof SyntaxError || cause instanceof RangeError)) throw cause;
    const where = typeof json["urn"] === "string" ? json["urn"] : "a pending operation";
    throw new EngineError("state", `the state's entry of ${where} is damaged`, { cause });
  }
}

function readEntry(json: JsonMap, open: (cipher: string) => Secret): ResourceState {
  if (typeof json["urn"] !== "string" || typeof json["type"] !== "string")
    throw new EngineError("state", "a resource in the state has no urn or no type");
  for (const member of refused)
    if (ownMember(json, member)) throw unsupported(`a state with ${member} (of ${json["urn"]})`);
  const entry: Record<string, unknown> = {};
  for (const member of members) entry[nameOf(member)] = readMember(member, ownMember(json, member), open);
  entry["extra"] = Object.fromEntries(Object.entries(json).filter(([key]) => !members.includes(key)));
  return newEntry(entry as unknown as ResourceState);
}

function readMember(member: string, json: Json | undefined, open: (cipher: string) => Secret): unknown {
  if (flags.includes(member)) return json === true;
  if (lists.includes(member)) return json ?? [];
  if (maps.includes(member)) return mapFromState((json ?? {}) as JsonMap, open);
  return member === "propertyDependencies" ? (json ?? {}) : json || undefined;
}

/** The JSON of an entry, without empty and false members. */
function entryToJson(entry: ResourceState, seal: (secret: Secret) => string): object {
  const json: Record<string, unknown> = {};
  for (const member of members) {
    const value: unknown = Reflect.get(entry, nameOf(member));
    const isEmpty = typeof value === "object" ? Object.keys(value ?? {}).length === 0 : !value;
    if (!isEmpty || member === "custom")
      json[member] = maps.includes(member) ? mapToState(value as PropertyMap, seal) : value;
  }
  return { ...json, ...entry.extra };
}
