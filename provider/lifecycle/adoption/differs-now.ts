import type { Earlier } from "../../create/earlier";
import { hidden } from "../../state/state";
import { canonical } from "../../table/canonical";
import { isObject, type Props, sameValue } from "../../table/props";
import { type Field, isBroughtUnseen, type Resource } from "../../table/resource";

/**
 * Tells whether the program's value of an argument may differ from the one that the object was made with. An argument
 * left out counts with the value that the contract gives it, unless a template may set another. The journal says
 * whether the template's values are the same as then.
 *
 * @param brought the template's values that no read shows, if known.
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
