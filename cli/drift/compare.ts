import { ownMember } from "../../values/own-member";
import { kinds } from "../../provider/kinds";
import { canonical, type Field, type Resource } from "../../provider/table/resource";
import { isObject, type Props, sameValue } from "../../provider/table/props";
import { isRestamped } from "../../provider/state/outputs";
import { declaredNames } from "../../provider/state/state";
import { parsePath } from "../../engine/plan/property-path";
import type { StackResource } from "../state/deployment";
import type { Drift, DriftClass } from "../documents/drift";

/** A property that differs in more places is one difference: anybody of the account can set variables on a pod. */
const mostPlaces = 1_000;

/** Arguments and members that are sizes or counts. */
const sizes = new Set(["size", "disk", "count", "vcpuCount", "podCount", "gpuCountPerPod"]);

/**
 * The differences between the outputs in the state and those that a refresh would store now. Only values that the program
 * set are compared, in the provider's own form; unreported and hidden ones are not. For a secret, only a change by somebody
 * else can be detected.
 *
 * @param undeclared also compares values that the program omits, with the last known value or the default.
 */
export function compare(shown: StackResource, now: Props, undeclared = false): Drift[] {
  const before: Props = shown.outputs;
  const { resource }: { resource: Resource } = kinds[shown.kind];
  const declared = declaredNames(resource, before);
  const isForeign = (name: string) => {
    const field = ownMember(resource.inputs, name);
    return field && isRestamped(field, before, now);
  };
  const foreign = declared.filter(isForeign).map((name) => ({ path: name, old: undefined, new: undefined }));
  const sealed = new Set(shown.sealedOutputs);
  const readableIn = (names: readonly string[]) =>
    names
      .filter((name) => isCompared(ownMember(resource.inputs, name)))
      .flatMap((name) => {
        const field = ownMember(resource.inputs, name);
        const form = (value: unknown) => field && canonical(field, value ?? field.absent);
        if (sameValue(form(ownMember(before, name)), form(ownMember(now, name)))) return [];
        const told: Leaf[] = [];
        for (const leaf of leaves(
          ownMember(before, name) ?? field?.absent,
          ownMember(now, name) ?? field?.absent,
          name,
        ))
          if (!isPartOf(leaf.path, sealed) && told.push(leaf) > mostPlaces) return [wholeDrift(shown, name, told)];
        return told.map((leaf) => toDrift(shown, leaf));
      });
  const others = undeclared ? Object.keys(resource.inputs).filter((name) => !declared.includes(name)) : [];
  const readable = [
    ...readableIn(declared),
    ...readableIn(others).map((drift): Drift => ({ ...drift, undeclared: true })),
  ];
  const seen = new Set<string>();
  const once = readable.filter(({ path }) => !seen.has(path) && seen.add(path));
  return [...once, ...foreign.map((leaf): Drift => ({ ...toDrift(shown, leaf), secret: true }))];
}

const isCompared = (field: Field | undefined): boolean =>
  field !== undefined && !field.secret && !field.writeOnly && !field.local;

interface Leaf {
  readonly path: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** The innermost places where two values differ. Lists of different length differ as a whole. */
export function* leaves(old: unknown, next: unknown, path: string): Generator<Leaf> {
  if (sameValue(old, next)) return;
  if (isObject(old) && isObject(next)) {
    for (const name in old) yield* leaves(ownMember(old, name), ownMember(next, name), `${path}.${name}`);
    for (const name in next)
      if (!Object.hasOwn(old, name)) yield* leaves(undefined, ownMember(next, name), `${path}.${name}`);
  } else if (Array.isArray(old) && Array.isArray(next) && old.length === next.length) {
    for (const [index, item] of old.entries()) yield* leaves(item, next[index], `${path}[${index}]`);
  } else yield { path, old, new: next };
}

/** Among so many values may be one that somebody else keeps secret: none of them is shown. */
function wholeDrift({ urn, name, kind, id, ignoreChanges }: StackResource, path: string, told: readonly Leaf[]): Drift {
  const ignored = told.every((leaf) => isIgnored(leaf.path, ignoreChanges)) && { ignored: true };
  return { urn, name, kind, id, class: "edited", path, secret: true, ...ignored };
}

function toDrift(resource: StackResource, leaf: Leaf): Drift {
  const { urn, name, kind, id } = resource;
  // In a value that is secret as a whole, the names of members are secrets too.
  const whole = resource.secretInputs.find((mark) => isWithin(leaf.path, mark));
  const ignored = isIgnored(leaf.path, resource.ignoreChanges) && { ignored: true };
  const base = { urn, name, kind, id, class: classOf(leaf), path: whole ?? leaf.path, ...ignored };
  if (!isSecret(resource, leaf.path)) return { ...base, old: leaf.old, new: leaf.new };
  const only = base.path === leaf.path ? sideOf(leaf) : undefined;
  return { ...base, secret: true, ...(only && { only }) };
}

/** The only side that has a value. */
function sideOf({ old, new: next }: Leaf): Drift["only"] {
  if ((old === undefined) === (next === undefined)) return undefined;
  return old === undefined ? "platform" : "state";
}

function classOf({ path, new: next }: Leaf): DriftClass {
  if (path === "desiredStatus") return next === "RUNNING" ? "edited" : "stopped";
  return sizes.has(path.slice(path.lastIndexOf(".") + 1)) ? "resized" : "edited";
}

/** Tells whether a value is secret: if its whole or any of its parts is, or if the program never saw it. */
function isSecret(resource: StackResource, path: string): boolean {
  const { inputs, secretInputs, secretOutputs } = resource;
  const isMarked = (marks: readonly string[]) => marks.some((mark) => isWithin(path, mark) || isWithin(mark, path));
  if (isMarked(secretInputs)) return true;
  // Some engines make a whole output secret for one secret inside its input; the input then tells which one.
  const isCoarse = (mark: string) => secretInputs.some((inner) => inner !== mark && isWithin(inner, mark));
  if (isMarked(secretOutputs.filter((mark) => !isCoarse(mark)))) return true;
  const [, variable] = /^env\.(.+)$/.exec(path) ?? [];
  return variable !== undefined && isObject(inputs["env"]) && !Object.hasOwn(inputs["env"], variable);
}

/** The property, or what it is a part of, is one of these. */
function isPartOf(path: string, wholes: ReadonlySet<string>): boolean {
  if (wholes.size === 0 || wholes.has(path)) return wholes.size > 0;
  const end = Math.max(path.lastIndexOf("."), path.lastIndexOf("["));
  return end > 0 && isPartOf(path.slice(0, end), wholes);
}

export const isWithin = (path: string, whole: string): boolean =>
  path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

/** Tells whether `ignoreChanges` covers a difference at this path. */
export const isIgnored = (path: string, patterns: readonly string[]): boolean => {
  const keys = parsePath(path) ?? [];
  return patterns.some((pattern) => {
    const asked = parsePath(pattern);
    return asked?.every((key, at) => (key === "*" ? keys.length > at : String(keys[at]) === String(key))) ?? false;
  });
};
