import type { StepReport } from "../../../engine/index";
import { kinds } from "../../../provider/kinds";
import { kindNames } from "../../../provider/kinds/names";
import { isObject, type Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { isUncharged } from "../../../provider/kinds/shared/uncharged";
import type { LivingKind } from "../../programs";
import { nameOfKind } from "../host";
import type { StackPlan } from "../../../cli/stack/plan";
import type { Shown } from "./screen";
import { costOf, type Happened, isDeleted, placeOf, placeOfEntry } from "./happened";

/** What is said of one step, and what came of its resource. */
interface Told extends Happened {
  /** Of the object that the step is about, or that goes. */
  readonly old: string | undefined;
  /** Of the object that the resource has afterwards. */
  readonly now: string | undefined;
  readonly urn: string;
  /** A line below says that the old object stays. */
  readonly isKept: boolean;
  /** The preview says that an interrupted run may have made its object. */
  readonly isOpen: boolean;
}

/** A sentence that a preview can have: what it means, held against what happened. */
interface Row {
  readonly name: string;
  readonly says: RegExp;
  /** @returns what is not so. */
  readonly wrong: (told: Told, found: RegExpExecArray) => string | false | undefined;
}

/** What is made anew by another resource, as an SSH key may be, was deleted all the same. */
const gone = (told: Told) => told.old !== undefined && (!told.is.has(told.old) || isDeleted(told, told.old));
const isSame = ({ old, now }: Told) => now !== undefined && now === old;
const starts = ({ was, is }: Told, place = "") => (is.get(place)?.starts ?? 0) - (was.get(place)?.starts ?? 0);
const stays = (told: Told) =>
  (isDeleted(told, told.old ?? "") && `${told.old} was deleted`) ||
  (told.was.has(told.old ?? "") && !told.is.has(told.old ?? "") && `${told.old} is gone`);
const idOf = (place = "") => place.slice(place.indexOf(" ") + 1);
const isKey = ({ now = "" }: Told) => now.startsWith("sshKey ");
const isMade = ({ run, now }: Told) => now !== undefined && run.made.has(idOf(now));

/** Of the lines of steps, by their word. */
const words: readonly Row[] = [
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
  row("delete, retained", /^delete\[retain\]$/, stays),
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
    () => undefined,
  ),
  row(
    "gone from the platform",
    /^gone from the platform$/,
    (told) => told.was.has(told.old ?? "") && `${told.old} was there`,
  ),
  row("changed on the platform", /^changed on the platform$/, () => undefined),
];

/** A container on its way to its first start has that one with what the change brings. */
const restarts = (told: Told) => {
  const { status = "" } = told.was.get(told.old ?? "") ?? {};
  const least = ["PROVISIONING", "STARTING"].includes(status) ? 0 : 1;
  const times = starts(told, told.old);
  return (times < least || times > 1) && `${told.old} started ${times} times`;
};
const isSent = (told: Told, [text]: RegExpExecArray) =>
  told.old !== undefined &&
  !told.run.sent.has(told.old) &&
  !isOurs(told.old, text) &&
  `nothing was sent to ${told.old}`;

/** The sentence is about arguments that only the provider and `compute keep` know. */
function isOurs(place: string, text: string): boolean {
  const { inputs }: Resource = kinds[nameOfKind(place.split(" ")[0] as LivingKind)].resource;
  const names = text.split(/ (?:changes?|is|are|goes|go|gets?) /)[0]!.split(/, | and /);
  return names.every((name) => inputs[name]?.local === true);
}

/** Of what stands below a step. */
const sentences: readonly Row[] = [
  row("This destroys", /^This destroys (.*?)(, if any)?\.$/, (told) => {
    const deleted = told.run.deleted.find(({ kind, id }) => placeOf(kind, id) === told.old);
    return !deleted ? told.was.has(told.old ?? "") && `${told.old} was not deleted` : undefined;
  }),
  row("stays, retained", /^\S+ stays on the platform, with its data and what it costs \(retainOnDelete\)\.$/, stays),
  row("stays, held", /^\S+ stays on the platform: a resource still has it\.$/, stays),
  row(
    "An earlier run replaced it",
    /^An earlier run replaced it, and did not come to delete it\.$/,
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
  row("taken over with an error", /^It was made from other arguments, so `up` takes it over as it is/, () => undefined),
  row(
    "Replaced because",
    /^Replaced because .* (changed|is no longer in the program|are no longer in the program)\b.*\.$/,
    (told) => isSame(told) && `${told.old} is still its object`,
  ),
  row("Replaced if", /^Replaced if .* turns? out to differ\b/, () => undefined),
  row(
    "gone, so a new one",
    /^The platform does not have it any more, so a new one is created\.$/,
    (told) =>
      (told.was.has(told.old ?? "") && `${told.old} was there`) || (!isMade(told) && `${told.now} is no new object`),
  ),
  row("changes in place", /^.* (changes|change) in place\.$/, isSent),
  row(
    "goes back, is cleared, is left to the template",
    /^.* (goes|go|is|are|gets|get) (back to|cleared:|left to the template|removed: the program does not set|(its|their) template's|the values? of)/,
    isSent,
  ),
  row("is no longer in the program", /^.* (is|are) no longer in the program/, () => undefined),
  row("may change in place", /^.* (changes|change) in place if /, () => undefined),
  row("is declared for the first time", /^.* declared for the first time: /, isSent),
  row("is set again", /^.* (is|are) set again, because /, isSent),
  row("is recorded", /^.* (is|are) recorded as /, () => undefined),
  row(
    "has a secret in plain text",
    /^.* (has|have) (a secret|secrets) that the state has in plain text/,
    () => undefined,
  ),
  row("is removed", /^.* (is|are) removed(, unless .*)?: the program does not declare/, () => undefined),
  row("variables unread", /^The variables of the object could not be read/, () => undefined),
  row(
    "restarts",
    /^(The container restarts|The job, which is done, runs anew|The pod, which has ended, starts again), which wipes/,
    restarts,
  ),
  row("starts again", /^The pod, which has ended, starts again\.$/, restarts),
  row("may restart", /^If it does, /, () => undefined),
  row("starts", /^The pod starts\.$/, restarts),
  row(
    "stops",
    /^The pod stops and keeps its host\.$/,
    (told) =>
      told.is.get(told.old ?? "")?.status !== "EXITED" && `${told.old} is ${told.is.get(told.old ?? "")?.status}`,
  ),
  row(
    "stays stopped",
    /^The pod, which has (run|ended), stays /,
    (told) => starts(told, told.old) > 0 && `${told.old} started`,
  ),
  row("waits", /^The last run ended before it was ready, so this one waits for it\.$/, () => undefined),
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
    "warned of loss",
    /^warning: .*is replaced because of .*: this destroys /,
    (told) => !isDeleted(told, told.old ?? "") && told.was.has(told.old ?? "") && `${told.old} was not deleted`,
  ),
  row("warned of refusal", /^warning: .*would be replaced if .*: `up` then refuses/, () => undefined),
  row(
    "replaced by an option",
    /^Replaced because .* and an option of the program/,
    (told) => isSame(told) && `${told.old} is still its object`,
  ),
  row("goes first", /^The old one .*$|.*goes first.*$|.*deleted (first|before).*$/, () => undefined),
  row("pods take the change", /credential|Pods? |cluster|template/i, () => undefined),
  row("advice", /^warning: (?!.*(destroys|is replaced|will be deleted))/, () => undefined),
];

function row(name: string, says: RegExp, wrong: Row["wrong"]): Row {
  return { name, says, wrong };
}

const others = ["Cost", "Now running", "Markdown: Data", "JSON: effects", "nothing untold"];

const stepLine = new RegExp(
  `^ (..) (${[...kindNames, "Stack", "Provider"].join("|")}) (\\S+) (.+?)(?: \\[diff: .*\\])?(?:  (?:(?:at most )?[+-]?[\\d.]+ USD/h|no price))?$`,
);

/** Holds what previews have said against what came of it, and counts it. */
export class Sentences {
  readonly counts: Record<string, number> = {};

  /** Names of sentences that nothing was held against. */
  unmet(): string[] {
    return [...words, ...sentences]
      .map(({ name }) => name)
      .concat(others)
      .filter((name) => !this.counts[name]);
  }

  wrong(shown: Shown, steps: readonly StepReport[], happened: Happened, last: string | undefined): string[] {
    return [
      ...this.screen(shown, steps, happened),
      ...this.effects(shown, happened),
      ...this.data(shown, happened),
      ...this.costs(shown, happened, last),
      ...this.untold(shown, happened),
    ];
  }

  /** The lines of the steps in their order, each with what stands below it. */
  private screen({ screen, plan, isOpen }: Shown, steps: readonly StepReport[], happened: Happened): string[] {
    const rest = steps.filter(({ op, logical, leftOver }) => op !== "same" && (logical || leftOver));
    let told: Told | undefined;
    return screen.flatMap((line) => {
      const [, , , , word = ""] = stepLine.exec(line) ?? [];
      if (word !== "") {
        const step = rest.shift();
        told = step && toldOf(step, happened, { isKept: isMadeAnew(plan, step), isOpen });
        return told && / (Stack|Provider) /.test(line)
          ? ((told = undefined), [])
          : told
            ? this.held(words, word, told)
            : [`no step is told by: ${line}`];
      }
      const sentence = /^ {6}(\S.*)$/.exec(line)?.[1];
      if (!told || sentence === undefined || /^[+~-] |^… and /.test(sentence)) return [];
      return this.held(sentences, sentence, told);
    });
  }

  private held(rows: readonly Row[], text: string, told: Told): string[] {
    const found = rows.find(({ says }) => says.test(text));
    if (!found) return [`a sentence has no meaning: ${text}`];
    this.count(found.name);
    const wrong = found.wrong(told, found.says.exec(text)!);
    return wrong ? [`"${text}" (${told.urn.split("::").at(-1)}), and ${wrong}`] : [];
  }

  private effects({ document: { effects = [] } }: Shown, happened: Happened): string[] {
    return effects.flatMap(({ kind, id, does, urn }) => {
      this.count("JSON: effects");
      const place = placeOf(kind, id);
      const name = urn.split("::").at(-1);
      const isAnew = effects.some((other) => other.does === "make" && other.id !== undefined && other.id === id);
      if (does === "delete" && happened.is.has(place) && !isDeleted(happened, place) && !isAnew)
        return [`effect: deletes ${place} (${name}), and it is there`];
      const isKept = ["keep", "stay", "change", "restart"].includes(does);
      if (isKept && isDeleted(happened, place)) return [`effect: ${does} ${place} (${name}), and it was deleted`];
      return [];
    });
  }

  private data({ markdown, plan }: Shown, happened: Happened): string[] {
    const said = markdown.filter((line) => line.startsWith("> **Data**"));
    const lost = plan.effects.filter(({ data }) => data !== undefined);
    for (const _ of said) this.count("Markdown: Data");
    const wrong = lost.filter(
      ({ kind, id }) => happened.is.has(placeOf(kind, id)) && !isDeleted(happened, placeOf(kind, id)),
    );
    return [
      ...(said.length === lost.length
        ? []
        : [`Markdown tells ${said.length} losses of data, and there are ${lost.length}`]),
      ...wrong.map(({ kind, id }) => `Markdown: the data of ${placeOf(kind, id)} goes, and it is there`),
    ];
  }

  private costs({ cost, plan, isOpen }: Shown, told: Happened, last: string | undefined): string[] {
    if (isOpen || isBehind(plan, told)) return [];
    const places = new Set([
      ...[...told.before, ...told.after].map(placeOfEntry),
      ...plan.effects.map(({ kind, id }) => placeOf(kind, id)),
    ]);
    const [before, after] = [costOf(told.was, places), costOf(told.is, places)];
    const [, from, most, to] = /^Cost: ([\d.]+) USD\/h → (at most )?([\d.]+) USD\/h/.exec(cost ?? "") ?? [];
    const [, now, as] = /^Now running: (?:at most )?([\d.]+) USD\/h(, as the preview said)?/.exec(last ?? "") ?? [];
    const wrong: string[] = [];
    if (from !== undefined && to !== undefined) {
      this.count("Cost");
      if (!isClose(from, before)) wrong.push(`"${cost}", and it was ${before.toFixed(2)}`);
      if (most === undefined ? !isClose(to, after) : Number(to) < after - cent)
        wrong.push(`"${cost}", and it is ${after.toFixed(2)}`);
    }
    if (now !== undefined) {
      this.count("Now running");
      if (!isClose(now, after)) wrong.push(`"${last}", and it is ${after.toFixed(2)}`);
      if (as === undefined && most === undefined && from !== undefined) wrong.push(`"${last}", after "${cost}"`);
    }
    return wrong;
  }

  /** Whatever happened to an object was told. */
  private untold({ plan, screen }: Shown, happened: Happened): string[] {
    this.count("nothing untold");
    const told = new Set(plan.effects.flatMap(({ does, kind, id }) => (does === "delete" ? placeOf(kind, id) : [])));
    const goes = happened.run.deleted.filter(
      ({ kind, id }) => !told.has(placeOf(kind, id)) && !happened.run.made.has(id),
    );
    const restarted = [...happened.was].filter(([place, seen]) => {
      const now = happened.is.get(place);
      return now && now.starts > seen.starts;
    });
    const isSaid = screen.some((line) => /restarts|runs anew|starts|is reset/.test(line));
    return [
      ...goes.map(({ kind, id }) => `untold: ${placeOf(kind, id)} was deleted`),
      ...(isSaid ? [] : restarted.map(([place]) => `untold: ${place} started`)),
    ];
  }

  refused({ screen, isOpen }: Shown, output: string): string[] {
    this.count("refused");
    // A preview of a destroy asks the platform nothing, so that it meets no key that has been rotated.
    const isUnasked = output.includes("refused the API key (401)");
    const isTold =
      isOpen || isUnasked || screen.some((line) => /ends with an error|`up` can't make another/.test(line));
    return isTold ? [] : [`a preview succeeds, and what it shows is refused: ${output}`];
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

/** The old object of a replacement stays: a resource has it, or makes it anew, as one of an SSH key may. */
function isMadeAnew({ effects }: StackPlan, { old }: StepReport): boolean {
  const about = effects.filter(({ id }) => id !== undefined && id === old?.id);
  return about.some(({ isReplaced, does }) => does === "make" || (isReplaced && does === "keep"));
}

/** The containers of something have ended, of which the plan needs no look: it counts what the state says of it. */
function isBehind({ effects }: StackPlan, { before, was }: Happened): boolean {
  const unseen = before.filter((entry) => {
    const { status, pods } = entry.outputs;
    const { total = 0, byStatus = {} } = isObject(pods) ? (pods as { total?: number; byStatus?: Props }) : {};
    const ended = Object.entries(byStatus).reduce(
      (sum, [name, count]) => sum + (isUncharged(name) ? Number(count) : 0),
      0,
    );
    const seen = isObject(pods) ? total - ended : isUncharged(status) ? 0 : 1;
    const now = was.get(placeOfEntry(entry));
    return now !== undefined && (status !== undefined || pods !== undefined) && now.running !== seen;
  });
  const isLookedAt = (place: string) =>
    effects.some(({ does, kind, id }) => (does === "change" || does === "restart") && placeOf(kind, id) === place);
  return unseen.some((entry) => !isLookedAt(placeOfEntry(entry)));
}

const cent = 0.0051;
const isClose = (said: string, is: number): boolean => Math.abs(Number(said) - is) <= cent;

function toldOf({ urn, type, old }: StepReport, happened: Happened, known: Pick<Told, "isKept" | "isOpen">): Told {
  const entry = happened.after.find((each) => each.urn === urn && !each.delete);
  return {
    ...happened,
    urn,
    ...known,
    old: old?.id === undefined ? undefined : placeOfEntry({ type, id: old.id }),
    now: entry?.id === undefined ? undefined : placeOfEntry(entry),
  };
}
