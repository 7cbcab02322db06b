import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { sentAfterCreate } from "../../table/requests";
import { isEmpty, isObject, pick, type Props, strings } from "../../table/props";
import { isBroughtUnseen, type Resource } from "../../table/resource";
import { declaredNames, hidden, unreadableNames } from "../../state/state";
import type { Earlier } from "../../create/earlier";
import { MadeOtherwiseError } from "../../create/errors";
import { type Env, environment, foreignValue } from "../../kinds/shared/environment";
import { asAsked, fitOf, type Obtained } from "./fit";
import type { Context } from "../context";

/**
 * Takes over, unchanged, an object that an interrupted run made from other arguments. The next preview is then an ordinary
 * diff with every refusal:
 * - a readable argument has the platform's value;
 * - an unreadable one is unsure if the program has changed it since. If nobody knows the earlier arguments, it counts as the
 *   program has it;
 * - one that the program has dropped since counts as declared;
 * - a template that the program names only now has given nothing.
 *
 * @returns undefined if the object matches the program, so that the create continues.
 */
export function madeOtherwise(context: Context, inputs: Props, object: Listed, earlier: Earlier): Obtained | undefined {
  const { resource, operations } = context;
  const fit = fitOf(context, inputs, object);
  const declared = new Set([...declaredNames(resource, inputs), ...(earlier.declared ?? [])]);
  const unreadable = unreadableNames(resource);
  const isUnknown = earlier.declared === undefined;
  const unsure = isUnknown ? [] : unreadable.filter((name) => declared.has(name) && earlier.differs(name));
  const isOfAnotherTemplate = unsure.includes("templateId");
  const unknown = isOfAnotherTemplate ? unknownOfTemplate(resource, earlier) : [];
  const doubts = [...new Set([...unsure, ...unknown])];
  // The requests after the create may not have been sent.
  const isLater = (name: string) => isUnknown && sentAfterCreate(resource).includes(name);
  const isEdited = (name: string) => earlier.differs(name) && !isLater(name);
  const isReadable = (name: string) => !unreadable.includes(name);
  const removed = [...declared].filter((name) => ownMember(inputs, name) === undefined && isReadable(name));
  // An unedited argument differs only because the create was cut short, and the create continues.
  const edited = [...fit.changed].filter((name) => isReadable(name) && isEdited(name));
  const dropped = isReadable("env") ? droppedVariables(context, inputs, object, earlier) : {};
  const visible = [
    ...new Set([
      ...edited,
      ...removed,
      ...fit.unmendable.map(({ name }) => name).filter(isReadable),
      ...(isEmpty(dropped) ? [] : ["env"]),
    ]),
  ];
  if (visible.length === 0 && unsure.length === 0) return undefined;
  const { [hidden.alternatives]: written } = fit.asked;
  const listed = (lists: Props) => Object.keys(lists).filter((name) => !visible.includes(name));
  const asked: Props = {
    ...fit.asked,
    ...pick(fit.state, visible),
    // The hardware that it has does not come from a list or need that it does not meet.
    ...(isObject(written) && { [hidden.alternatives]: pick(written, listed(written)) }),
    ...(!isEmpty(dropped) && { env: { ...environment(fit.state), ...dropped } }),
    [hidden.declared]: [...declared],
    ...(doubts.length > 0 && { [hidden.uncertain]: doubts }),
    ...(isOfAnotherTemplate && operations.valuesFromTemplate && { [hidden.fromTemplate]: {} }),
  };
  const otherwise = new MadeOtherwiseError(resource.kind, object.id, visible, unsure);
  return { ...asAsked(object, asked, "taken up"), otherwise };
}

/** Unreadable arguments that an earlier template, if there was one, set to values that nobody knows. */
function unknownOfTemplate({ inputs }: Resource, { declared: then }: Earlier): string[] {
  if (then && !then.includes("templateId")) return [];
  return Object.keys(inputs).filter((name) => isBroughtUnseen(ownMember(inputs, name)!) && !then?.includes(name));
}

/** The object's variables that only the earlier program set: a cluster shows none that the program does not set (C-31). */
function droppedVariables(context: Context, inputs: Props, object: Listed, { hadVariable }: Earlier): Env {
  if (!hadVariable) return {};
  const own = environment(inputs);
  const names = variablesOf(context, inputs, object)?.filter((name) => hadVariable(name) && !Object.hasOwn(own, name));
  return Object.fromEntries((names ?? []).map((name) => [name, foreignValue]));
}

function variablesOf({ operations }: Context, inputs: Props, object: Listed): string[] | undefined {
  const asked = { ...inputs, env: undefined, [hidden.inheritedEnv]: undefined };
  const all = operations.observe(object, asked)[hidden.inheritedEnv];
  return all === undefined ? undefined : strings(all);
}

/** Variables that the platform or a template added: those that the program had not set. */
export function inheritedThen(context: Context, inputs: Props, object: Listed, earlier: Earlier): Props {
  const { operations } = context;
  const presumed = operations.presumed?.(inputs) ?? {};
  const { hadVariable } = earlier;
  if (!hadVariable || (hidden.inheritedEnv in presumed && !earlier.differs("templateId"))) return presumed;
  const all = variablesOf(context, inputs, object);
  return all === undefined ? {} : { [hidden.inheritedEnv]: all.filter((name) => !hadVariable(name)) };
}
