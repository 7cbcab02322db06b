import { type OpenAttempt, sentencesOf } from "../../provider/journal/open-attempts";

/**
 * Sentences for the end of an operation about open attempts that no provider has reported. With an empty state, no provider
 * runs.
 *
 * @param said the words of the operation.
 */
export function reminders(attempts: readonly OpenAttempt[], said: readonly string[]): string[] {
  const isUntold = ({ made, name, isHanded }: OpenAttempt) =>
    !isHanded && !said.some((text) => text.includes(made ?? name));
  return sentencesOf(attempts.filter(isUntold)).map((sentence) => `${sentence}.`);
}

/** The attempts whose object is missing from a state, under every resource. */
export function notInState(
  attempts: readonly OpenAttempt[],
  resources: readonly { readonly kind: string; readonly id: string }[],
): OpenAttempt[] {
  const ids = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  return attempts.filter(({ kind, made }) => made === undefined || !ids.has(`${kind} ${made}`));
}
