import { ownMember } from "../../values/own-member";
import { groupedBy } from "../../values/many";
import type { Diagnostic } from "../../engine/index";
import type { Part, Style } from "../paint";
import { parseUrn } from "../../plugin/names";
import { labelOf, type Named, namesText, pluralOf, withLabels } from "./names";
import { kindName } from "./step-line";

export const severityStyles: Readonly<Partial<Record<Diagnostic["severity"], Style>>> = {
  error: "red",
  warning: "yellow",
};

type Said = Pick<Diagnostic, "severity" | "message">;

export function messageLine({ severity, message }: Said): Part[] {
  const style = severityStyles[severity];
  return style ? [[style, `${severity}:`], ` ${message}`] : [`${severity}: ${message}`];
}

/** A message preceded by its resource's name in the program, unless it names the resource itself. */
export function labelled({ severity, message, urn }: Diagnostic, worded = withLabels): Said {
  const said = worded(message.trimEnd());
  if (urn === undefined) return { severity, message: said };
  const label = labelOf(urn);
  const isNamed = said.startsWith(label) || mentionIn(said, parseUrn(urn))?.test(said) === true;
  return { severity, message: isNamed ? said : `${label}: ${said}` };
}

/** The expression for mentions of a resource if the text has its name at all: to compile one for each message takes time. */
const mentionIn = (text: string, its: Named): RegExp | undefined =>
  text.includes(its.name) ? mentionOf(its) : undefined;

/** Matches `the Pod "workers-1-0a1b2c3"`, `Pod workers-1`, `"workers-1"`. Unquoted, `data` alone may be an ordinary word. */
function mentionOf({ name, type }: Named): RegExp {
  const [kind, own] = [kindName(type), name].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const named = `${own}(?:-(?:[0-9a-f]{7}|c[a-z2-7]{11}))?`;
  const alone = /[-_\d]/.test(name) ? [`(?<![\\w-])${named}(?![\\w-])`] : [];
  const forms = [`(?:${kind} )?"${named}"`, `${kind} ${named}(?![\\w-])`, ...alone];
  return new RegExp(`(?:[Tt]he )?(?:${forms.join("|")})`, "g");
}

/** A placeholder that no message contains. */
const subject = "\u0000";

/** A message with a placeholder for its resource, so that messages about several resources compare equal. */
export function withoutName(message: string, its: Named, id?: string): string {
  const mention = mentionIn(message, its);
  const text = mention ? message.replace(mention, subject) : message;
  const known = id === undefined || id.length < 3 ? text : text.replaceAll(id, subject);
  // Only waits of a second or more state their length.
  const timeless = known.replace(/ within \d+ s\b/g, "");
  return timeless.replace(/\b\d+(\.\d+)? (ms|s|min)\b/g, "$2").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "T");
}

/** Folds identical messages about several resources into one. @param worded rewrites a text of the engine for display. */
export function foldedMessages(
  diagnostics: readonly Diagnostic[],
  idOf: (urn: string) => string | undefined,
  worded = withLabels,
): Said[] {
  const groups = groupedBy(diagnostics, ({ severity, message, urn }) => {
    if (urn === undefined) return JSON.stringify([severity, message]);
    const its = parseUrn(urn);
    return JSON.stringify([severity, kindName(its.type), withoutName(worded(message.trimEnd()), its, idOf(urn))]);
  });
  return [...groups.values()].map((group) => foldedInto(group, worded));
}

const verbs: Readonly<Record<string, string>> = { has: "have", is: "are", was: "were", finds: "find", needs: "need" };

/** The plural form of a predicate: `have a problem`. */
const ofSeveral = (rest: string): string =>
  rest.replace(/^ (\w+)\b/, (_, verb: string) => ` ${ownMember(verbs, verb) ?? verb}`);

function foldedInto(group: readonly Diagnostic[], worded: (text: string) => string): Said {
  const first = group[0]!;
  const named = [...new Set(group.flatMap(({ urn }) => urn ?? []))].map((urn) => parseUrn(urn));
  if (named.length < 2) return labelled(first, worded);
  const { name, type } = named[0]!;
  const many = `${named.length} ${pluralOf(kindName(type))}`;
  const names = namesText(named.map((each) => each.name));
  const whole = worded(first.message.trimEnd()).replace(mentionOf({ name, type }), subject);
  const text = whole.startsWith(`${subject}: `) ? whole.slice(subject.length + 2) : whole;
  const rest = text.startsWith(subject) ? ofSeveral(text.slice(subject.length)) : undefined;
  const found = rest?.search(/[.:](\s|$)/) ?? -1;
  const end = found < 0 ? (rest?.length ?? 0) : found;
  // `5 pods found no capacity (workers-20 … workers-24). Tried …`, at the end if the sentence has no full stop, or the
  // whole message after the names.
  const said =
    rest !== undefined && end > 0
      ? `${many}${rest.slice(0, end)} (${names})${rest.slice(end)}`
      : `${many} (${names}): ${text}`;
  return { severity: first.severity, message: said.replaceAll(subject, `"${name}"`) };
}
