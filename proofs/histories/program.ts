import { isObject, type Props } from "../../provider/table/props";
import type { LivingKind as Kind } from "../programs";

/** A resource as a program declares it. In its arguments `$secret` marks a secret, `$id` stands for another's id. */
export interface Declared {
  readonly kind: Kind;
  readonly name: string;
  readonly args: Props;
  /** Names that it had before. */
  readonly aliases?: readonly string[];
  /** It comes by the other form than the rest of the program, the dynamic class or the plugin, and so from another process. */
  readonly isOfOtherForm?: boolean;
  /** Pulumi's option `deleteBeforeReplace`. */
  readonly deleteBeforeReplace?: boolean;
  /** Pulumi's option `retainOnDelete`. */
  readonly retainOnDelete?: boolean;
  /** Pulumi's option `ignoreChanges`: names of arguments. */
  readonly ignoreChanges?: readonly string[];
  /** Pulumi's option `import`, in the plugin's form; dynamic resources have `adopt` for that. */
  readonly importId?: string;
}
export type Program = readonly Declared[];

export type Edit =
  | { readonly edit: "add"; readonly resource: Declared }
  | { readonly edit: "remove"; readonly name: string }
  | { readonly edit: "set"; readonly name: string; readonly args: Props }
  | { readonly edit: "unset"; readonly name: string; readonly args: readonly string[] }
  | { readonly edit: "rename"; readonly name: string; readonly to: string }
  /** The other form of the package serves it from now on. */
  | { readonly edit: "move"; readonly name: string }
  /** Another resource takes the object over, by `adopt`; it may be of the other form. */
  | {
      readonly edit: "hand over";
      readonly name: string;
      readonly to: string;
      readonly moves?: boolean;
      /** `adopt`, if nothing is said. */
      readonly by?: "import";
    }
  /** Its object stays when the resource goes, by `retainOnDelete`. */
  | { readonly edit: "retain"; readonly name: string }
  /** A resource adopts what the state had under this name, and has no more. */
  | { readonly edit: "adopt again"; readonly name: string; readonly to: string }
  /** Another resource takes the object over, and this one stays, with arguments that ask for an object of its own. */
  | { readonly edit: "part"; readonly name: string; readonly to: string; readonly args: Props }
  /** The resource takes over what others made under this name. */
  | { readonly edit: "take in"; readonly resource: Declared; readonly by: "adopt" | "import" }
  /** What is imported is in the state: the option goes. */
  | { readonly edit: "end the import"; readonly name: string }
  | { readonly edit: "ignore changes"; readonly name: string; readonly of: readonly string[] }
  /** The program as it was so many edits ago. */
  | { readonly edit: "revert"; readonly back: number };

/** The object that a resource has at the time of the edit: its id, typed into the program. */
export type IdOf = (name: string) => string | undefined;

/** All versions of a program, the newest last. An edit of what is not there changes nothing. */
export function edited(versions: readonly Program[], edit: Edit, idOf: IdOf): Program[] {
  const now = versions.at(-1)!;
  return [...versions, apply(now, edit, versions, idOf)];
}

function apply(now: Program, edit: Edit, versions: readonly Program[], idOf: IdOf): Program {
  const change = (name: string, to: (resource: Declared) => Declared) =>
    now.map((resource) => (resource.name === name ? to(resource) : resource));
  const isFree = (name: string) => now.every((resource) => resource.name !== name);
  switch (edit.edit) {
    case "add":
      return isFree(edit.resource.name) ? [...now, withoutDangling(now, edit.resource)] : now;
    case "remove":
      return withoutReferences(
        now.filter(({ name }) => name !== edit.name),
        edit.name,
      );
    case "set":
      return change(edit.name, (resource) =>
        withoutDangling(now, { ...resource, args: { ...resource.args, ...edit.args } }),
      );
    case "unset":
      return change(edit.name, (resource) => ({ ...resource, args: without(resource.args, edit.args) }));
    case "rename":
      if (!isFree(edit.to)) return now;
      return change(edit.name, ({ aliases = [], ...resource }) => ({
        ...resource,
        name: edit.to,
        aliases: [...aliases, edit.name],
      })).map((resource) => ({ ...resource, args: renamed(resource.args, edit.name, edit.to) as Props }));
    case "move":
      return change(edit.name, ({ isOfOtherForm, ...resource }) => ({
        ...resource,
        ...(!isOfOtherForm && { isOfOtherForm: true }),
      }));
    case "hand over": {
      const id = idOf(edit.name);
      if (id === undefined || !isFree(edit.to)) return now;
      return change(edit.name, ({ kind, args, isOfOtherForm = false }) => ({
        kind,
        name: edit.to,
        args: edit.by === "import" ? args : { ...args, ...adoption(kind, id) },
        ...(edit.by === "import" && { importId: id }),
        ...(isOfOtherForm !== (edit.moves ?? false) && { isOfOtherForm: true }),
      })).map((resource) => ({ ...resource, args: renamed(resource.args, edit.name, edit.to) as Props }));
    }
    case "retain":
      return change(edit.name, (resource) => ({ ...resource, retainOnDelete: true }));
    case "adopt again": {
      const id = idOf(edit.name);
      const from = versions.flat().findLast(({ name }) => name === edit.name);
      const others = now.filter(({ name }) => name !== edit.name);
      if (id === undefined || !from || others.some(({ name }) => name === edit.to)) return now;
      const { kind, args, isOfOtherForm = false } = from;
      const plain = { kind, name: edit.to, args: { ...args, ...adoption(kind, id) } };
      const taker = withoutDangling(others, { ...plain, ...(isOfOtherForm && { isOfOtherForm }) });
      const before = others.length < now.length ? now : [...now, from];
      // What referred to the one that had the object refers to this one, which stands in its place.
      return before.map((resource) =>
        resource.name === edit.name
          ? taker
          : { ...resource, args: renamed(resource.args, edit.name, edit.to) as Props },
      );
    }
    case "part": {
      const id = idOf(edit.name);
      const from = now.find(({ name }) => name === edit.name);
      if (id === undefined || !from || !isFree(edit.to)) return now;
      const { kind, args } = from;
      const taker = { kind, name: edit.to, args: { ...args, ...adoption(kind, id) } };
      return [taker, ...change(edit.name, (resource) => ({ ...resource, args: { ...resource.args, ...edit.args } }))];
    }
    case "take in": {
      const { resource, by } = edit;
      const { kind, name, args } = resource;
      const id = idOf(name);
      if (id === undefined || !isFree(name)) return now;
      const taker =
        by === "import" ? { ...resource, importId: id } : { ...resource, args: { ...args, ...adoption(kind, id) } };
      return [...now, withoutDangling(now, taker)];
    }
    case "end the import":
      return change(edit.name, ({ importId: _, ...resource }) => resource);
    case "ignore changes":
      return change(edit.name, (resource) => ({ ...resource, ignoreChanges: edit.of }));
    case "revert":
      return versions.at(-1 - edit.back) ?? now;
  }
}

/** The object of somebody that it takes over, by id. */
export const takenBy = ({ args: { adopt }, importId }: Declared): unknown => (isObject(adopt) ? adopt.id : importId);

/** A key is told by its own text: whoever declares it has it. */
const adoption = (kind: Kind, id: string): Props => (kind === "sshKey" ? {} : { adopt: { id } });

export const without = (args: Props, names: readonly string[]): Props =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));

/** What referred to a resource that is gone is taken out with it. */
function withoutReferences(program: Program, name: string): Program {
  return program.map((resource) => ({
    ...resource,
    args: without(
      resource.args,
      Object.keys(resource.args).filter((argument) => referencesIn(resource.args[argument]).includes(name)),
    ),
  }));
}

/** Nobody refers to what the program does not have: an earlier edit that was to make it may have come to nothing. */
function withoutDangling(program: Program, resource: Declared): Declared {
  const isThere = (name: string) => program.some((each) => each.name === name);
  const args = Object.keys(resource.args).filter((argument) => !referencesIn(resource.args[argument]).every(isThere));
  return { ...resource, args: without(resource.args, args) };
}

/** Logical names that a value refers to. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return typeof value.$id === "string" ? [value.$id] : Object.values(value).flatMap(referencesIn);
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (!isObject(value)) return value;
  if (value.$id === from) return { $id: to };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, from, to)]));
}

/** What the arguments come to, with every reference followed and every secret opened. */
export function resolved(value: unknown, idOf: IdOf): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, idOf));
  if (!isObject(value)) return value;
  if (typeof value.$secret === "string") return value.$secret;
  if (typeof value.$id === "string") return idOf(value.$id) ?? `nothing called ${value.$id}`;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, idOf)]));
}
