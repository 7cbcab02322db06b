import type { StepReport } from "../../../engine/index";
import { kindNames } from "../../../provider/kinds/names";
import { isObject, type Props } from "../../../provider/table/props";
import { isUncharged } from "../../../provider/kinds/shared/pod-readiness";
import type { StackPlan } from "../../../cli/stack/plan";
import { ownMember } from "../../../values/own-member";
import type { Mode } from "../../plugin";
import { kindOfType } from "../host";
import type { Shown } from "./screen";
import { contradicting, costOf, deletedBy, type Happened, isDeleted, untold, placeOf, placeOfEntry } from "./happened";
import { claimsNothing, fails, ofContainers, onlyOf, type Row, sentences, type Told, words } from "./rows";

const others = ["Cost", "Now running", "Markdown: Data", "JSON: effects", "nothing untold"];

/** Nothing of these is on the platform. */
const unseen = ["Stack", "Provider", "Fleet", "Ready"];

const stepLine = new RegExp(
  `^ (..) (${[...kindNames, ...unseen].join("|")}) (\\S+) (.+?)(?: \\[diff: .*\\])?(?:  (?:[+-]?[\\d.]+(?: to [+-]?[\\d.]+)? USD/h|no price))?$`,
);

/** Holds what previews have said against what came of it, and counts it. */
export class Sentences {
  readonly counts: Record<string, number> = {};
  /** Names of sentences that some outcome would contradict. */
  private readonly refutable = new Set<string>();

  /** Sentences of a form that were not said, or that come true whatever happens. */
  unmet(mode: Mode): string[] {
    const rows = [...words, ...sentences].filter(({ name }) => (ownMember(onlyOf, name) ?? mode) === mode);
    const names = [...rows.map(({ name }) => name), ...others].filter((name) => !this.counts[name]);
    const open = rows.filter(
      ({ name, wrong }) => this.counts[name] && ![claimsNothing, fails].includes(wrong) && !this.refutable.has(name),
    );
    return [
      ...names.map((name) => `nothing was held against: ${name}`),
      ...open.map(({ name }) => `no outcome contradicts: ${name}`),
    ];
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
  private screen({ screen, plan, isOpen, isOfCli }: Shown, steps: readonly StepReport[], happened: Happened): string[] {
    const rest = steps.filter(({ op, counted, leftOver }) => op !== "same" && (counted || leftOver));
    const knownOf = (step: StepReport) =>
      toldOf(step, happened, {
        isKept: isMadeAnew(plan, step) || (isOfCli && isKeyKept(step, happened)),
        isOpen,
        gained: gainedBy(plan, step),
      });
    let told: Told | undefined;
    return screen.flatMap((line) => {
      const [, , , , word = ""] = stepLine.exec(line) ?? [];
      if (word !== "") {
        const step = rest.shift();
        told = step && knownOf(step);
        return told && unseen.some((each) => line.includes(` ${each} `))
          ? ((told = isWait(told) ? told : undefined), [])
          : told
            ? this.held(words, word, told)
            : [`no step is told by: ${line}`];
      }
      // Of what is said of no step in particular, the name or the id tells which one it is about.
      const [warning, about] = /^warning: \w+ (\S+?)(?::| asks for) .*$/.exec(line) ?? [];
      const said = warning && steps.find(({ name, old }) => name === about || old?.id === about);
      if (warning && said) return this.held(sentences, warning, knownOf(said));
      const sentence = /^ {6}(\S.*)$/.exec(line)?.[1];
      if (!told || sentence === undefined || /^[+~-] |^… and /.test(sentence)) return [];
      return this.held(sentences, sentence, told);
    });
  }

  private held(rows: readonly Row[], text: string, told: Told): string[] {
    const found = rows.find(({ says }) => says.test(text));
    if (!found) return [`a sentence has no meaning: ${text}`];
    this.count(found.name);
    const said = found.says.exec(text)!;
    if (!this.refutable.has(found.name) && contradicting(told).some((each) => found.wrong(each, said)))
      this.refutable.add(found.name);
    const wrong = found.wrong(told, said);
    return wrong ? [`"${text}" (${told.urn.split("::").at(-1)}), and ${wrong}`] : [];
  }

  private effects({ document: { effects = [] }, isOfCli }: Shown, happened: Happened): string[] {
    return effects.flatMap(({ kind, id, does, urn, isPossible }) => {
      this.count("JSON: effects");
      const place = placeOf(kind, id);
      const name = urn.split("::").at(-1);
      const isAnew = isOfCli
        ? kind === "SshKey" && happened.after.some((entry) => entry.id === id)
        : effects.some((other) => other.does === "make" && other.id !== undefined && other.id === id);
      if (does === "delete" && happened.is.has(place) && !isDeleted(happened, place) && !isAnew)
        return [`effect: deletes ${place} (${name}), and it is there`];
      const wrong = !isPossible && !isOfCli && ownMember(ofContainers, does)?.({ ...happened, old: place });
      if (wrong) return [`effect: ${does} ${place} (${name}), and ${wrong}`];
      const isKept = ["keep", "stay", "change", ...Object.keys(ofContainers)].includes(does);
      if (isKept && isDeleted(happened, place)) return [`effect: ${does} ${place} (${name}), and it was deleted`];
      return [];
    });
  }

  private data({ markdown, plan, document }: Shown, happened: Happened): string[] {
    const said = markdown.filter((line) => line.startsWith("> **Data**"));
    const lost = plan.effects.filter(({ data }) => data !== undefined);
    for (const _ of said) this.count("Markdown: Data");
    const warned = (document.diagnostics ?? []).filter(({ message }) =>
      /: its deletion destroys |then refuses to destroy /.test(message),
    );
    const untold = lost.filter((each) => !each.isReplaced || warned.every(({ urn }) => urn !== each.urn));
    const wrong = lost.filter(
      ({ kind, id }) => happened.is.has(placeOf(kind, id)) && !isDeleted(happened, placeOf(kind, id)),
    );
    return [
      ...(said.length === untold.length
        ? []
        : [`Markdown tells ${said.length} losses of data, and there are ${untold.length} without a warning`]),
      ...wrong.map(({ kind, id }) => `Markdown: the data of ${placeOf(kind, id)} goes, and it is there`),
    ];
  }

  private costs({ cost, plan, isOpen, isOfCli }: Shown, told: Happened, last: string | undefined): string[] {
    const isTaking = plan.effects.some(({ does }) => does === "adopt" || does === "take over");
    if (isOpen || isBehind(plan, told) || (isOfCli && isTaking)) return [];
    // The CLI's document leaves out what stands still.
    const entries = isOfCli
      ? told.after.filter(({ id = "" }) => told.run.made.has(id))
      : told.before.concat(told.after).filter((entry) => !entry.delete);
    // What an earlier run with `--exclude` left counts where the plan deletes it.
    const places = new Set([...entries.map(placeOfEntry), ...plan.effects.map(({ kind, id }) => placeOf(kind, id))]);
    const [before, after] = [costOf(told.was, places), costOf(told.is, places)];
    const [, from, to, most = to] =
      /^Cost: ([\d.]+) USD\/h → ([\d.]+) USD\/h \(.*?\)(?:, at most ([\d.]+) USD\/h)?/.exec(cost ?? "") ?? [];
    const [, now, as] = /^Now running: ([\d.]+) USD\/h(, as the preview said)?/.exec(last ?? "") ?? [];
    const wrong: string[] = [];
    if (from !== undefined && to !== undefined) {
      this.count("Cost");
      if (!isClose(from, before)) wrong.push(`"${cost}", and it was ${before.toFixed(2)}`);
      if (most === to ? !isClose(to, after) : Number(most) < after - cent)
        wrong.push(`"${cost}", and it is ${after.toFixed(2)}`);
    }
    if (now !== undefined) {
      this.count("Now running");
      if (!isClose(now, after)) wrong.push(`"${last}", and it is ${after.toFixed(2)}`);
      if (as === undefined && most === to && from !== undefined) wrong.push(`"${last}", after "${cost}"`);
    }
    return wrong;
  }

  /** Whatever happened to an object was told. */
  private untold({ plan: { effects } }: Shown, happened: Happened): string[] {
    this.count("nothing untold");
    const starting = ["start", "restart", "adopt", "take over"];
    const told = new Set(effects.flatMap(({ does, kind, id }) => (starting.includes(does) ? placeOf(kind, id) : [])));
    const started = [...happened.was].filter(
      ([place, { starts }]) => (happened.is.get(place)?.starts ?? 0) > starts && !told.has(place),
    );
    return [...untold(happened.run, deletedBy(effects)), ...started.map(([place]) => `untold: ${place} started`)];
  }

  refused({ screen, isOpen }: Shown, output: string): string[] {
    this.count("refused");
    // What ends a run with an error came.
    for (const line of screen.map((each) => each.trim()))
      for (const { name, says, wrong } of sentences)
        if (([fails, claimsNothing].includes(wrong) || line.startsWith("warning: ")) && says.test(line))
          this.count(name);
    // Of what is to be deleted no engine asks in a preview: neither by which key or at which address, nor what else uses it.
    // How long a worker or a job takes, nobody asks either.
    const isUnasked =
      /refused the API key \(401\)|not the platform's answer; check the address|is in use by|Timed out after \d+ s waiting for (JobRun|Endpoint) |deleting [^:]+: the platform answered that .* \(404\)\. It was last seen with/.test(
        output,
      );
    const isTold =
      isOpen ||
      isUnasked ||
      screen.some((line) =>
        /so `up` will fail|ends with an error|does not exist, or this key|`up` tries all the same|^ {6}Replaced if |`up` can(?:'t make another|'t rename| make another only)|may not be replaced/.test(
          line,
        ),
      );
    return isTold ? [] : [`a preview succeeds, and what it shows is refused: ${output}`];
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

/** The old object of a replacement stays: a later run deletes it, a resource has it, or makes it anew, as one of an SSH key may. */
function isMadeAnew({ effects }: StackPlan, { old }: StepReport): boolean {
  const about = effects.filter(({ id }) => id !== undefined && id === old?.id);
  return about.some(({ isReplaced, does }) => does === "make" || (isReplaced && (does === "keep" || does === "stay")));
}

/** A key that another resource declares from now on: the CLI's document does not tell which ids come. */
const isKeyKept = ({ type, old }: StepReport, { after }: Happened): boolean =>
  kindOfType(type) === "sshKey" && after.some(({ id }) => id === old?.id);

/** The containers of something have ended, of which the plan needs no look: it counts what the state says of it. */
function isBehind({ effects }: StackPlan, { before, was }: Happened): boolean {
  const unseen = before.filter((entry) => {
    const { status, pods } = entry.outputs;
    const { total = 0, byStatus = {} }: { total?: number; byStatus?: Props } = isObject(pods) ? pods : {};
    const ended = Object.entries(byStatus).reduce(
      (sum, [name, count]) => sum + (isUncharged(name) ? Number(count) : 0),
      0,
    );
    const seen = isObject(pods) ? total - ended : isUncharged(status) ? 0 : 1;
    const now = was.get(placeOfEntry(entry));
    return now !== undefined && (status !== undefined || pods !== undefined) && now.running !== seen;
  });
  const isLookedAt = (place: string) =>
    effects.some(
      ({ does, kind, id }) => ["change", ...Object.keys(ofContainers)].includes(does) && placeOf(kind, id) === place,
    );
  return unseen.some((entry) => !isLookedAt(placeOfEntry(entry)));
}

/** A `Ready` is told of what it waits for. */
const isWait = ({ urn }: Told): boolean => urn.includes(":Ready::");

const cent = 0.0051;
const isClose = (said: string, is: number): boolean => Math.abs(Number(said) - is) <= cent;

interface Known extends Pick<Told, "isKept" | "isOpen"> {
  /** The id of the object that comes under management. */
  readonly gained: string | undefined;
}

const gainedBy = (plan: StackPlan, step: StepReport): string | undefined =>
  plan.of(step).find(({ does }) => does === "adopt" || does === "take over")?.id;

function toldOf(step: StepReport, happened: Happened, { gained, ...known }: Known): Told {
  const { urn, type, old, deleteBeforeReplace: isDeletedFirst } = step;
  const had = old?.id ?? gained;
  const entry = happened.after.find((each) => each.urn === urn && !each.delete);
  return {
    ...happened,
    urn,
    isDeletedFirst,
    ...known,
    old: had === undefined ? undefined : placeOfEntry({ type, id: had }),
    now: entry?.id === undefined ? undefined : placeOfEntry(entry),
  };
}
