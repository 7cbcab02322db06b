import { CallError, ComputeError } from "../../../client/errors/errors";
import type { InterruptedChange } from "../../create/journal/changes";
import type { Task } from "../../kinds/operations";
import { conceal, mayHoldSecret, revealed } from "../../state/concealed";
import { asMadeBut, declaredNames, fingerprints, hidden, unreadableNames, uncertainNames } from "../../state/state";
import { type Props, sameValue } from "../../table/props";
import { canonical } from "../../table/canonical";
import type { Resource } from "../../table/resource";
import { mayBeDone } from "../../../client/errors/errors";

/**
 * State with what the program sets now counted as declared. Outputs leave out what may hold a secret where the program did
 * not set it; what it sets now has to be compared with what is there, not with what leaving it out meant.
 */
export function withBothDeclared(resource: Resource, olds: Props, news: Props): Props {
  const names = [...declaredNames(resource, olds), ...declaredNames(resource, news)];
  return { ...revealed(olds), [hidden.declared]: [...new Set(names)] };
}

/** What stays as it was until the platform has taken the change: what no read shows, and what was declared. */
export function beforeAcceptance(resource: Resource, olds: Props, declared: unknown): Props {
  const names = [...unreadableNames(resource), fingerprints, hidden.inheritedEnv, hidden.uncertain, hidden.asMade];
  return { ...Object.fromEntries(names.map((name) => [name, olds[name]])), [hidden.declared]: declared };
}

/** Arguments that a change whose outcome is unknown may have set: without a look all, with one those it can't show. */
export function uncertainAfter(resource: Resource, { olds, changed }: Task, hasLooked: boolean): string[] {
  const unreadable = new Set(unreadableNames(resource));
  const names = [...changed].filter((name) => !hasLooked || unreadable.has(name));
  return [...new Set([...uncertainNames(olds), ...names])];
}

/**
 * State from before a change that was interrupted: what it may have set, and no read shows, is not sure any more. All that it
 * may have set counts as declared, so that it is compared with the program also where that has dropped it again.
 */
export function withUncertain(resource: Resource, olds: Props, change: InterruptedChange | undefined): Props {
  if (!change) return olds;
  const names = unreadableNames(resource).filter((name) => change.names.includes(name));
  const unsure = [...new Set([...uncertainNames(olds), ...names])];
  const declared = [...new Set([...declaredNames(resource, olds), ...change.names])];
  const doubts = { [hidden.uncertain]: unsure, [hidden.asMade]: asMadeBut(olds, names) };
  return { ...olds, ...doubts, [hidden.declared]: declared };
}

/** Whether an object, read after an interrupted change, is what its state says. What that leaves out is as if nobody had set it. */
export function isAsStateSays(resource: Resource, olds: Props, now: Props): boolean {
  const declared = declaredNames(resource, olds);
  const dropped = declaredNames(resource, now).filter((name) => !declared.includes(name));
  const isSame =
    [...declared, fingerprints].every((name) => sameValue(olds[name], now[name])) &&
    dropped.every((name) => isAbsent(resource, name, olds, now));
  return isSame && sameValue([...uncertainNames(olds)].sort(), [...uncertainNames(now)].sort());
}

function isAbsent({ inputs, groups }: Resource, name: string, olds: Props, now: Props): boolean {
  const field = inputs[name];
  if (field === undefined) return true;
  const differs = field.group === undefined ? undefined : groups?.[field.group];
  if (differs) return !differs(now, olds);
  return sameValue(canonical(field, now[name] ?? field.absent), canonical(field, field.absent));
}

/**
 * What a refresh read, where a change was interrupted that may have brought a secret: the engine hides what was hidden
 * in the state, which does not know of that change.
 */
export function withNewSecretsConcealed(
  { inputs }: Resource,
  before: Props,
  now: Props,
  change: InterruptedChange,
): Props {
  const names = change.names.filter((name) => now[name] !== undefined && inputs[name] && mayHoldSecret(inputs[name]));
  return { ...now, ...Object.fromEntries(names.map((name) => [name, conceal(now[name], before[name])])) };
}

/** A failed change may have been carried out, and what it answers does not say so. */
export const isUnclear = (error: unknown): boolean =>
  mayBeDone(error) || (error instanceof ComputeError && error.cause !== undefined && isUnclear(error.cause));

/** The platform has refused a deletion, so that nothing was done. Any failure after that leaves open what became of it. */
export const isRefusedDeletion = (error: unknown): boolean =>
  error instanceof CallError
    ? error.request.startsWith("DELETE ") && ["refused", "not-sent"].includes(error.outcome)
    : error instanceof ComputeError && error.cause !== undefined && isRefusedDeletion(error.cause);
