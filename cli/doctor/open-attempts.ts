import { type OpenAttempt, sentenceOf } from "../../provider/create/journal/open-attempts";

/**
 * What an operation has to say at its end of attempts that its provider did not name: where the state is empty, no
 * provider runs.
 *
 * @param said all that was said while it ran.
 */
export function reminders(attempts: readonly OpenAttempt[], said: readonly string[]): string[] {
  const isUntold = ({ made, name }: OpenAttempt) => !said.some((text) => text.includes(made ?? name));
  return attempts.filter(isUntold).map((attempt) => `${sentenceOf(attempt)}.`);
}

/** The attempts whose object this state does not have: neither as that of the resource that it was made for, nor as another's. */
export function notInState(
  attempts: readonly OpenAttempt[],
  resources: readonly { readonly kind: string; readonly id: string }[],
): OpenAttempt[] {
  const ids = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  return attempts.filter(({ kind, made }) => made === undefined || !ids.has(`${kind} ${made}`));
}
