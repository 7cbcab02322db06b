import type { Earlier } from "../../create/earlier";
import { hidden } from "../../state/state";
import { canonical } from "../../table/canonical";
import { isObject, type Props, sameValue } from "../../table/props";
import { type Field, isBroughtUnseen, type Resource } from "../../table/resource";

/**
 * Tells of an argument whether the program gives it another value now than the object was made with, or may do so. An argument
 * that is left out counts as given the value that the contract says it has then, unless a template beside it, then or now, may
 * set another. What the template gave then is known where the journal says that it gave the same as it does now.
 *
 * @param brought what the template gives of what no read shows, if that is known.
 */
export function differsNow(
  { inputs: fields }: Resource,
  news: Props,
  earlier: Earlier,
  brought: unknown,
): (name: string) => boolean {
  const { declared } = earlier;
  const wasTemplated = declared?.includes("templateId") === true;
  const isTemplated = news.templateId !== undefined;
  const isToldByAbsence = ({ absent, fromTemplate }: Field, hasTemplate: boolean) =>
    absent !== undefined && !(fromTemplate && hasTemplate);
  const gave = isObject(brought) && earlier.had?.(hidden.fromTemplate, brought) ? brought : {};
  return (name) => {
    const field = fields[name];
    if (!earlier.differs(name)) return false;
    if (!declared || !field) return true;
    if (news[name] === undefined) return !isToldByAbsence(field, isTemplated) || !earlier.had?.(name, field.absent);
    if (declared.includes(name)) return true;
    const had = isToldByAbsence(field, wasTemplated) ? field.absent : isBroughtUnseen(field) ? gave[name] : undefined;
    return had === undefined || !sameValue(canonical(field, news[name]), canonical(field, had));
  };
}
