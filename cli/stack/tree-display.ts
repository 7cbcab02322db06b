import { counted } from "../../values/many";
import type { Diagnostic, EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { deltaOf } from "../../provider/effects/sums";
import { durationText } from "../shown";
import { type Io, type Output, painted, sentenceLines } from "../io";
import { cut, type Part, withTexts } from "../paint";
import { LiveRegion, rowsOf } from "../terminal/live-region";
import { noWidths, treeLines } from "./columns";
import type { Display, DisplayOptions } from "./display";
import { endLines, type Ending, outputLines, Progressing } from "./end";
import { foldedMessages, labelled, messageLine } from "./messages";
import { labelOf } from "./names";
import { rowOf } from "./plan";
import { isShown, type NotedStep, notedStep, notesOf } from "./plan-notes";
import { type Item, likenessOf, type Row, Tree } from "./rows";

/** The least pause between drawings: nobody sees more. */
const leastMsBetween = 200;
/** The pause after a drawing, as a multiple of its duration: drawing takes at most a 25th of the time. */
const pauseForCost = 24;
/** Wide enough for a running step with its phase: `creating: pulling the image (59 s)`. */
const widthOfRun = 34;
/** The lines of the terminal that the live part leaves free above it and for the cursor below. */
const spareRows = 4;

/** Redraws as much of the operation's tree as fits. At the end the whole tree stays, with the messages and the result below. */
export class TreeDisplay implements Display {
  private readonly region: LiveRegion;
  private readonly progress: Progressing;
  private readonly ids = new Map<string, string>();
  private readonly tree: Tree;
  private readonly rows = new Map<string, Row>();
  private readonly planned: StepReport[] = [];
  /** The messages, printed below the tree at the end. */
  private readonly said: Diagnostic[] = [];
  private readonly widths;
  private readonly stopClock: () => void;
  private mayDrawAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly io: Pick<Io, "everySecond" | "now">,
    private readonly output: Output,
    private readonly options: DisplayOptions,
  ) {
    const { planned, isPlan, isAll = false, isFull = false } = options;
    this.widths = { ...noWidths(), ...(!isPlan && { plan: widthOfRun }) };
    this.region = new LiveRegion(output);
    this.progress = new Progressing(io, planned);
    this.tree = new Tree(isAll || isFull);
    for (const step of planned?.steps ?? []) {
      this.learn(step);
      if (isShown(step) && !step.found) this.addRow(notedStep(step, [], this.options));
    }
    this.stopClock = io.everySecond(() => {
      if (io.now() >= this.mayDrawAt) this.draw();
    });
  }

  readonly onEvent = (event: EngineEvent): void => {
    this.progress.note(event);
    if ("step" in event) this.learn(event.step);
    switch (event.kind) {
      case "step-start":
        if (!this.options.isPlan) this.progressed(event.step, "running");
        break;
      case "step-done":
        if (!this.options.isPlan) this.progressed(event.step, "done");
        else if (isShown(event.step)) this.planned.push(event.step);
        break;
      case "step-failed":
        this.progressed(event.step, "failed");
        break;
      case "status":
        this.status(event.message, event.urn);
        break;
      case "facts":
        return; // the plan has it
      case "diagnostic":
        return this.diagnostic(event.diagnostic);
      case "stdout":
        return this.region.above(this.output.safe(event.line));
    }
    if (this.io.now() >= this.mayDrawAt) this.draw();
  };

  say(sentence: string): void {
    this.region.wipeEcho();
    this.above([sentence]);
  }

  finish(result: OperationResult, ending: Ending): void {
    this.stopClock();
    const { isPlan } = this.options;
    for (const row of isPlan ? [] : this.rows.values()) {
      if (row.tense === "planned") row.tense = "not started";
      // A step that was not done has no cost.
      if (row.tense !== "done") row.cost = undefined;
      else if (ending.done) row.cost = deltaOf(ending.done.of(row.step));
    }
    // The phases are over and free their room, and what was a range of costs may be one by now.
    this.widths.plan = noWidths().plan;
    this.widths.cost = 0;
    const rest = isPlan ? this.addPlan(this.planned, this.said) : this.said;
    const tree = this.treeOf(this.tree.items());
    const messages = foldedMessages(rest, (urn) => this.ids.get(urn)).map(messageLine);
    const end = endLines(result, ending, this.options, this.progress);
    const below = tree.length > 0 ? [""] : [];
    const outputs = outputLines(result).map((line) => painted(this.output, line));
    this.leave([...tree, ...below, ...this.sentences(messages), ...outputs, ...this.sentences(end)]);
  }

  showPlan(steps: readonly StepReport[], said: readonly Diagnostic[]): void {
    this.stopClock();
    this.addPlan(steps, said);
    this.leave(this.treeOf(this.tree.items()));
  }

  close(): void {
    this.stopClock();
    this.region.clear();
  }

  /** Prints lines that stay, without rewriting those that are on the screen. */
  private leave(lines: readonly string[]): void {
    if (rowsOf(lines, this.output) < this.output.rows) {
      this.region.show(lines);
      return this.region.keep();
    }
    this.region.clear();
    this.output.writePainted(lines.map((line) => `${line}\n`).join(""));
  }

  /** @returns the messages that are not about a row. */
  private addPlan(steps: readonly StepReport[], said: readonly Diagnostic[]): readonly Diagnostic[] {
    const { notes, rest } = notesOf(steps, said, this.options);
    for (const note of notes) this.addRow(note);
    return rest;
  }

  private treeOf(items: readonly Item[]): string[] {
    if (items.length === 0) return [];
    const [head = [], ...lines] = treeLines(items, this.io.now(), this.output.columns, this.widths);
    const below = (at: number) => (this.options.isPlan ? (items[at]?.rows[0]?.below ?? []) : []);
    const rows = lines.flatMap((line, at) => [this.single(line), ...this.sentences(below(at))]);
    return [this.single(head), ...rows];
  }

  private learn(step: StepReport): void {
    this.tree.note(step);
    if (step.id !== undefined) this.ids.set(step.urn, step.id);
  }

  private addRow(note: NotedStep): Row {
    const key = rowOf(note.step);
    const known = this.rows.get(key);
    if (known) return known;
    const row: Row = { ...note, key, tense: "planned", likeness: likenessOf(note) };
    this.rows.set(key, row);
    this.tree.add(row);
    return row;
  }

  /** The row of a step. Without a preview the first half of a replacement makes the row of the whole. */
  private rowFor(step: StepReport): Row {
    const isHalf = step.op === "create-replacement" || (step.op === "delete-replaced" && !step.leftOver);
    const whole: StepReport = isHalf ? { ...step, op: "replace" } : step;
    return this.rows.get(rowOf(step)) ?? this.addRow(notedStep(whole, [], this.options));
  }

  private rowAbout(urn = ""): Row | undefined {
    return this.rows.get(urn) ?? this.rows.get(`${urn} import`);
  }

  private progressed(step: StepReport, tense: "running" | "done" | "failed"): void {
    if (step.op === "same") return;
    const row = this.rowFor(step);
    const isHalf = step.op !== row.step.op;
    const now = this.io.now();
    row.phase = undefined;
    row.half = isHalf && tense !== "done" ? step : undefined;
    row.since ??= now;
    if (tense !== "running") row.tookMs = now - row.since;
    if (tense === "failed" || (tense === "done" && !isHalf)) row.isOver = tense;
    // The halves of a replacement precede and follow the step that represents both.
    row.tense = tense === "running" ? tense : (row.isOver ?? "running");
  }

  private status(message: string, urn: string | undefined): void {
    const row = this.rowAbout(urn);
    if (row) row.phase = this.output.inLine(message);
    else if (urn === undefined) this.above([message]);
  }

  private diagnostic(diagnostic: Diagnostic): void {
    const { urn, severity, message } = diagnostic;
    // A message about a running step also becomes its phase; all messages are printed below the tree at the end.
    const row = this.rowAbout(urn);
    if (severity === "info" && row?.tense === "running") {
      const own = labelOf(row.step.urn);
      row.phase = this.output.inLine(message.startsWith(own) ? message.slice(own.length).trim() : message.trimEnd());
    }
    if (this.options.isPlan || severity === "error" || row) return void this.said.push(diagnostic);
    this.above(messageLine(labelled(diagnostic)));
  }

  private above(parts: readonly Part[]): void {
    for (const line of this.sentences([parts])) this.region.above(line);
  }

  private sentences(lines: readonly (readonly Part[])[]): string[] {
    return lines.flatMap((line) => sentenceLines(this.output, line));
  }

  private draw(): void {
    const begun = this.io.now();
    this.region.show(this.options.isPlan ? this.previewing() : this.live());
    const now = this.io.now();
    this.mayDrawAt = now + Math.max(leastMsBetween, (now - begun) * pauseForCost);
  }

  private previewing(): string[] {
    const count = this.planned.length;
    const found = count === 0 ? "" : `, ${counted(count, "change")} so far`;
    return [this.single([["dim", `    previewing, ${durationText(this.progress.tookMs)}${found}`]])];
  }

  private live(): string[] {
    const room = Math.max(2, this.output.rows - spareRows);
    const whole = this.tree.items();
    const isRoomy = whole.length <= room - 1;
    const items = isRoomy ? whole : this.tree.items(({ tense }) => tense === "running" || tense === "failed");
    const shown = items.slice(0, room - 1);
    const { done, expected, tookMs } = this.progress;
    const hidden = whole.length - shown.length;
    const more = hidden > 0 ? `, ${counted(hidden, "line")} more` : "";
    const steps = expected === undefined ? `${counted(done, "step")} done` : `${done} of ${expected} steps done`;
    const foot: Part[] = [["dim", `    ${steps}, ${durationText(tookMs)}${more}`]];
    return [...this.treeOf(shown), this.single(foot)];
  }

  /** The parts as one line of the terminal. */
  private single(parts: readonly Part[]): string {
    const line = withTexts(parts, (text) => this.output.inLine(text));
    return painted(this.output, cut(line, this.output.columns - 1));
  }
}
