import type { Earlier } from "../../create/creation";
import { canonical } from "../../table/canonical";
import { type Props, sameValue } from "../../table/props";
import type { Field, Resource } from "../../table/resource";

/**
 * Whether the program gives an argument another value now than the object was made with, or may do so. Leaving it out is
 * as good as the value that the contract says it has then, unless a template may have had another.
 */
export function differsNow({ inputs: fields }: Resource, news: Props, earlier: Earlier): (name: string) => boolean {
  const { declared } = earlier;
  const isTemplated = news.templateId !== undefined || declared?.includes("templateId") === true;
  const isToldByAbsence = ({ absent, fromTemplate }: Field) => absent !== undefined && !(fromTemplate && isTemplated);
  return (name) => {
    const field = fields[name];
    if (!earlier.differs(name)) return false;
    if (!declared || !field || !isToldByAbsence(field)) return true;
    if (news[name] === undefined) return !earlier.had?.(name, field.absent);
    return declared.includes(name) || !sameValue(canonical(field, news[name]), canonical(field, field.absent));
  };
}
