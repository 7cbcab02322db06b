import { kinds } from "../../../provider/kinds";
import { isObject, type Props, sameValue } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import type { LivingKind } from "../../programs";
import { spellingsOfCommand } from "../expected";
import { nameOfKind } from "../host";
import type { Told } from "./rows";

/** A property in a sentence: `image`, `env.MODE`, `the secret value`. */
interface Named {
  readonly argument: string;
  readonly variable: string | undefined;
}

function namedIn(text: string): Named[] {
  const [names = ""] = text.split(/ (?:changes?|is|are|goes|go|gets?|has|have) /);
  return names.split(/, | and /).map((name) => {
    const [argument = "", variable] = name.replace(/^the secret /, "").split(/\.(.*)/s);
    return { argument, variable };
  });
}

/** Arguments that only the provider and `compute keep` know. */
function isOurs({ old = "" }: Told, { argument }: Named): boolean {
  const { inputs }: Resource = kinds[nameOfKind(old.split(" ")[0] as LivingKind)].resource;
  return inputs[argument]?.local === true;
}

/** A pod that has ended is as a program that stops it asks. */
const isSoAlready = ({ was, is, old = "" }: Told, { argument }: Named): boolean =>
  argument === "desiredStatus" && [was, is].every((ledger) => ledger.get(old)?.status === "EXITED");

/** The members of a request that carry an argument. */
const carriers = (argument: string): readonly string[] =>
  spellingsOfCommand.includes(argument)
    ? spellingsOfCommand
    : ["desiredStatus", "resetTriggers", "restartTriggers"].includes(argument)
      ? ["action"]
      : [argument];

/** A request carried the property, of which only the state was to be written. */
export const carried = (told: Told, [text]: RegExpExecArray): string | undefined =>
  faultIn(told, text, ({ argument }) => {
    const members = told.run.sent.get(told.old ?? "");
    return carriers(argument).some((each) => members?.has(each)) && `${argument} was sent to ${told.old}`;
  });

/** No request carried the property. */
export const unsent = (told: Told, [text]: RegExpExecArray): string | undefined =>
  faultIn(told, text, ({ argument }) => {
    const members = told.run.sent.get(told.old ?? "");
    return !carriers(argument).some((each) => members?.has(each)) && `${argument} was not sent to ${told.old}`;
  });

/** The platform has the same value as before, or no request carried it. */
export const unchanged = (told: Told, found: RegExpExecArray): string | undefined =>
  unsent(told, found) ??
  faultIn(told, found[0], (named) => {
    const [was, is] = [valueIn(told.was.get(told.old!)?.values, named), valueIn(told.is.get(told.old!)?.values, named)];
    return was !== undefined && sameValue(was, is) && `${named.argument} of ${told.old} is as before`;
  });

/** The object still has the variable. */
export const notRemoved = (told: Told, [text]: RegExpExecArray): string | undefined =>
  faultIn(
    told,
    text,
    (named) =>
      valueIn(told.is.get(told.old!)?.values, named) !== undefined &&
      `${told.old} has ${named.variable ?? named.argument}`,
  );

/** No request named the template. */
export const unapplied = (told: Told): string | undefined =>
  told.run.sent.get(told.old ?? "")?.has("templateId") ? undefined : `no template was sent to ${told.old}`;

function faultIn(told: Told, text: string, fault: (named: Named) => string | false): string | undefined {
  if (told.old === undefined) return undefined;
  return namedIn(text)
    .filter((named) => !isOurs(told, named) && !isSoAlready(told, named))
    .map(fault)
    .find((each): each is string => each !== false);
}

function valueIn(values: Props = {}, { argument, variable }: Named): unknown {
  const value = values[spellingsOfCommand.includes(argument) ? "command" : argument];
  return variable === undefined ? value : isObject(value) ? value[variable] : undefined;
}
