import { ownMember } from "../../values/own-member";
import type { Step } from "../plan/step";
import { equal, isMap, type PropertyMap, Secret, type Value } from "../protocol/values";
import type { Json } from "../protocol/wire";

export interface PropertyChange {
  /** The property path, such as `mounts.network[0].path`. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  /** Whether this change replaces the object. */
  readonly replaces: boolean;
  /** Whether old and new inputs were compared. Otherwise the state's outputs were compared with the new inputs. */
  readonly inputDiff: boolean;
  /** Secrets are `"[secret]"`, unknowns `"[unknown]"`. */
  readonly old?: Json;
  readonly new?: Json;
}

interface Leaf extends Pick<PropertyChange, "path" | "kind"> {
  readonly old: Value | undefined;
  readonly next: Value | undefined;
}

const ops: readonly Step["op"][] = ["update", "replace", "create-replacement"];

/** The innermost changed places of a step. A secret is one place as a whole. */
export function propertyChanges(
  step: Step,
  after: { inputs: PropertyMap; outputs: PropertyMap } | undefined,
  show: (value: Value) => Json,
): PropertyChange[] {
  const { op, old, diffKeys, replaceKeys } = step;
  if (!ops.includes(op) || !old || !after) return [];
  // Keys with this prefix pass between the SDK and its provider.
  const keys = diffKeys.filter((key) => !key.startsWith("__"));
  return keys.flatMap((key) => {
    const { from, to, inputDiff } = sides(key, old, after);
    return leaves(from, to, key).map(({ path, kind, old: before, next }) => ({
      path,
      kind,
      inputDiff,
      replaces: replaceKeys.includes(key),
      ...(before === undefined ? {} : { old: show(before) }),
      ...(next === undefined ? {} : { new: show(next) }),
    }));
  });
}

type Properties = { readonly inputs: PropertyMap; readonly outputs: PropertyMap };

/** The two sides of a change: the inputs if they differ, else the drift from the platform's value, or as a refresh found it. */
function sides(key: string, old: Properties, after: Properties) {
  const [before, asked] = [ownMember(old.inputs, key), ownMember(after.inputs, key)];
  if (!equal(before, asked)) return { from: before, to: asked, inputDiff: true };
  const known = ownMember(old.outputs, key);
  const to = equal(known, asked) ? ownMember(after.outputs, key) : asked;
  return { from: known, to, inputDiff: false };
}

function leaves(old: Value | undefined, next: Value | undefined, path: string): Leaf[] {
  if (equal(old, next)) return [];
  if (old === undefined || old === null) return [{ path, kind: "add", old: undefined, next }];
  if (next === undefined || next === null) return [{ path, kind: "delete", old, next: undefined }];
  if (old instanceof Secret || next instanceof Secret) return [{ path, kind: "update", old: hidden, next: hidden }];
  if (isMap(old) && isMap(next)) {
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
    return names.flatMap((name) => leaves(ownMember(old, name), ownMember(next, name), `${path}${member(name)}`));
  }
  if (Array.isArray(old) && Array.isArray(next))
    return Array.from({ length: Math.max(old.length, next.length) }, (_, at) => at).flatMap((at) =>
      leaves(old[at], next[at], `${path}[${at}]`),
    );
  return [{ path, kind: "update", old, next }];
}

/** A value that is secret now is also hidden on the old side. */
const hidden = new Secret(null);

const member = (name: string): string => (/^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
