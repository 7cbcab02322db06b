import type { Earlier } from "../../create/earlier";
import { canonical } from "../../table/canonical";
import { type Props, sameValue } from "../../table/props";
import type { Field, Resource } from "../../table/resource";

/**
 * Tells of an argument whether the program gives it another value now than the object was made with, or may do so. An argument
 * that is left out counts as given the value that the contract says it has then, unless a template beside it, then or now, may
 * set another.
 */
export function differsNow({ inputs: fields }: Resource, news: Props, earlier: Earlier): (name: string) => boolean {
  const { declared } = earlier;
  const wasTemplated = declared?.includes("templateId") === true;
  const isTemplated = news.templateId !== undefined;
  const isToldByAbsence = ({ absent, fromTemplate }: Field, hasTemplate: boolean) =>
    absent !== undefined && !(fromTemplate && hasTemplate);
  return (name) => {
    const field = fields[name];
    if (!earlier.differs(name)) return false;
    if (!declared || !field) return true;
    if (news[name] === undefined) return !isToldByAbsence(field, isTemplated) || !earlier.had?.(name, field.absent);
    if (declared.includes(name) || !isToldByAbsence(field, wasTemplated)) return true;
    return !sameValue(canonical(field, news[name]), canonical(field, field.absent));
  };
}
