import { ComputeError } from "../../client/errors/errors";
import { isTemplateValueUnknown } from "../state/state";
import { type CheckFailure, toFailure } from "./check";
import { type Difference, differences } from "./diff";
import type { Props } from "./props";
import { isCondition, type Resource, type Violation } from "./resource";
import { hasUnknown } from "./unknown";

/**
 * Why a replacement is refused, or `undefined` where it may go on: it would destroy data, and the program does not say
 * `dataLoss: "allow"`. A deletion is never refused; that is what Pulumi's `protect` is for.
 */
export function refusal(
  resource: Resource,
  state: Props,
  news: Props,
  found: readonly Difference[],
): Violation | undefined {
  const cause = found.find(({ effect }) => effect === "replace");
  const data = dataIn(resource, state);
  if (!cause || !data || isLossAllowed(resource, news)) return undefined;
  const { name } = cause;
  // Asked before the deletion of what the argument comes from: its replacement is yet to be made, and nobody knows its values.
  const isUnknown = hasUnknown(news[name]);
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

/** The data that goes with an object of this state, in words; undefined where there is none. */
export function dataIn({ data }: Resource, state: Props): string | undefined {
  const isThere = data?.isIn(state);
  if (!data || isThere === false) return undefined;
  return isThere ? data.what : `${data.what}, if any`;
}

/** Refuses what can be told from the inputs alone: a failure of `check` reads better than one of `diff`. */
export function earlyRefusals(resource: Resource, olds: Props, inputs: Props): CheckFailure[] {
  if (resource.data?.isIn(olds) !== true) return [];
  const found = differences(resource, "", olds, inputs).filter(({ name }) => {
    const field = resource.inputs[name]!;
    const usesState =
      isTemplateValueUnknown(field, name, olds) || (isCondition(field.change) && field.change.usesState);
    return !hasUnknown(inputs[name]) && !usesState;
  });
  const refused = refusal(resource, olds, inputs, found);
  return refused ? [toFailure(refused)] : [];
}

/** What makes the engine replace a resource without asking the provider what the change leads to. */
export const unasked = "an option of the program (replacementTrigger, replaceWith or deletedWith)";

/**
 * Refuses a replacement that an option of the program has the engine make.
 *
 * @param inPlace names of arguments that could change in place; none where the provider was not asked.
 */
export function optionRefusals(
  resource: Resource,
  state: Props,
  inputs: Props,
  inPlace: readonly string[],
): CheckFailure[] {
  const data = dataIn(resource, state);
  if (!data || isLossAllowed(resource, inputs)) return [];
  const problem =
    inPlace.length === 0
      ? `because of ${unasked}, the engine would replace the ${resource.kind} and destroy ${data}, or leave it behind in no state`
      : `because of an option of the program, such as replaceOnChanges, the engine would replace the ${resource.kind} for a change of ` +
        `${inPlace.join(", ")}, which can be made in place, and destroy ${data}`;
  const remedy =
    "take the option out, which the resource, a component around it or a transform may have; " +
    'or set dataLoss: "allow" to lose the data';
  // An engine shows what the program has at the path, and nothing but confusion where it has nothing.
  return [toFailure({ path: inputs.dataLoss === undefined ? [] : ["dataLoss"], problem, remedy })];
}

const isLossAllowed = (resource: Resource, inputs: Props): boolean =>
  (inputs.dataLoss ?? dataLossByDefault(resource)) === "allow";

/** Said of a replacement that goes on: what it destroys, if anything. */
export function lossWarning(
  resource: Resource,
  name: string,
  state: Props,
  causes: readonly string[],
): string | undefined {
  const data = dataIn(resource, state);
  return data && `${resource.kind} ${name} is replaced because of ${causes.join(", ")}: this destroys ${data}`;
}

/** What `dataLoss` is when the program does not say. */
export const dataLossByDefault = ({ inputs }: Resource): unknown => inputs.dataLoss?.absent;

/** What became of an argument that somebody else changed, without a value that may be a secret. */
export function transition({ inputs }: Resource, name: string, present: Props, news: Props): string {
  const field = inputs[name];
  if (!field || field.secret || field.sensitive) return `${name} differs`;
  const inWords = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
  return `${name} is ${inWords(present[name])} now, and the program asks for ${inWords(news[name])}`;
}

/** A value of state that one can type into a program without asking anybody, in brackets. */
function shown({ inputs }: Resource, state: Props, name: string): string {
  const { [name]: field } = inputs;
  const { [name]: value } = state;
  const isHidden = field?.secret === true || field?.sensitive === true;
  return !isHidden && (typeof value === "string" || typeof value === "number") ? ` (${value})` : "";
}

/** Thrown by `diff`, which has no other way to stop a preview. */
export class DataLossRefusedError extends ComputeError {
  readonly code = "data_loss_refused";

  constructor(kind: string, id: string, { path, problem, remedy }: Violation) {
    super(`${kind} ${id}, ${String(path[0])}: ${problem}. Nothing was changed. What to do: ${remedy}.`);
    // The provider host prints the stack beside the message; this is an answer to the program, not a fault.
    this.stack = "";
  }
}
