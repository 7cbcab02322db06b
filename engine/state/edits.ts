import { EngineError } from "../errors";
import { inShell, parseUrn } from "../protocol/urn";
import { type ResourceState, referencesOf } from "./resource-state";
import { checkIntegrity } from "./snapshot";

type Entries = readonly ResourceState[];

const refused = (why: string) => new EngineError("state", `${why}. Nothing was changed.`);

const choiceOf = (urns: readonly string[]): string => urns.map((urn) => `\`${inShell(urn)}\``).join(", or ");

/** The entry of a URN, or of `URN::ID` if several have it. @throws EngineError `state` if none or several match. */
function entryNamed(entries: Entries, named: string): ResourceState {
  const [entry, ...others] = entries.filter(({ urn, id }) => named === urn || named === `${urn}::${id}`);
  if (!entry) {
    const called = [...new Set(entries.map(({ urn }) => urn))].filter((urn) => parseUrn(urn).name === named);
    const how = called.length === 0 ? "`compute stack export` prints their URNs" : `Give its URN: ${choiceOf(called)}`;
    throw refused(`the state has no URN ${JSON.stringify(named)}. ${how}`);
  }
  if (others.length === 0) return entry;
  const each = [entry, ...others].map(
    ({ urn, id, delete: isReplaced }) => `\`'${urn}::${id}'\`${isReplaced ? ", which is pending deletion" : ""}`,
  );
  throw refused(`the state has ${each.length} entries of this URN. Name one of them: ${each.join(", or ")}`);
}

/** The state without an entry, as after `pulumi state delete`. @throws EngineError `state` if others refer to it or it is protected. */
export function withoutEntry(entries: Entries, named: string, isForced: boolean): ResourceState[] {
  const entry = entryNamed(entries, named);
  const rest = entries.filter((each) => each !== entry);
  // A reference to a URN means the entry that is not pending deletion.
  const isStillThere = rest.some(({ urn, delete: isReplaced }) => urn === entry.urn && !isReplaced);
  const dependents = rest.filter(
    (each) =>
      each.provider === `${entry.urn}::${entry.id}` || (!isStillThere && referencesOf(each).includes(entry.urn)),
  );
  if (dependents.length > 0) {
    const names = [...new Set(dependents.map(({ urn }) => `"${urn}"`))].join(", ");
    throw refused(`"${entry.urn}" can't be taken out of the state while others refer to it: ${names}`);
  }
  if (entry.protect && !isForced)
    throw refused(
      `"${entry.urn}" is protected. Run this again with \`--force\` to take it out of the state all the same`,
    );
  checkIntegrity(rest);
  return rest;
}

/** The state with an entry that is no longer protected. @throws EngineError `state` if it has none of that name. */
export function withoutProtection(entries: Entries, named: string): ResourceState[] {
  const entry = entryNamed(entries, named);
  return entries.map((each) => (each === entry ? { ...each, protect: false } : each));
}
