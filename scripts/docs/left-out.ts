import { ownMember } from "../../values/own-member";
import type { KindName } from "../../provider/kinds/names";
import { defaultInWords } from "../../provider/table/reasons";
import { isSetByTemplate } from "../../provider/table/requests";
import { effectsOf, type Field, isInert, type Resource } from "../../provider/table/resource";

/** The effect of no longer setting an argument that the program has set, for its documentation. Undefined if it is required. */
export function whenLeftOut({ defaults, kind }: Resource, name: string, field: Field): string | undefined {
  if (name === "name") return "it keeps the name that it has";
  if (field.whenLeftOut !== undefined) return field.whenLeftOut;
  const byDefault = ownMember(defaults ?? {}, name);
  if (byDefault === undefined && !field.schema.safeParse(undefined).success) return undefined;
  if (isInert(field)) return "the default applies from then on; nothing else changes";
  return `${onPlatform(kind, field, byDefault)}${besideTemplate(field)}`;
}

function onPlatform(kind: KindName, field: Field, byDefault: unknown): string {
  const goesBack = byDefault === undefined ? defaultInWords(field) : JSON.stringify(byDefault);
  if (field.group) return `it is cleared${consequence(kind, field)}`;
  if (goesBack !== undefined) return `it goes back to its default, ${goesBack}${consequence(kind, field)}`;
  return field.secret ? `it is taken away${consequence(kind, field)}` : "nothing changes";
}

function consequence(kind: KindName, field: Field): string {
  const effects = effectsOf(field);
  const only = effects.length === 1 ? effects[0] : undefined;
  if (only === "replace") return `, which replaces the ${kind}`;
  return field.restarts ? ", which restarts a running container" : "";
}

function besideTemplate(field: Field): string {
  if (!field.fromTemplate) return "";
  return isSetByTemplate(field)
    ? "; beside `templateId` the current template is applied again"
    : "; beside `templateId` nothing changes";
}
