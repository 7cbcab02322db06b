import { isObject, type Props } from "../../provider/table/props";
import type { LivingKind as Kind } from "../programs";

/** A resource as a program declares it. In its arguments `$secret` marks a secret, `$id` stands for another's id. */
export interface Declared extends Options {
  readonly kind: Kind;
  readonly name: string;
  readonly args: Props;
  /** Names that it had before. */
  readonly aliases?: readonly string[];
  /** The fleet that the pod is of. */
  readonly fleet?: string;
}
export type Program = readonly Declared[];

/** Pulumi's options, and which form of the package serves the resource. */
export interface Options {
  /** The form that most of the program does not use, the dynamic class or the plugin, and so another process. */
  readonly isOfOtherForm?: boolean | undefined;
  readonly deleteBeforeReplace?: boolean;
  readonly retainOnDelete?: boolean;
  readonly protect?: boolean;
  /** Names of arguments. */
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  /** A job that runs on the endpoint once for this input; an endless one outlasts every wait. */
  readonly job?: number | "endless" | undefined;
  /** Pulumi's option `import`, in the plugin's form; the dynamic classes adopt the object instead. */
  readonly importId?: string | undefined;
}

export type Edit =
  | { readonly edit: "add"; readonly resource: Declared }
  /** By this name or, where a fleet has it, all of its pods: so in each edit. */
  | { readonly edit: "remove"; readonly name: string }
  | { readonly edit: "set"; readonly name: string; readonly args: Props }
  | { readonly edit: "unset"; readonly name: string; readonly args: readonly string[] }
  | { readonly edit: "give options"; readonly name: string; readonly options: Options }
  /** The other form of the package serves the resource from now on, or all pods of its fleet. */
  | { readonly edit: "move"; readonly name: string }
  | { readonly edit: "rename"; readonly name: string; readonly to: string }
  /** Another resource stands in the place of this one and takes its object over; `moves` to the other form. */
  | {
      readonly edit: "hand over";
      readonly name: string;
      readonly to: string;
      readonly by?: TakenBy;
      readonly moves?: boolean;
    }
  /** Another resource takes the object over, and this one stays with arguments that ask for an object of its own. */
  | { readonly edit: "part"; readonly name: string; readonly to: string; readonly args: Props }
  /** A resource adopts the object that the state once had under this name. */
  | { readonly edit: "adopt again"; readonly name: string; readonly to: string }
  /** The resource takes over what others made under its name. */
  | { readonly edit: "take in"; readonly resource: Declared; readonly by: TakenBy }
  /** The program as it was so many edits ago. */
  | { readonly edit: "revert"; readonly back: number };
export type TakenBy = "adopt" | "import";

/** The id of the object that an edit types into the program. */
export type IdOf = (name: string) => string | undefined;

/** All versions of a program, the newest last. An edit that does not fit the program changes nothing. */
export function edited(versions: readonly Program[], edit: Edit, idOf: IdOf): Program[] {
  const now = versions.at(-1)!;
  return [...versions, (apply(now, edit, versions, idOf) ?? now).map((each, _, all) => withoutDangling(all, each))];
}

function apply(now: Program, edit: Edit, versions: readonly Program[], idOf: IdOf): Program | undefined {
  const isMeant = ({ name, fleet }: Declared, given: string) => name === given || fleet === given;
  const change = (name: string, to: (resource: Declared) => Declared) =>
    now.map((resource) => (isMeant(resource, name) ? to(resource) : resource));
  const isFree = (name: string) => now.every((resource) => resource.name !== name);
  switch (edit.edit) {
    case "add":
      return isFree(edit.resource.name) ? [...now, edit.resource] : undefined;
    case "remove":
      return now.filter((resource) => !isMeant(resource, edit.name));
    case "set":
      return change(edit.name, (resource) => ({ ...resource, args: { ...resource.args, ...edit.args } }));
    case "unset":
      return change(edit.name, (resource) => ({ ...resource, args: without(resource.args, edit.args) }));
    case "give options":
      return change(edit.name, (resource) => ({ ...resource, ...edit.options }));
    case "move": {
      const { fleet = edit.name } = now.find(({ name }) => name === edit.name) ?? {};
      return change(fleet, (resource) => ({ ...resource, isOfOtherForm: !(resource.isOfOtherForm ?? false) }));
    }
    case "rename": {
      const { name, to } = edit;
      const rename = (old: Declared) => ({ ...old, name: to, aliases: [...(old.aliases ?? []), name] });
      return isFree(to) ? referringTo(to, name, change(name, rename)) : undefined;
    }
    case "hand over": {
      const { name, to, by = "adopt", moves = false } = edit;
      const [id, from] = [idOf(name), now.find((each) => each.name === name)];
      if (id === undefined || !from || !isFree(to)) return undefined;
      const isOfOtherForm = (from.isOfOtherForm ?? false) !== moves;
      const asked = { kind: from.kind, name: to, args: from.args, ...(isOfOtherForm && { isOfOtherForm }) };
      const heirs = change(name, () => taking(asked, id, by));
      return referringTo(to, name, heirs);
    }
    case "part": {
      const { name, to, args } = edit;
      const [id, from] = [idOf(name), now.find((each) => each.name === name)];
      if (id === undefined || !from || !isFree(to)) return undefined;
      const heir = taking({ kind: from.kind, name: to, args: from.args }, id, "adopt");
      return [heir, ...change(name, (resource) => ({ ...resource, args: { ...resource.args, ...args } }))];
    }
    case "adopt again": {
      const { name, to } = edit;
      const [id, from] = [idOf(name), versions.flat().findLast((each) => each.name === name)];
      const others = now.filter((each) => each.name !== name);
      if (id === undefined || !from || others.some((each) => each.name === to)) return undefined;
      const { kind, args, isOfOtherForm = false } = from;
      const heir = taking({ kind, name: to, args, ...(isOfOtherForm && { isOfOtherForm }) }, id, "adopt");
      return referringTo(to, name, [...others, heir]);
    }
    case "take in": {
      const id = idOf(edit.resource.name);
      return id !== undefined && isFree(edit.resource.name) ? [...now, taking(edit.resource, id, edit.by)] : undefined;
    }
    case "revert":
      return versions.at(-1 - edit.back);
  }
}

/** The resource with the object taken over. A key is told by its own text, so whoever declares it has it. */
function taking(resource: Declared, id: string, by: TakenBy): Declared {
  if (by === "import") return { ...resource, importId: id };
  return resource.kind === "sshKey" ? resource : { ...resource, args: { ...resource.args, adopt: { id } } };
}

/** The id of the object that the program takes over for the resource, by either way. */
export const takenBy = ({ args: { adopt }, importId }: Declared): unknown => (isObject(adopt) ? adopt.id : importId);

export const without = (args: Props, names: readonly string[]): Props =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));

/** The resource, minus arguments with a reference to nothing in the program. */
function withoutDangling(program: Program, resource: Declared): Declared {
  const isThere = (name: string) => program.some((each) => each.name === name);
  const names = Object.keys(resource.args).filter((name) => !referencesIn(resource.args[name]).every(isThere));
  return names.length === 0 ? resource : { ...resource, args: without(resource.args, names) };
}

/** Logical names that a value refers to. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return typeof value.$id === "string" ? [value.$id] : Object.values(value).flatMap(referencesIn);
}

/** The program in which all that referred to `from` refers to `to`. */
const referringTo = (to: string, from: string, program: Program): Program =>
  program.map((resource) => ({
    ...resource,
    args: mapped(resource.args, (name) => ({ $id: name === from ? to : name })) as Props,
  }));

/** The arguments as the platform has them, with every reference followed and every secret opened. */
export const resolved = (value: unknown, idOf: IdOf): unknown =>
  mapped(
    value,
    (name) => idOf(name) ?? `nothing called ${name}`,
    (text) => text,
  );

/** A value with another one in the place of each reference and each secret. */
export function mapped(
  value: unknown,
  reference: (name: string) => unknown,
  secret: (text: string) => unknown = (text) => ({ $secret: text }),
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, reference, secret));
  if (!isObject(value)) return value;
  if (typeof value.$id === "string") return reference(value.$id);
  if (typeof value.$secret === "string") return secret(value.$secret);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, reference, secret)]));
}
