import { withLabels } from "../../cli/stack/names";
import { type Change, changesBetween } from "./changes";
import { type Chapter, type Observed, surprises } from "./chapter";
import type { Driver, Outcome, Step } from "./driver";
import type { Platform } from "./platform";
import { type Explanation, driftLines, requestLine, stepLines } from "./report";

export interface Stage {
  readonly driver: Driver;
  /** Has `compute keep` look after the driver's stack. */
  readonly keep: () => Promise<Outcome>;
  readonly platform: Platform;
  readonly explanation: Explanation;
  /** Whether a difference at this path is of interest: the program can set it, or it says how the machine fares. */
  readonly isDrift: (kind: string, path: string) => boolean;
  readonly print: (line: string) => void;
  /** Milliseconds from some fixed point. */
  readonly now: () => number;
}

export interface Told {
  readonly title: string;
  readonly surprises: readonly string[];
  readonly calls: number;
  readonly seconds: number;
}

/** Tells a story chapter by chapter, and goes on after a surprise, so that the end (destroy) is always reached. */
export class Teller {
  constructor(private readonly stage: Stage) {}

  async tell(chapter: Chapter, number: number): Promise<Told> {
    const { driver, platform, print, now } = this.stage;
    print(`\n${number}. ${chapter.title}`);
    if (chapter.settings) {
      await driver.set(chapter.settings);
      for (const [key, { value, secret }] of Object.entries(chapter.settings)) {
        print(`   setting ${key} = ${secret ? "[secret]" : value}`);
      }
    }
    if (chapter.meanwhile) {
      print(`   meanwhile ${chapter.meanwhile.text}`);
      await chapter.meanwhile.act(platform);
    }
    const started = now();
    const outcome = chapter.operation === "keep" ? await this.stage.keep() : await driver[chapter.operation]();
    const seconds = (now() - started) / 1000;
    return { title: chapter.title, seconds, ...(await this.assess(chapter, outcome, seconds)) };
  }

  private async assess(
    chapter: Chapter,
    outcome: Outcome,
    seconds: number,
  ): Promise<Pick<Told, "surprises" | "calls">> {
    const { platform, explanation, print } = this.stage;
    const requests = await platform.takeRequests();
    const cost = await platform.costPerHour();
    const left = Object.values(await platform.count()).reduce((sum, count) => sum + count, 0);
    const isRefresh = chapter.operation === "refresh";
    const drift = isRefresh ? this.driftOf(outcome.steps) : {};
    const lines = isRefresh ? driftLines(drift) : stepLines(outcome.steps, explanation);
    // What was refused would have changed something: its messages say what.
    const isSaid = lines.length > 0 || !outcome.ok || chapter.operation === "keep";
    const changed = isSaid ? lines : [isRefresh ? "no drift" : "no changes"];
    const said = outcome.messages.flatMap((message) => withLabels(message).split("\n"));
    for (const line of [...changed, ...said]) print(`   ${line}`);
    print(`   ${requestLine(requests)} · ${cost.toFixed(2)} USD/h · ${seconds.toFixed(1)} s`);
    const observed: Observed = {
      outcome,
      requests: requests.map(({ method, path }) => `${method} ${path}`),
      drift: Object.fromEntries(
        Object.entries(drift).map(([name, changes]) => [name, changes.map(({ path }) => path)]),
      ),
      objectsLeft: left,
    };
    const unexpected = surprises(chapter.expect, observed);
    for (const surprise of unexpected) print(`   UNEXPECTED: ${surprise}`);
    return { surprises: unexpected, calls: requests.length };
  }

  private driftOf(steps: readonly Step[]): Record<string, readonly Change[]> {
    const found = steps.map((step): [string, readonly Change[]] => [step.name, this.driftOfOne(step)]);
    return Object.fromEntries(found.filter(([, changes]) => changes.length > 0));
  }

  private driftOfOne({ kind, op, oldOutputs, newOutputs }: Step): readonly Change[] {
    if (op === "delete") return [{ path: "status", old: oldOutputs.status, next: "gone" }];
    return changesBetween(oldOutputs, newOutputs).filter(({ path }) => this.stage.isDrift(kind, path));
  }
}
