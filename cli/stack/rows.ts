import { addTo, groupedBy } from "../../values/many";
import type { StepReport } from "../../engine/index";
import { type Amount, signedUsd } from "../../provider/cost/money";
import { textOf } from "../paint";
import { withoutName } from "./messages";
import { familyOf, namesText } from "./names";
import { inputsOf, type NotedStep } from "./plan-notes";
import { kindName, type Tense } from "./step-line";

/** `+12.00 USD/h`, `+12.00 to +25.80 USD/h`; empty if the cost does not change or there is none. */
export function deltaText(cost: Amount | undefined): string {
  if (!cost) return "";
  const { perHour, most } = cost;
  if (perHour === undefined) return "no price";
  const rounded = signedUsd(perHour);
  if (most !== undefined) return `${rounded} to ${signedUsd(most)} USD/h`;
  return rounded === "0.00" ? "" : `${rounded} USD/h`;
}

/** A resource with a step, and how far that is. Its cost is known better once it is done. */
export interface Row extends Omit<NotedStep, "cost"> {
  readonly key: string;
  cost: NotedStep["cost"];
  /** The half of a replacement that is running or has failed. */
  half?: StepReport | undefined;
  tense: Tense;
  /** How the row's step ended; half of a replacement may still be running. */
  isOver?: "done" | "failed";
  /** The phase while the step runs: `pulling the image`. */
  phase?: string | undefined;
  since?: number | undefined;
  tookMs?: number | undefined;
  readonly likeness: ReturnType<typeof likenessOf>;
}

export interface Item {
  /** The drawn branch, as `│  └─ `. */
  readonly branch: string;
  readonly kind: string;
  /** `workers-0 … workers-29 (30)`. */
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The least number of similar rows that share a line; two are as quick to read one by one. */
const leastAlike = 3;

/** The resources of an operation as a tree below their components. */
export class Tree {
  /** A step of each resource in the tree, which may have no row. */
  private readonly known = new Map<string, StepReport>();
  private readonly rows = new Map<string, Row[]>();
  /** The common form of each row's group; undefined after a new row. */
  private alike: ReadonlyMap<Row, string> | undefined;

  /** @param isAll each resource has its own line. */
  constructor(private readonly isAll = false) {}

  note(step: StepReport): void {
    if (!this.known.has(step.urn)) this.known.set(step.urn, step);
  }

  add(row: Row): void {
    this.note(row.step);
    const { urn } = row.step;
    this.alike = undefined;
    // A refresh precedes what corrects its findings.
    if (row.step.found) this.rows.set(urn, [row, ...(this.rows.get(urn) ?? [])]);
    else addTo(this.rows, urn, row);
  }

  /** The lines of the tree, from the top. @param isShown hides rows, and components without visible rows. */
  items(isShown: (row: Row) => boolean = () => true): Item[] {
    const children = new Map<string | undefined, StepReport[]>();
    const placed = new Set<string>();
    const rowsOf = (urn: string) => (this.rows.get(urn) ?? []).filter(isShown);
    const place = (urn: string) => {
      const known = this.known.get(urn);
      if (!known || placed.has(urn)) return;
      placed.add(urn);
      const parent = this.parentOf(known, rowsOf);
      if (parent !== undefined) place(parent);
      addTo(children, parent, known);
    };
    for (const urn of this.known.keys()) if (rowsOf(urn).length > 0) place(urn);
    const alike = (this.alike ??= likenesses([...this.rows.values()].flat()));
    const below = (parent: string | undefined, indent: string): Item[] => {
      const members = (children.get(parent) ?? []).flatMap((member) => {
        const rows = rowsOf(member.urn);
        return (rows.length === 0 ? [undefined] : rows).map((row) => ({ member, row }));
      });
      const similar = groupedBy(members, ({ member: { urn }, row }) => {
        if (!row) return urn;
        return this.isAll || children.has(urn) ? row.key : (alike.get(row) ?? row.key);
      });
      const groups = [...similar.values()].flatMap((all) =>
        all.length >= leastAlike ? [all] : all.map((one) => [one]),
      );
      return groups.flatMap((group, at) => {
        const isLast = at === groups.length - 1;
        const [branch, further] = parent === undefined ? ["", ""] : isLast ? ["└─ ", "   "] : ["├─ ", "│  "];
        const { type, urn, name } = group[0]!.member;
        const names = group.map(({ member }) => member.name);
        const item = {
          branch: indent + branch,
          kind: kindName(type),
          name: names.length === 1 ? name : `${namesText(names)} (${names.length})`,
          rows: group.flatMap(({ row }) => row ?? []),
        };
        return [item, ...(group.length === 1 ? below(urn, indent + further) : [])];
      });
    };
    return below(undefined, "");
  }

  /** The nearest visible component. The stack is visible if it has a step. */
  private parentOf({ parent }: StepReport, rowsOf: (urn: string) => Row[]): string | undefined {
    const above = parent === undefined ? undefined : this.known.get(parent);
    if (!above) return undefined;
    const isRoot = kindName(above.type) === "Stack" && above.parent === undefined;
    return isRoot && rowsOf(above.urn).length === 0 ? undefined : above.urn;
  }
}

/** The text of a step, by which steps can share a line; the numbers in it and that of the name are apart. */
export function likenessOf({ step, below, cost }: NotedStep) {
  const { type, name, op, found, old, new: next } = step;
  const { stem, number } = familyOf(name);
  const texts = below.map((line) => line.map(textOf).join(""));
  const inputs = op === "create" && next ? inputsOf(next.inputs) : [];
  const own = withoutName(JSON.stringify([texts, inputs]), step, old?.id);
  const numbers = own.match(/\d+/g) ?? [];
  const form = JSON.stringify([type, number === undefined ? "" : stem, op, found, cost, own.replace(/\d+/g, "#")]);
  return { number: number?.toString(), form, numbers };
}

/** The common form of similar rows, in which a number of the row's own name, such as a rank, is no difference. */
function likenesses(rows: readonly Row[]): ReadonlyMap<Row, string> {
  const forms = groupedBy(rows, ({ likeness }) => likeness.form);
  return new Map(
    [...forms].flatMap(([form, some]) => {
      const isOwn = some[0]!.likeness.numbers.map((_, at) => {
        const own = some.filter(({ likeness: { number, numbers } }) => numbers[at] === number);
        return own.length * 2 > some.length;
      });
      return some.map((row) => {
        const { number, numbers } = row.likeness;
        const shown = numbers.map((each, at) => (isOwn[at] && each === number ? "#" : each));
        return [row, JSON.stringify([form, shown])] as const;
      });
    }),
  );
}
