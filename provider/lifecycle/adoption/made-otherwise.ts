import type { Identified } from "../../kinds/operations";
import { type Props, strings } from "../../table/props";
import { isBroughtUnseen, type Resource } from "../../table/resource";
import { declaredNames, hidden, unreadableNames } from "../../state/state";
import type { Earlier } from "../../create/earlier";
import { MadeOtherwiseError } from "../../create/errors";
import { differsNow } from "./differs-now";
import { fitOf } from "./fit";
import type { Created } from "../applying/created";
import type { VerbContext } from "../context";

/**
 * Takes over an object that an interrupted run made from other arguments, as it is, so that the next preview is an ordinary
 * diff with every refusal in force:
 * - an argument that a read shows is as the platform has it;
 * - one that no read shows is marked as unsure, if the program may give it another value by now;
 * - one that the program had then, and has no more, counts as declared;
 * - of what a template gives, the object has nothing of the one that the program names only now.
 *
 * @returns undefined where the object is as the program asks, so that the create just goes on.
 */
export function madeOtherwise<T extends Identified>(
  context: VerbContext<T>,
  inputs: Props,
  object: T,
  earlier: Earlier,
): Created<T> | undefined {
  const { resource, operations } = context;
  const inherited = inheritedThen(context, inputs, object, earlier);
  const fit = fitOf(context, { ...inputs, ...inherited }, object);
  const declared = new Set([...declaredNames(resource, inputs), ...(earlier.declared ?? [])]);
  const unreadable = unreadableNames(resource);
  const differs = differsNow(resource, inputs, earlier, inputs[hidden.fromTemplate]);
  const unsure = unreadable.filter((name) => declared.has(name) && differs(name));
  const isOfAnotherTemplate = unsure.includes("templateId");
  const unknown = isOfAnotherTemplate ? unknownOfTemplate(resource, earlier) : [];
  const doubts = [...new Set([...unsure, ...unknown])];
  const asMade = unsure.filter((name) => !unknown.includes(name));
  const asked: Props = {
    ...fit.asked,
    [hidden.declared]: [...declared],
    ...(doubts.length > 0 && { [hidden.uncertain]: doubts, [hidden.asMade]: asMade }),
    ...(isOfAnotherTemplate && operations.valuesFromTemplate && { [hidden.fromTemplate]: {} }),
  };
  const isEdited = (name: string) => earlier.differs(name);
  const isReadable = (name: string) => !unreadable.includes(name);
  const removed = [...declared].filter((name) => inputs[name] === undefined && isReadable(name));
  // A difference in what is as it was asked for comes from the create that was cut short: it just goes on.
  const edited = [...fit.changed].filter((name) => isReadable(name) && isEdited(name));
  const visible = [...new Set([...edited, ...removed, ...fit.unmendable.filter(isReadable)])];
  if (visible.length === 0 && unsure.length === 0) return undefined;
  const otherwise = new MadeOtherwiseError(resource.kind, object.id, visible, unsure);
  return { object, changed: new Set(), asked, olds: asked, otherwise };
}

/**
 * Arguments that no read shows and that the template gave to an object which was made from another one than the program names now:
 * neither the journal nor the platform tells what it gave. None where there was no template.
 */
function unknownOfTemplate({ inputs }: Resource, { declared: then }: Earlier): string[] {
  if (then && !then.includes("templateId")) return [];
  return Object.keys(inputs).filter((name) => isBroughtUnseen(inputs[name]!) && !then?.includes(name));
}

/** Variables that came with the object, from a template or the platform: all that the program had not asked for. */
function inheritedThen<T extends Identified>(
  { operations }: VerbContext<T>,
  inputs: Props,
  object: T,
  { hadVariable }: Earlier,
): Props {
  if (!hadVariable) return operations.presumed?.(inputs) ?? {};
  const all = operations.observe(object, { ...inputs, env: undefined })[hidden.inheritedEnv];
  return all === undefined ? {} : { [hidden.inheritedEnv]: strings(all).filter((name) => !hadVariable(name)) };
}
