import { ownMember } from "../values/own-member";
import { type Difference, replacingPaths } from "../provider/table/diff";
import { isObject, type Path, type Props, sameValue } from "../provider/table/props";
import type { Resource } from "../provider/table/resource";
import { hidden } from "../provider/state/state";

/** The change at one path, in the words of the protocol. */
export type Kind = "ADD" | "DELETE" | "UPDATE" | "ADD_REPLACE" | "DELETE_REPLACE" | "UPDATE_REPLACE";

export interface PathDifference {
  readonly kind: Kind;
  /** Compares old and new inputs; otherwise the platform's values and new inputs. */
  readonly isOfInputs: boolean;
}

interface Leaf {
  readonly path: Path;
  readonly kind: "ADD" | "DELETE" | "UPDATE";
}

interface Compared {
  readonly olds: Props;
  readonly oldInputs: Props;
  readonly news: Props;
  /** The paths of inputs that are secret as a whole: their content, including names of members, is never shown. */
  readonly secrets?: readonly Path[];
}

/** The paths that differ within each argument: between old and new inputs, as people edit them, or else from the outputs. */
export function detailedDiff(
  resource: Resource,
  found: readonly Difference[],
  { olds, oldInputs, news, secrets = [] }: Compared,
): Map<string, PathDifference> {
  const paths = new Map<string, PathDifference>();
  for (const { name, effect, isNewlySecret } of found) {
    if (isNewlySecret) {
      // Engines do not show this path: the value is the same, but in plain text.
      paths.set(hidden.secrets, { kind: "UPDATE", isOfInputs: true });
      continue;
    }
    const isOfInputs = !sameValue(ownMember(oldInputs, name), ownMember(news, name));
    const before = isOfInputs ? ownMember(oldInputs, name) : ownMember(olds, name);
    const isSet = ownMember(resource.inputs, name)?.unordered === true;
    const leaves = isSet
      ? setLeaves([name], before, ownMember(news, name))
      : leavesOf([name], before, ownMember(news, name));
    // The same value in another form, or one that is not in the state.
    const told: readonly Leaf[] =
      leaves.length > 0 ? leaves.map((leaf) => outside(secrets, leaf)) : [{ path: [name], kind: "UPDATE" }];
    const all = told.map(({ path }) => path);
    const replacing =
      effect === "replace" ? replacingPaths(resource, name, { before, after: ownMember(news, name), paths: all }) : [];
    for (const { path, kind } of told)
      paths.set(propertyPath(path), { kind: replacing.includes(path) ? `${kind}_REPLACE` : kind, isOfInputs });
  }
  return paths;
}

/** A difference within a secret is reported at the secret. */
function outside(secrets: readonly Path[], leaf: Leaf): Leaf {
  const within = secrets.find(
    (secret) => secret.length < leaf.path.length && secret.every((step, at) => step === leaf.path[at]),
  );
  return within ? { path: within, kind: "UPDATE" } : leaf;
}

/** Edits that the platform has already, as after an interrupted update, but the state has yet to record. */
export const editsToRecord = ({ inputs }: Resource, oldInputs: Props, news: Props): Difference[] =>
  Object.keys(inputs)
    .filter((name) => !sameValue(ownMember(oldInputs, name), ownMember(news, name)))
    .map((name) => ({ name, effect: "update" }));

function leavesOf(path: Path, before: unknown, after: unknown): Leaf[] {
  if (sameValue(before, after)) return [];
  if (before === undefined || before === null) return [{ path, kind: "ADD" }];
  if (after === undefined || after === null) return [{ path, kind: "DELETE" }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const steps = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at);
    return steps.flatMap((at) => leavesOf([...path, at], before[at], after[at]));
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => leavesOf([...path, name], ownMember(before, name), ownMember(after, name)));
  }
  return [{ path, kind: "UPDATE" }];
}

/** The added and removed elements of an unordered list. */
function setLeaves(path: Path, before: unknown, after: unknown): Leaf[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return leavesOf(path, before, after);
  const came = after.flatMap((one: unknown, at) => (before.includes(one) ? [] : [at]));
  const went = before.flatMap((one: unknown, at) => (after.includes(one) ? [] : [at]));
  return [
    ...came.map((at): Leaf => ({ path: [...path, at], kind: went.includes(at) ? "UPDATE" : "ADD" })),
    ...went.filter((at) => !came.includes(at)).map((at): Leaf => ({ path: [...path, at], kind: "DELETE" })),
  ];
}

/** A path in the engine's form: a member whose name is not a plain word is quoted. */
function propertyPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    const name = String(step);
    if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}
