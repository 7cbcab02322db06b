import { ownMember } from "../../values/own-member";
import { EngineError, unsupported } from "../errors";
import { newEntry, type PendingOperation, type ResourceState } from "./resource-state";
import type { Crypter } from "./secrets";
import { isMap, type PropertyMap, Reference, Secret, signature, signatures, type Value } from "../protocol/values";
import { type Json, type JsonMap, textOf } from "../protocol/wire";

/** Turns entries into the JSON of a checkpoint and back. Keeps the ciphertext of a secret that did not change. */
export interface StateCodec {
  readonly readEntry: (json: JsonMap) => ResourceState;
  readonly writeEntry: (entry: ResourceState) => string;
  readonly readOperation: (json: JsonMap) => PendingOperation;
  readonly writeOperation: (operation: PendingOperation) => string;
}

const known = new Set(
  (
    "urn custom delete id type inputs outputs parent protect taint external dependencies initErrors provider " +
    "propertyDependencies pendingReplacement additionalSecretOutputs customTimeouts importID retainOnDelete deletedWith created " +
    "modified ignoreChanges hideDiff replaceOnChanges"
  ).split(" "),
);
/** Members that this engine would silently ignore although they change a step. */
const refused = ["replaceWith", "replacementTrigger", "viewOf", "resourceHooks", "refreshBeforeUpdate"];

export function createStateCodec(crypter: Crypter): StateCodec {
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

  const codec: StateCodec = {
    readEntry: (json) => orDamaged(json, () => readEntry(json, open)),
    writeEntry: (entry) => {
      const marks = `${entry.delete}${entry.pendingReplacement}`;
      const cached = texts.get(entry);
      if (cached?.marks === marks) return cached.text;
      const text = JSON.stringify(entryToJson(entry, seal));
      texts.set(entry, { marks, text });
      return text;
    },
    readOperation: (json) => ({
      type: json["type"] as PendingOperation["type"],
      resource: orDamaged(json, () => readEntry(json["resource"] as JsonMap, open)),
    }),
    writeOperation: ({ type, resource }) => `{"resource":${codec.writeEntry(resource)},"type":${JSON.stringify(type)}}`,
  };
  return codec;
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
      return new Reference(
        textOf(json, "urn"),
        typeof json["id"] === "string" ? json["id"] : undefined,
        textOf(json, "packageVersion"),
      );
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
  const strings = (key: string) => (ownMember(json, key) as string[] | undefined) ?? [];
  const text = (key: string) => (ownMember(json, key) as string | undefined) || undefined;
  const map = (key: string) => mapFromState((ownMember(json, key) as JsonMap | undefined) ?? {}, open);
  return newEntry({
    urn: json["urn"],
    type: json["type"],
    custom: json["custom"] === true,
    delete: json["delete"] === true,
    pendingReplacement: json["pendingReplacement"] === true,
    id: text("id"),
    inputs: map("inputs"),
    outputs: map("outputs"),
    parent: text("parent"),
    protect: json["protect"] === true,
    taint: json["taint"] === true,
    external: json["external"] === true,
    dependencies: strings("dependencies"),
    initErrors: strings("initErrors"),
    provider: text("provider"),
    propertyDependencies: (json["propertyDependencies"] ?? {}) as unknown as Record<string, string[]>,
    additionalSecretOutputs: strings("additionalSecretOutputs"),
    customTimeouts: (json["customTimeouts"] as ResourceState["customTimeouts"]) ?? undefined,
    importId: text("importID"),
    retainOnDelete: json["retainOnDelete"] === true,
    deletedWith: text("deletedWith"),
    created: text("created"),
    modified: text("modified"),
    ignoreChanges: strings("ignoreChanges"),
    hideDiff: strings("hideDiff"),
    replaceOnChanges: strings("replaceOnChanges"),
    extra: Object.fromEntries(Object.entries(json).filter(([key]) => !known.has(key))),
  });
}

/** The JSON of an entry in the CLI's order, without empty and false members. */
function entryToJson(entry: ResourceState, seal: (secret: Secret) => string): object {
  const list = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined);
  const map = (values: PropertyMap) => (Object.keys(values).length > 0 ? mapToState(values, seal) : undefined);
  const { propertyDependencies, customTimeouts } = entry;
  return {
    urn: entry.urn,
    custom: entry.custom,
    delete: entry.delete || undefined,
    id: entry.id || undefined,
    type: entry.type,
    inputs: map(entry.inputs),
    outputs: map(entry.outputs),
    parent: entry.parent,
    protect: entry.protect || undefined,
    taint: entry.taint || undefined,
    external: entry.external || undefined,
    dependencies: list(entry.dependencies),
    initErrors: list(entry.initErrors),
    provider: entry.provider,
    propertyDependencies: Object.keys(propertyDependencies).length > 0 ? propertyDependencies : undefined,
    pendingReplacement: entry.pendingReplacement || undefined,
    additionalSecretOutputs: list(entry.additionalSecretOutputs),
    customTimeouts: customTimeouts && Object.keys(customTimeouts).length > 0 ? customTimeouts : undefined,
    importID: entry.importId,
    retainOnDelete: entry.retainOnDelete || undefined,
    deletedWith: entry.deletedWith,
    created: entry.created,
    modified: entry.modified,
    ignoreChanges: list(entry.ignoreChanges),
    hideDiff: list(entry.hideDiff),
    replaceOnChanges: list(entry.replaceOnChanges),
    ...entry.extra,
  };
}
