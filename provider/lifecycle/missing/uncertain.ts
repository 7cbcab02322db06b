import { ownMember } from "../../../values/own-member";
import type { InterruptedChange } from "../../journal/changes";
import type { Task } from "../../kinds/operations";
import { conceal, mayHoldSecret, revealed } from "../../state/concealed";
import { declaredNames, fingerprints, hidden, unreadableNames, uncertainNames } from "../../state/state";
import { firstDeclaredOpaque, isAlwaysLeftToTemplate } from "../../table/diff";
import { isObject, pick, type Props, strings, withoutUndefined } from "../../table/props";
import { isBroughtUnseen, type Resource } from "../../table/resource";

/**
 * The state, with the arguments that the program sets now counted as declared too, so that they are compared with the
 * platform's value: outputs omit a possible secret unless the program set it.
 */
export function withBothDeclared(resource: Resource, olds: Props, news: Props): Props {
  const names = [...declaredNames(resource, olds), ...declaredNames(resource, news)];
  const first = pick(news, firstDeclaredOpaque(resource, olds, news));
  return { ...revealed(olds), ...first, [hidden.declared]: [...new Set(names)] };
}

/** What stays as it is until the platform has accepted a change: unreadable values, and the list of declared arguments. */
export function beforeAcceptance(resource: Resource, olds: Props, declared: unknown): Props {
  const names = [...unreadableNames(resource), fingerprints, hidden.inheritedEnv, hidden.uncertain];
  return { ...Object.fromEntries(names.map((name) => [name, ownMember(olds, name)])), [hidden.declared]: declared };
}

/** Arguments that a change with an unknown outcome may have set; after a read, only the unreadable ones. */
export function uncertainAfter(resource: Resource, { olds, changed }: Task, hasLooked: boolean): string[] {
  const unreadable = new Set(unreadableNames(resource));
  const names = [...changed].filter((name) => !hasLooked || unreadable.has(name));
  return [...new Set([...uncertainNames(olds), ...names])];
}

/** The earlier state, in which all that an interrupted change may have set is declared, and what no read shows is unsure. */
export function withUncertain(resource: Resource, olds: Props, change: InterruptedChange | undefined): Props {
  if (!change) return olds;
  const names = unreadableNames(resource).filter((name) => change.names.includes(name));
  const unsure = [...new Set([...uncertainNames(olds), ...names])];
  const declared = [...new Set([...declaredNames(resource, olds), ...change.names])];
  return { ...olds, [hidden.uncertain]: unsure, [hidden.declared]: declared };
}

/** The outputs of a refresh, with placeholders for possible secrets of a change that the engine knows nothing of. */
export function withNewSecretsConcealed(
  { inputs }: Resource,
  before: Props,
  now: Props,
  changed: readonly string[],
): Props {
  const names = changed.filter((name) => {
    const field = ownMember(inputs, name);
    return ownMember(now, name) !== undefined && field && mayHoldSecret(field);
  });
  return {
    ...now,
    ...Object.fromEntries(names.map((name) => [name, conceal(ownMember(now, name), ownMember(before, name))])),
  };
}

/** Hidden facts that survive an update, on left-out arguments that an import could not read or a template sets unseen. */
export function carriedOn({ inputs }: Resource, olds: Props, present: Props, news: Props): Props {
  const isLeftOut = (name: string) => ownMember(news, name) === undefined;
  const isUnseen = (name: string) => {
    const field = ownMember(inputs, name);
    return isLeftOut(name) && field !== undefined && isBroughtUnseen(field);
  };
  const flags = Object.keys(inputs).filter(
    (name) => isUnseen(name) && isAlwaysLeftToTemplate(ownMember(inputs, name)!),
  );
  // A template that is set later brings no flags (P-35).
  const hasLaterTemplate = olds.templateId === undefined && Boolean(news.templateId);
  const brought = present[hidden.fromTemplate] ?? (hasLaterTemplate ? {} : undefined);
  const uncertain = uncertainNames(present).filter(isUnseen);
  return {
    [hidden.unread]: strings(olds[hidden.unread]).filter(isLeftOut),
    [hidden.fromTemplate]: isObject(brought) ? withoutUndefined({ ...brought, ...pick(present, flags) }) : brought,
    ...(uncertain.length > 0 && { [hidden.uncertain]: uncertain }),
  };
}
