import type { Alias, Goal } from "./goal";
import type { PlanState } from "./plan-state";
import { makeUrn, parseUrn } from "../protocol/urn";

interface Whose {
  readonly planState: Pick<PlanState, "formerUrn">;
  readonly stack: string;
  readonly project: string;
}

/** The URNs to look a resource up by, in order. Children are also looked up below their parent's former URN (pulumi-engine 5.9). */
export function formerUrns(goal: Pick<Goal, "name" | "type" | "parent" | "aliases">, whose: Whose): string[] {
  const own = goal.aliases.map((alias) => urnOf(alias, goal, whose));
  const { parent } = goal;
  const before = parent === undefined ? undefined : whose.planState.formerUrn(parent);
  if (parent === undefined || before === undefined) return own;
  const below = ({ type, name }: { readonly type: string; readonly name: string }) =>
    makeUrn(whose.stack, whose.project, before, type, renamed(name, parseUrn(parent).name, parseUrn(before).name));
  return [...own, below(goal), ...own.map((urn) => below(parseUrn(urn)))];
}

function urnOf(alias: Alias, goal: Pick<Goal, "name" | "type" | "parent">, whose: Whose): string {
  if (typeof alias === "string") return alias;
  const { name, type, stack, project, noParent, parent } = alias;
  const above = parent === undefined ? goal.parent : (whose.planState.formerUrn(parent) ?? parent);
  return makeUrn(
    stack ?? whose.stack,
    project ?? whose.project,
    noParent ? undefined : above,
    type ?? goal.type,
    name ?? goal.name,
  );
}

/** Renames a child whose name begins with that of its parent. */
const renamed = (name: string, parent: string, before: string): string =>
  name.startsWith(parent) ? `${before}${name.slice(parent.length)}` : name;
