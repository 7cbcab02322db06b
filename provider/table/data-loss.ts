import { ownMember } from "../../values/own-member";
import { AnswerError } from "../../client/errors/errors";
import { type CheckFailure, toFailure } from "./check";
import { type Difference, differences } from "./diff";
import type { Props } from "./props";
import { isBroughtUnseen, isCondition, type Resource, type Violation } from "./resource";
import { hasUnknown, isUnclear } from "./unknown";

/** Refuses a replacement that would destroy data, unless the program says `dataLoss: "allow"`; undefined if it may go on. */
export function dataLossRefusal(
  resource: Resource,
  state: Props,
  news: Props,
  found: readonly Difference[],
): Violation | undefined {
  const cause = found.find(({ effect }) => effect === "replace");
  const data = dataIn(resource, state);
  if (!cause || !data || isLossAllowed(resource, news)) return undefined;
  const { name } = cause;
  // The argument's source is about to be replaced, so its values are unknown.
  const isUnknown = hasUnknown(ownMember(news, name)) && resource.data?.isIn(news) !== false;
  const why = cause.isByOption
    ? "the option replaceOnChanges asks for that"
    : isUnknown
      ? `${name} comes from a resource that is deleted before its replacement is made, so that nobody knows whether it stays the same`
      : cause.because;
  const inPlace = cause.isByOption
    ? `change the option replaceOnChanges so that it does not cover ${name}, which then changes in place; or `
    : "";
  const asItIs = isUnknown
    ? `have that resource replaced without the option deleteBeforeReplace, or give ${name} a value that does not come from it`
    : `leave ${name} as it is on the platform${shown(resource, state, name)}`;
  return {
    path: [name],
    problem: `this change would replace the ${resource.kind}, which would destroy ${data}${why ? `: ${why}` : ""}`,
    remedy:
      `${inPlace}${asItIs}; or create a second ${resource.kind} under another name, copy the data and drop this one; ` +
      `or set dataLoss: "allow" to lose the data`,
  };
}

/** Omits replacements for a value that may turn out to be the old one, unless every possible value loses the data. */
export const certain = ({ data }: Resource, news: Props, found: readonly Difference[]): readonly Difference[] =>
  data?.isIn(news) === false
    ? found
    : found.filter(({ name, effect }) => effect !== "replace" || !hasUnknown(ownMember(news, name)));

/** The data of an object in this state, in words; undefined if it has none. */
export function dataIn({ data }: Resource, state: Props): string | undefined {
  const isThere = data?.isIn(state);
  if (!data || isThere === false) return undefined;
  return isThere ? data.what : `${data.what}, if any`;
}

/** Refuses early if the inputs alone are enough, because a failure of `check` reads better than one of `diff`. */
export function lossesByInputs(resource: Resource, olds: Props, inputs: Props): CheckFailure[] {
  if (resource.data?.isIn(olds) !== true) return [];
  const found = differences(resource, "", olds, inputs).filter(({ name }) => {
    const field = ownMember(resource.inputs, name)!;
    const mayBeBrought = isBroughtUnseen(field) && olds.templateId !== undefined;
    const usesState = mayBeBrought || (isCondition(field.change) && field.change.usesState);
    return !hasUnknown(ownMember(inputs, name)) && !usesState;
  });
  const refused = dataLossRefusal(resource, olds, inputs, found);
  return refused ? [toFailure(refused)] : [];
}

/** The cause of a replacement for which the program gives no reason. */
export const onRequest = "a request (--replace or a taint)";

/** The options with which the engine replaces a resource without the provider's diff. */
export const replacingOptions = "an option of the program (replacementTrigger, replaceWith or deletedWith)";

/** Refuses a replacement that an option causes. @param inPlace what could change in place; empty if nobody has asked. */
export function lossesByOption(
  resource: Resource,
  state: Props,
  inputs: Props,
  inPlace: readonly string[],
): CheckFailure[] {
  const data = dataIn(resource, state);
  if (!data || isLossAllowed(resource, inputs)) return [];
  const problem =
    inPlace.length === 0
      ? `because of ${replacingOptions}, the engine would replace the ${resource.kind} and destroy ${data}, or leave it behind in no state`
      : `because of an option of the program, such as replaceOnChanges, the engine would replace the ${resource.kind} for a change of ` +
        `${inPlace.join(", ")}, which can be made in place, and destroy ${data}`;
  const remedy =
    "take the option out, which the resource, a component around it or a transform may have; " +
    'or set dataLoss: "allow" to lose the data';
  // The path is empty if the program has no value there for the engine to show.
  return [toFailure({ path: inputs.dataLoss === undefined ? [] : ["dataLoss"], problem, remedy })];
}

export const isLossAllowed = (resource: Resource, inputs: Props): boolean =>
  (inputs.dataLoss ?? dataLossByDefault(resource)) === "allow";

/** A predicate for the step that deletes an object with this data. */
export const destroys = (data: string): string => `destroys ${data}`;

/** Tells whether a message is about the loss of this data, whatever doubt there is about that. */
export function tellsOfLoss(message: string, data: string): boolean {
  const [what = data] = data.split(", ");
  return [`destroy ${what}`, destroys(what)].some((words) => message.includes(words));
}

/** The warning about a replacement that destroys data, or that `up` may refuse because only it can tell what differs. */
export function lossWarning(
  resource: Resource,
  name: string,
  state: Props,
  news: Props,
  causes: readonly string[],
): string | undefined {
  const data = dataIn(resource, state);
  if (!data) return undefined;
  const [called, why] = [`${resource.kind} ${name}`, causes.join(", ")];
  if (!causes.every((cause) => isUnclear(cause, state, news)))
    return `${called} is replaced because of ${why}: its deletion ${destroys(data)}`;
  return isLossAllowed(resource, news)
    ? `${called} is replaced if ${why} turns out to differ: its deletion ${destroys(data)}`
    : `${called} would be replaced if ${why} turns out to differ: \`up\` then refuses to destroy ${data}`;
}

export const dataLossByDefault = ({ inputs }: Resource): unknown => inputs.dataLoss?.absent;

/** Says how somebody else changed an argument, without a value that may be a secret. */
export function transition({ inputs }: Resource, name: string, present: Props, news: Props): string {
  const field = ownMember(inputs, name);
  if (!field || field.secret || field.sensitive) return `${name} differs`;
  const inWords = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
  return `${name} is ${inWords(ownMember(present, name))} now, and the program asks for ${inWords(ownMember(news, name))}`;
}

/** A value in brackets, short and public enough to be typed into a program. */
function shown({ inputs }: Resource, state: Props, name: string): string {
  const { [name]: field } = inputs;
  const { [name]: value } = state;
  const isHidden = field?.secret === true || field?.sensitive === true;
  return !isHidden && (typeof value === "string" || typeof value === "number") ? ` (${value})` : "";
}

/**
 * The change would replace the resource and destroy its data.
 *
 * @fix Undo the change; or declare a second resource, copy the data and remove this one; or set `dataLoss: "allow"`.
 */
export class DataLossRefusedError extends AnswerError {
  readonly code = "data_loss_refused";

  constructor(kind: string, id: string, { path, problem, remedy }: Violation) {
    super(`${kind} ${id}, ${String(path[0])}: ${problem}. Nothing was changed. What to do: ${remedy}.`);
  }
}
