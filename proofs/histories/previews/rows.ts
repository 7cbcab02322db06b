import type { Mode } from "../../plugin";
import { carried, notRemoved, unapplied, unchanged, unsent } from "./changes";
import { type Happened, isDeleted, placeOf, placeOfEntry } from "./happened";

/** What is said of one step, and what came of its resource. */
export interface Told extends Happened {
  /** Of the object that the step is about, or that goes. */
  readonly old: string | undefined;
  /** Of the object that the resource has afterwards. */
  readonly now: string | undefined;
  readonly urn: string;
  /** The engine deletes the old object first. */
  readonly isDeletedFirst: boolean;
  /** A line below says that the old object stays. */
  readonly isKept: boolean;
  /** The preview says that an interrupted run may have made its object. */
  readonly isOpen: boolean;
}

/** A sentence that a preview can have: what it means, held against what happened. */
export interface Row {
  readonly name: string;
  readonly says: RegExp;
  /** @returns what is not so. */
  readonly wrong: (told: Told, found: RegExpExecArray) => string | false | undefined;
}

/** Rows that one form or the CLI alone says: the engine tells the dynamic form of no secret in the state, and of no option. */
export const onlyOf: Readonly<Record<string, Mode | "cli">> = {
  "complete, discard, read": "cli",
  gone: "dynamic",
  "has a secret in plain text": "plugin",
  "replaced by an option": "plugin",
};

/** Of what may come or not, or has been already. */
export const claimsNothing: Row["wrong"] = () => undefined;

/** Of what ends a run with an error. */
export const fails: Row["wrong"] = () => "`up` succeeded";

/** What is made anew by another resource, as an SSH key may be, was deleted all the same. */
const gone = (told: Told) => told.old !== undefined && (!told.is.has(told.old) || isDeleted(told, told.old));
const isSame = ({ old, now }: Told) => now !== undefined && now === old;
const starts = ({ was, is }: Pick<Told, "was" | "is">, place = "") =>
  (is.get(place)?.starts ?? 0) - (was.get(place)?.starts ?? 0);
const stays = (told: Told) =>
  (isDeleted(told, told.old ?? "") && `${told.old} was deleted`) ||
  (told.was.has(told.old ?? "") && !told.is.has(told.old ?? "") && `${told.old} is gone`);
/** The object was deleted; or a later run deletes it, as where `--exclude` leaves it. */
const goesOrIsDue = (told: Told) =>
  !isDeleted(told, told.old ?? "") &&
  told.was.has(told.old ?? "") &&
  !told.after.some((entry) => entry.delete && placeOfEntry(entry) === told.old) &&
  `${told.old} was not deleted`;
const idOf = (place = "") => place.slice(place.indexOf(" ") + 1);
const isKey = ({ now = "" }: Told) => now.startsWith("sshKey ");
const isMade = ({ run, now }: Told) => now !== undefined && run.made.has(idOf(now));

/** Of the lines of steps, by their word. */
export const words: readonly Row[] = [
  row(
    "create",
    /^create$/,
    (told) =>
      !told.isOpen && (isKey(told) ? !told.is.has(told.now ?? "") : !isMade(told)) && `${told.now} is no new object`,
  ),
  row(
    "adopt, take over, import",
    /^(adopt|take over|import)$/,
    (told) => (!told.now && "it has no object") || (isMade(told) && `${told.now} is new`),
  ),
  row("update", /^update$/, (told) => !isSame(told) && `${told.old} became ${told.now}`),
  row("delete", /^delete$/, (told) => told.was.has(told.old ?? "") && !gone(told) && `${told.old} is there`),
  row("let go", /^let go$/, stays),
  row(
    "replace",
    /^replace$/,
    (told) =>
      !told.isKept && ((isSame(told) && `${told.old} is still its object`) || (!gone(told) && `${told.old} is there`)),
  ),
  row(
    "replace, retained",
    /^replace\[retain\]$/,
    (told) => (isSame(told) && `${told.old} is still its object`) || stays(told),
  ),
  row(
    "delete original",
    /^delete original$/,
    (told) => told.was.has(told.old ?? "") && !gone(told) && `${told.old} is there`,
  ),
  row(
    "complete, discard, read",
    /^(complete replacement|discard|discard original|read|read replacement|refresh)$/,
    claimsNothing,
  ),
  row(
    "gone from the platform",
    /^gone from the platform$/,
    (told) => told.was.has(told.old ?? "") && `${told.old} was there`,
  ),
  row("changed on the platform", /^changed on the platform$/, claimsNothing),
];

/** A container on its way to its first start has that one with what the change brings. */
const restarts = (told: Pick<Told, "was" | "is" | "old">) => {
  const { status = "" } = told.was.get(told.old ?? "") ?? {};
  const least = ["PROVISIONING", "STARTING"].includes(status) ? 0 : 1;
  const times = starts(told, told.old);
  return (times < least || times > 1) && `${told.old} started ${times} times`;
};
const stops = ({ is, old = "" }: Pick<Told, "is" | "old">) =>
  is.get(old)?.status !== "EXITED" && `${old} is ${is.get(old)?.status}`;
/** By an effect on a container. */
export const ofContainers: Readonly<Record<string, (told: Pick<Told, "was" | "is" | "old">) => string | false>> = {
  start: restarts,
  restart: restarts,
  stop: stops,
};
const gives = (told: Told) => !told.isKept && isSame(told) && `${told.old} is still its object`;
const isGiven = (told: Told) => told.now === undefined && "it has no object";
/** Of what stands below a step. */
export const sentences: readonly Row[] = [
  row(
    "the choice for a need",
    /^(?!The (?!first)\S+ choice: ).+, \d+ GB, ([\d.]+) USD\/h(?:; or \d+ others? up to ([\d.]+) USD\/h)?\. `up` chooses by the stock and prices of its time\.$/,
    ({ is, now = "" }, [, first, most = first]) => {
      const { perHour = 0 } = is.get(now) ?? {};
      const isOther = perHour < Number(first) - 0.005 || perHour > Number(most) + 0.005;
      return perHour > 0 && isOther && `${now} costs ${perHour.toFixed(2)} USD/h`;
    },
  ),
  row("This destroys", /^This destroys (.*?)(, if any)?\.$/, (told) => {
    const deleted = told.run.deleted.find(({ kind, id }) => placeOf(kind, id) === told.old);
    return !deleted ? told.was.has(told.old ?? "") && `${told.old} was not deleted` : undefined;
  }),
  row(
    "renamed",
    /^If (.+) is \S+ under a new name, give it the option `aliases`: then \S+ is not deleted\.$/,
    (told, [, names = ""]) =>
      (!gone(told) && `${told.old} was not deleted`) || (told.run.made.size === 0 && `nothing is ${names}`),
  ),
  row(
    "stays, retained",
    /^\S+ stays on the platform(?: with its data)?(?:, and is billed|, and costs \S+ USD\/h)? \(retainOnDelete\)\.( Let it go afterwards with `compute doctor --let-go \S+`.*)?$/,
    stays,
  ),
  row("stays, held", /^\S+ stays on the platform: a resource still has it\.$/, stays),
  row(
    "stays, replaced",
    /^\S+ stays, with what it costs, until an `up` without --target or --exclude deletes it\.$/,
    stays,
  ),
  row(
    "An earlier run replaced it",
    /^An earlier run replaced it but did not delete it\.$/,
    (told) =>
      !told.before.some((entry) => entry.delete && placeOfEntry(entry) === told.old) && `${told.old} is not left over`,
  ),
  row(
    "It is there already",
    /^It is there already, as (\S+): `up` adopts it and makes no other\.$/,
    (told, [, id]) => idOf(told.now) !== id && `it has ${told.now}`,
  ),
  row(
    "An earlier run made it",
    /^An earlier run made (\S+) for it: `up` takes that over and makes no other\.$/,
    (told, [, id]) => idOf(told.now) !== id && `it has ${told.now}`,
  ),
  row("taken over with an error", /^It was made from other arguments, so `up` takes it over as it is/, fails),
  row("adopted, perhaps with an error", /^If it differs in .*, that ends with an error\.$/, claimsNothing),
  row(
    "taken over, perhaps with an error",
    /^If it was made from other arguments, `up` takes it over as it is/,
    claimsNothing,
  ),
  row("replaced by an option", /^Replaced because .* and an option of the program/, gives),
  row(
    "Replaced because",
    /^Replaced because .* (changed|is no longer in the program|are no longer in the program)\b.*\.$/,
    gives,
  ),
  row(
    "goes along",
    /^Replaced because of .*, which comes? from a resource that is deleted before its replacement is made\.$/,
    gives,
  ),
  row("Replaced if", /^Replaced if .* turns? out to differ\b/, claimsNothing),
  row(
    "gone, so a new one",
    /^It no longer exists on the platform, so a new one is created\.$/,
    (told) =>
      (told.was.has(told.old ?? "") && `${told.old} was there`) || (!isMade(told) && `${told.now} is no new object`),
  ),
  row(
    "gone",
    /^It no longer exists on the platform\.$/,
    (told) => told.was.has(told.old ?? "") && `${told.old} was there`,
  ),
  row(
    "gone, so up fails",
    /^It no longer exists on the platform, so `up` will fail on it; run `up --refresh`, which creates it again\.$/,
    fails,
  ),
  row("changes in place", /^.* (changes|change) in place\.$/, unchanged),
  row(
    "goes back to its default",
    /^.* (goes|go) back to (its|their) defaults?: the program no longer sets /,
    unchanged,
  ),
  row("is cleared", /^.* (is|are) cleared: the program no longer sets /, unchanged),
  row(
    "is left to the template",
    /^.* (is|are) left to the template, which is applied again as it is now\.$/,
    unapplied,
  ),
  row("gets its template's value back", /^.* (gets|get) (its|their) template's values? back: /, unchanged),
  row("is removed by the program", /^.* (is|are) removed: the program does not set /, notRemoved),
  row(
    "gets what could not be read",
    /^.* (gets|get) the values? of (its|their) template, which could not be read/,
    unsent,
  ),
  row("may change in place", /^.* (changes|change) in place if /, claimsNothing),
  row("is declared for the first time", /^.* declared for the first time: /, unsent),
  row(
    "only the state",
    /^Only the state changes: it records the object as it is now\.$/,
    ({ run, old = "" }) => run.sent.has(old) && `${[...run.sent.get(old)!].join()} was sent to ${old}`,
  ),
  row("is set again", /^.* (is|are) set again, because /, unsent),
  row("is recorded", /^.* (is|are) recorded as /, carried),
  row("has a secret in plain text", /^.* (has|have) (a secret|secrets) that the state has in plain text/, carried),
  row("is removed", /^.* (is|are) removed: the program does not declare/, notRemoved),
  row("may be removed", /^.* (is|are) removed, unless .*: the program does not declare/, claimsNothing),
  row("variables unread", /^The variables of the object could not be read/, claimsNothing),
  row(
    "restarts",
    /^(The container restarts|The (?:finished|failed) job runs again|The pod, which has ended, starts again), which wipes/,
    restarts,
  ),
  row("starts again", /^The pod, which has ended, starts again\.$/, restarts),
  row(
    "may restart",
    /^If (it does|it has started by then|its settings differ from the( new)? template's), /,
    claimsNothing,
  ),
  row("starts", /^The pod starts\.$/, restarts),
  row("stops", /^The pod stops, which wipes the container's disk; it keeps its host /, stops),
  row(
    "stays stopped",
    /^The pod, which has (run|ended), stays /,
    (told) => starts(told, told.old) > 0 && `${told.old} started`,
  ),
  row(
    "ended pods",
    /^warning: (?:.*: )?\d+ of its \d+ pods have ended: unless this `up` starts them, it ends with an error$/,
    claimsNothing,
  ),
  row("waits", /^The last run ended before it was ready, so this one waits for it\.$/, claimsNothing),
  row(
    "not started again",
    /^An interrupted run changed .*, and the container has started since/,
    (told) => starts(told, told.old) > 0 && `${told.old} started`,
  ),
  row(
    "networking later",
    /^globalNetworking takes effect when the pod starts next/,
    (told) => starts(told, told.old) > 0 && `${told.old} started`,
  ),
  row(
    "warned of loss on request",
    /^warning: .*is replaced because of a request \(--replace or a taint\): its deletion destroys /,
    goesOrIsDue,
  ),
  row(
    "warned of loss",
    /^warning: .*(is replaced because of .*: its deletion destroys |(which|and) its deletion cancels)/,
    goesOrIsDue,
  ),
  row("warned of refusal", /^warning: .*would be replaced if .*: `up` then refuses/, claimsNothing),
  row("goes first", /^The pod is deleted before the new one is made, since both mount the volume /, gives),
  row("job cancelled first", /^The job has not been seen to end: /, gives),
  row(
    "users keep their settings",
    /^Pods, clusters and endpoints that were made from it keep their settings\. /,
    stays,
  ),
  row("credential is held", /^As long as a pod or a cluster has the old registry credential, /, stays),
  row("waits for pods", /^\d+ of \d+ pods ((may )?restart in this run|are not ready), so it waits for them\./, stays),
  row("run unread", /^Whether its container runs could not be read: this goes by the state\.$/, stays),
  row(
    "chosen for a need",
    /( USD\/h\. `up` chooses by the stock|: the platform takes what it has of (it|these)\.$|^The \S+ choice: nothing meets )/,
    isGiven,
  ),
  row(
    "warned of a restart",
    /^warning: .*(it is locked, and this change of \S.* (re)?starts its container|resetTriggers changed)/,
    restarts,
  ),
  row(
    "warned of a possible restart",
    /^warning: .*(it is locked, and this change of \S.* may (re)?start|resetTriggers: the pod may be reset, )/,
    claimsNothing,
  ),
  row("warned of what may be refused", /^warning: .*(`up` tries all the same|nothing meets )/, claimsNothing),
  row("warned of names", /^warning: .*has this name already, and no state/, claimsNothing),
  row("warned of a name that stays", /^warning: .*asks for the name of .*`up` can't (make another|rename)/, fails),
  row(
    "warned of a name to free first",
    /^warning: .*asks for the name of .*`up` can make another only with the option/,
    ({ isDeletedFirst }) => !isDeletedFirst && "`up` succeeded without it",
  ),
  row("warned of an open create", /^warning: .*lists may not show it yet: /, claimsNothing),
  row(
    "warned of what is not there",
    /^warning: .*(is not in the catalog|does not exist, or|so it can't be mounted)/,
    claimsNothing,
  ),
  row("out of reach", /^warning: .*so `up` will fail; nothing was compared with the platform/, fails),
  row(
    "advice",
    /^warning: .*(no SSH key registered|startSsh is true and|can't be deleted later|is true, so that every account|Jupyter|which wipes|so the platform refuses this one)/,
    claimsNothing,
  ),
];

function row(name: string, says: RegExp, wrong: Row["wrong"]): Row {
  return { name, says, wrong };
}
