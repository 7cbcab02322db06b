import { ownMember } from "../values/own-member";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { inEnvelope, mark, secretEnvelope } from "../provider/state/state";
import { isObject, type Path, type Props, withoutUndefined } from "../provider/table/props";
import { unknownValue } from "../provider/table/unknown";

/** The places of secrets in a value, which the provider works on in plain: all of it, or by member or element. */
export type Secrets = true | { readonly [member: string]: Secrets } | readonly (Secrets | undefined)[];

/** Properties from the engine, without their envelopes. */
export interface Opened {
  readonly props: Props;
  readonly secrets: Readonly<Record<string, Secrets>>;
}

/** The other value of an envelope's mark. */
export const outputEnvelope = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const resourceEnvelope = "5cf8f73096256a8f31e491e813e4eb8e";

export function openStruct(struct: Struct | undefined): Opened {
  const [props, secrets] = openMembers(struct?.toJavaScript() ?? {});
  return { props, secrets };
}

/** Properties for the engine: nothing undefined, and secrets in envelopes. */
export function toStruct(props: Props, ...secrets: readonly Readonly<Record<string, Secrets>>[]): Struct {
  const marked = secrets.reduce((all, more) => both(all, more) as Record<string, Secrets>, {});
  return Struct.fromJavaScript(seal(withoutUndefined(props), marked) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Properties for the engine, where a list or map with a secret is one as a whole: somebody may have moved it within. */
export function toStructOfObject(props: Props, ...secrets: readonly Readonly<Record<string, Secrets>>[]): Struct {
  return toStruct(props, wholly(secrets.flatMap((marks) => Object.keys(marks))));
}

/** The marks that make these properties secret as a whole. */
export const wholly = (names: readonly string[]): Readonly<Record<string, Secrets>> =>
  Object.fromEntries(names.map((name) => [name, true]));

function openMembers(members: Props): [Props, Record<string, Secrets>] {
  const props: Props = {};
  const secrets: Record<string, Secrets> = {};
  for (const [name, member] of Object.entries(members)) {
    const [value, inside] = open(member);
    define(props, name, value);
    if (inside) define(secrets, name, inside);
  }
  return [props, secrets];
}

/** Defines a member; a plain assignment would not create one named `__proto__`, a possible name of a user's variable. */
function define(target: Props, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}

function open(value: unknown): [unknown, Secrets | undefined] {
  if (Array.isArray(value)) {
    const opened = value.map(open);
    const secrets = opened.map(([, inside]) => inside);
    return [opened.map(([one]) => one), secrets.some(Boolean) ? secrets : undefined];
  }
  if (!isObject(value)) return [value, undefined];
  switch (value[mark]) {
    case secretEnvelope:
      return [open(value.value)[0], true];
    case outputEnvelope: {
      const [inner, secrets] = value.value === undefined ? [unknownValue, undefined] : open(value.value);
      return [inner, value.secret === true ? true : secrets];
    }
    case resourceEnvelope:
      // A resource is replaced by its id, which a preview may not know yet.
      return [typeof value.id === "string" && value.id !== "" ? value.id : unknownValue, undefined];
    default: {
      const [props, secrets] = openMembers(value);
      return [props, Object.keys(secrets).length > 0 ? secrets : undefined];
    }
  }
}

/** If a list with secret elements has changed its length or was replaced, the new value is secret as a whole. */
function seal(value: unknown, secrets: Secrets | undefined): unknown {
  if (secrets === undefined || value === undefined || value === null) return value;
  if (secrets === true) return inEnvelope(value);
  if (Array.isArray(value)) {
    if (!Array.isArray(secrets) || secrets.length !== value.length) return seal(value, true);
    return value.map((one: unknown, at) => seal(one, secrets[at] as Secrets | undefined));
  }
  if (!isObject(value) || Array.isArray(secrets)) return seal(value, true);
  const members = secrets as Readonly<Record<string, Secrets>>;
  const sealed: Props = {};
  for (const [name, member] of Object.entries(value)) {
    define(sealed, name, seal(member, ownMember(members, name)));
  }
  return sealed;
}

export const wholePaths = (secrets: Secrets | undefined, path: Path = []): Path[] => {
  if (secrets === undefined || secrets === true) return secrets ? [path] : [];
  if (isMembers(secrets))
    return Object.entries(secrets).flatMap(([name, inside]) => wholePaths(inside, [...path, name]));
  return secrets.flatMap((inside, at) => wholePaths(inside, [...path, at]));
};

/** Names of properties with a secret that only the first set of marks has. */
export const notCovered = (marks: Readonly<Record<string, Secrets>>, by: Readonly<Record<string, Secrets>>): string[] =>
  Object.keys(marks).filter((name) => !covers(ownMember(by, name), ownMember(marks, name)));

function covers(outer: Secrets | undefined, inner: Secrets | undefined): boolean {
  if (inner === undefined || outer === true) return true;
  if (outer === undefined || inner === true) return false;
  if (isMembers(inner) && isMembers(outer))
    return Object.keys(inner).every((name) => covers(ownMember(outer, name), ownMember(inner, name)));
  if (isMembers(inner) || isMembers(outer)) return false;
  return inner.every((one, at) => covers(outer[at], one));
}

/** The union of two sets of marks. */
function both(a: Secrets | undefined, b: Secrets | undefined): Secrets | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (isMembers(a) && isMembers(b)) {
    const all: Record<string, Secrets> = { ...a };
    for (const [name, inside] of Object.entries(b)) define(all, name, both(ownMember(all, name), inside));
    return all;
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return (a as readonly (Secrets | undefined)[]).map((one, at) => both(one, b[at] as Secrets | undefined));
  return true;
}

const isMembers = (secrets: Secrets): secrets is { readonly [member: string]: Secrets } => isObject(secrets);
