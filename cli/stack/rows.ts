import type { Diagnostic, StepReport } from "../../engine/index";
import { signedUsd } from "../../provider/cost/money";
import type { Effect } from "../../provider/plan/effect";
import type { CostDelta } from "../../provider/plan/sums";
import { type Part, textOf } from "../paint";
import { inputsOf } from "./details";
import { withoutName } from "./messages";
import { familyOf, namesText } from "./names";
import { kindName, type Tense } from "./step-line";

export type CostOf = (step: StepReport) => CostDelta | undefined;

/** `+12.00 USD/h`, `+12.00 to +25.80 USD/h`; nothing where the cost stays what it is. */
export function deltaText({ perHour, most }: CostDelta): string {
  if (perHour === undefined) return "no price";
  const rounded = signedUsd(perHour);
  if (most !== undefined) return `${rounded} to ${signedUsd(most)} USD/h`;
  return rounded === "0.00" ? "" : `${rounded} USD/h`;
}

/** What was said of a step beside its cost, which stands in its line where it is known. */
export const withoutCost = (said: readonly Diagnostic[], cost: CostDelta | undefined): readonly Diagnostic[] =>
  cost ? said.filter(({ message }) => !message.startsWith("Cost: ")) : said;

/** A resource that something happens to. */
export interface Row {
  readonly key: string;
  readonly step: StepReport;
  /** What the step comes to. */
  readonly effects: readonly Effect[];
  /** Of a replacement, the half that is running or has failed. */
  half?: StepReport | undefined;
  tense: Tense;
  /** How the step ended that stands for the row; a half of a replacement may still be running. */
  isOver?: "done" | "failed";
  /** In words, while it runs: `pulling the image`. */
  phase?: string | undefined;
  since?: number | undefined;
  tookMs?: number | undefined;
  /** Lines below it, in a preview. */
  below: readonly Part[][];
  cost?: CostDelta | undefined;
  readonly likeness: Likeness;
}

/** A resource as the tree has it, whether or not something happens to it. */
interface Known {
  readonly urn: string;
  readonly parent: string | undefined;
  readonly kind: string;
  readonly name: string;
}

/** A line of the tree: rows that are alike, or a component that holds some. */
export interface Item {
  /** What draws the branch, as `│  └─ `. */
  readonly branch: string;
  readonly kind: string;
  /** `workers-0 … workers-29 (30)`. */
  readonly name: string;
  readonly rows: readonly Row[];
}

/** So many rows that are alike become one line; two are read as quickly one by one. */
const leastAlike = 3;

/** The resources of an operation as a tree, each below its component. */
export class Tree {
  private readonly known = new Map<string, Known>();
  private readonly rows = new Map<string, Row[]>();
  /** Of each row that which it shares with those that are alike; undefined once a row has come since. */
  private alike: ReadonlyMap<Row, string> | undefined;
  private readonly labels = new Map<string, string>();

  /** @param isAll each resource has a line of its own. */
  constructor(private readonly isAll = false) {}

  /** Learns where a resource belongs. */
  note({ urn, parent, type, name }: StepReport): void {
    if (!this.known.has(urn)) this.known.set(urn, { urn, parent, kind: kindName(type), name });
  }

  add(row: Row): void {
    this.note(row.step);
    const { urn } = row.step;
    this.alike = undefined;
    this.rows.set(urn, [...(this.rows.get(urn) ?? []), row]);
  }

  /** The lines of the tree, from the top. @param isShown leaves rows out, and components that have none left. */
  items(isShown: (row: Row) => boolean = () => true): Item[] {
    const children = new Map<string | undefined, Known[]>();
    const placed = new Set<string>();
    const rowsOf = (urn: string) => (this.rows.get(urn) ?? []).filter(isShown);
    const place = (urn: string) => {
      const known = this.known.get(urn);
      if (!known || placed.has(urn)) return;
      placed.add(urn);
      const parent = this.parentOf(known, rowsOf);
      if (parent !== undefined) place(parent);
      children.set(parent, [...(children.get(parent) ?? []), known]);
    };
    for (const urn of this.known.keys()) if (rowsOf(urn).length > 0) place(urn);
    const below = (parent: string | undefined, indent: string): Item[] => {
      const groups = this.grouped(children.get(parent) ?? [], (urn) => children.has(urn), rowsOf);
      return groups.flatMap((group, at) => {
        const isLast = at === groups.length - 1;
        const [branch, further] = parent === undefined ? ["", ""] : isLast ? ["└─ ", "   "] : ["├─ ", "│  "];
        const [first] = group.members;
        const item = {
          branch: indent + branch,
          kind: first?.kind ?? "",
          name: this.labelOf(group.members.map(({ name }) => name)),
          rows: group.rows,
        };
        return [item, ...(group.members.length === 1 && first ? below(first.urn, indent + further) : [])];
      });
    };
    return below(undefined, "");
  }

  /** Kept, since it takes longer than all the rest of a line and is the same in most drawings. */
  private labelOf(names: readonly string[]): string {
    const [only = ""] = names;
    if (names.length === 1) return only;
    const key = names.join("\n");
    const label = this.labels.get(key) ?? `${namesText(names)} (${names.length})`;
    return (this.labels.set(key, label), label);
  }

  /** The nearest component that is shown. The stack is, where something happens to it. */
  private parentOf({ parent }: Known, rowsOf: (urn: string) => Row[]): string | undefined {
    const above = parent === undefined ? undefined : this.known.get(parent);
    if (!above) return undefined;
    const isRoot = above.kind === "Stack" && above.parent === undefined;
    return isRoot && rowsOf(above.urn).length === 0 ? undefined : above.urn;
  }

  private grouped(
    members: readonly Known[],
    hasChildren: (urn: string) => boolean,
    rowsOf: (urn: string) => Row[],
  ): { members: Known[]; rows: Row[] }[] {
    const groups = new Map<string, { members: Known[]; rows: Row[] }>();
    this.alike ??= likenesses([...this.rows.values()].flat());
    const { alike } = this;
    for (const member of members) {
      const rows = rowsOf(member.urn);
      if (rows.length === 0) groups.set(member.urn, { members: [member], rows: [] });
      for (const row of rows) {
        const key = this.isAll || hasChildren(member.urn) ? row.key : (alike.get(row) ?? row.key);
        const group = groups.get(key) ?? { members: [], rows: [] };
        group.members.push(member);
        group.rows.push(row);
        groups.set(key, group);
      }
    }
    return [...groups.values()].flatMap((group) =>
      group.rows.length >= leastAlike
        ? [group]
        : group.members.map((member, at) => ({ members: [member], rows: group.rows.slice(at, at + 1) })),
    );
  }
}

/** What is to be said of a step besides its name, so that those of which the same is said can share a line. */
export interface Likeness {
  /** The number that a loop gave it. */
  readonly number: string | undefined;
  /** All of it but the numbers, and these in their order. */
  readonly form: string;
  readonly numbers: readonly string[];
}

export function likenessOf(step: StepReport, below: readonly Part[][], cost: CostDelta | undefined): Likeness {
  const { urn, type, name, op, found, old, new: next } = step;
  const { stem, number } = familyOf(name);
  const texts = below.map((line) => line.map(textOf).join(""));
  const inputs = op === "create" && next ? inputsOf(next.inputs) : [];
  const own = withoutName(JSON.stringify([texts, inputs]), urn, old?.id);
  const numbers = own.match(/\d+/g) ?? [];
  const form = JSON.stringify([type, number === undefined ? "" : stem, op, found, cost, own.replace(/\d+/g, "#")]);
  return { number: number?.toString(), form, numbers };
}

/**
 * The same of rows that are alike. Where most of them have the number of their own name, as a rank in a variable, that is no
 * difference.
 */
function likenesses(rows: readonly Row[]): ReadonlyMap<Row, string> {
  const forms = new Map<string, Row[]>();
  for (const row of rows) forms.set(row.likeness.form, [...(forms.get(row.likeness.form) ?? []), row]);
  const isOwn = new Map<string, boolean[]>();
  for (const [form, some] of forms) {
    const places = some[0]?.likeness.numbers.map((_, at) => {
      const own = some.filter(({ likeness: { number, numbers } }) => numbers[at] === number);
      return own.length * 2 > some.length;
    });
    isOwn.set(form, places ?? []);
  }
  return new Map(
    rows.map((row) => {
      const { form, number, numbers } = row.likeness;
      const own = isOwn.get(form) ?? [];
      return [row, JSON.stringify([form, numbers.map((each, at) => (own[at] && each === number ? "#" : each))])];
    }),
  );
}
